import { CHECKED, type Rule, strict } from "./rule.ts";

/** What settings and the workspace must be. */
export const WORKSPACE_RULES = {
	"outdated-edits": {
		title: "Your edits were written for an earlier version of the clip",
		severity: "warning",
		why:
			"The generated text or the source changed since, so your edits may no longer be true; " +
			"the generated text is used.",
		fix:
			"Run `showrun clips`, then move your edits up from `void` or delete them. " +
			"Set the rule to `error` to block such posts.",
		source: "this program",
		checked: CHECKED,
	},
	"several-settings": strict(
		"There is more than one settings file",
		"Only one can count.",
		"Keep one of them.",
	),
	"several-workspaces": strict(
		"The paths belong to different workspaces",
		"Each has a state of its own.",
		"Run the command once for each.",
	),
	"nested-workspace": strict(
		"A workspace lies inside another one",
		"Which state counts would depend on the folder.",
		"Name the inner one alone, or merge the two.",
	),
	"no-such-path": strict("There is no such file or folder", "There is nothing to read.", "Correct the path."),
	"missing-api-key": strict(
		"The API key is missing",
		"The service refuses requests without one.",
		"Set SHOWRUN_API_KEY.",
	),
	"bad-api-key": strict(
		"The API key cannot be used",
		"It cannot be sent in a header.",
		"Copy the key again, on one line.",
	),
	"pasted-key": strict(
		"A settings file cannot hold a key",
		"Whoever reads the file, or its history in git, could use it.",
		"Set SHOWRUN_API_KEY, and make a new key.",
	),
	"bad-state": strict(
		"State is kept in a file, or with git",
		"An address cannot hold it.",
		"Give a path, or `git`.",
	),
	"bad-network": strict(
		"A proxy is neither an address nor a network",
		"Where a request comes from cannot be compared with it.",
		"Write an address or a network, for example 127.0.0.1 or 10.0.0.0/8.",
	),
	"program-in-workspace": strict(
		"A settings file cannot bring the program it runs",
		"A pull request could replace it.",
		"Set SHOWRUN_FFMPEG instead.",
	),
	"no-language-model": strict(
		"Nothing here can translate",
		"The embedded service translates with a language model only, and refuses what it cannot do.",
		"Set up `embedded.chat`, or delete `target_language`.",
	),
	"hook-tone": {
		title: "The tone of the hook text is not applied",
		severity: "warning",
		why: "Without a language model the embedded service shows a sentence of the clip as it was said.",
		fix: "Set up `embedded.chat`.",
		source: "this program",
		checked: CHECKED,
	},
	"missing-endpoint-key": {
		title: "An endpoint is not used",
		severity: "warning",
		why: "Its key is missing, so the engine works without it.",
		fix: "Set the environment variable that `key_env` names.",
		source: "this program",
		checked: CHECKED,
	},
	"notify-target": {
		title: "A channel needs one way to send",
		severity: "error",
		why: "A channel of `notify` is one receiver: with two of them it is not clear which one is meant.",
		fix: "Write exactly one of `webhook`, `slack`, `discord`, `mail` and `command` in each channel.",
		source: "this program",
		checked: CHECKED,
	},
	"unusable-webhook": {
		title: "A webhook cannot be used, so posts of its account wait",
		severity: "warning",
		why: "Its address or its secret is missing, or is none; posts never go anywhere else instead.",
		fix: "Set the environment variables that `url_env` and `secret_env` name.",
		source: "this program",
		checked: CHECKED,
	},
	"unusable-app": {
		title: "The secret of a developer app is missing",
		severity: "warning",
		why: "The platform refuses to connect accounts in its name, and to renew their tokens.",
		fix: "Set the environment variable that `client_secret_env` names.",
		source: "this program",
		checked: CHECKED,
	},
	"plain-http": {
		title: "The connection to the service is not encrypted",
		severity: "warning",
		why: "Whoever is between could read the API key.",
		fix: "Use https://.",
		source: "this program",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;
