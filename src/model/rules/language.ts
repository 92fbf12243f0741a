import { CHECKED, type Rule } from "./rule.ts";

/** How a file must be written. What breaks one of these cannot be understood, so none can be turned off. */
export const LANGUAGE_RULES = {
	"yaml-syntax": strict(
		"The file is not valid YAML",
		"Nothing in a file can be relied on that cannot be read as a whole.",
		"Correct the place shown.",
	),
	"yaml-documents": strict(
		"The file holds more than one document",
		"Only one is read from a file.",
		"Put each document into a file of its own.",
	),
	"yaml-depth": strict(
		"Maps and lists are nested too deeply",
		"Files are read with bounded work.",
		"Use fewer levels.",
	),
	"yaml-alias": strict(
		"An alias has no anchor or repeats too much",
		"Aliases are followed with bounded work.",
		"Write the values out, or use `like`.",
	),
	"yaml-merge": strict(
		"Something cannot be merged",
		"`<<` takes a map, an alias of one, or a list of aliases.",
		"Merge a map.",
	),
	"yaml-key": strict(
		"A key is not a plain text",
		"A map or a list as a key has no meaning here.",
		'Put templates in quotes: "{{ clip.title }}".',
	),
	"duplicate-key": strict("A key is given twice", "Only one of the two could count.", "Keep one of them."),
	"control-character": strict(
		"There is an invisible character",
		"It could hide what a file says.",
		"Delete it.",
	),
	encoding: strict("The file is not UTF-8 text", "Its texts would be posted garbled.", "Save it as UTF-8."),
	"unreadable-file": strict(
		"A file cannot be read",
		"What it asks for is not known.",
		"Check that it is a regular file that you may read.",
	),
	"file-size": strict(
		"The file is too large",
		"Files are read with bounded work.",
		"Split it into several files.",
	),
	"empty-file": strict(
		"The file is empty",
		"There is no campaign in it.",
		"Start with `campaign: NAME` and `videos:`.",
	),
	"empty-value": strict(
		"A key has no value",
		"A value that was forgotten would be taken for a default.",
		"Write a value, `{}` or `null`, or delete the line.",
	),
	"empty-list": strict("A list is empty", "It needs at least one entry.", "Add an entry, or delete the key."),
	"empty-map": strict("A map is empty", "It needs at least one entry.", "Add an entry, or delete the key."),
	"not-formatted": {
		title: "A file cannot be formatted",
		severity: "warning",
		why: "Putting it in order would change what it says, so `showrun fmt` leaves it as it is.",
		fix: "Give every key once, and write anchors above the aliases that use them.",
		source: "the campaign language",
		checked: CHECKED,
	},
	"unknown-key": strict(
		"A key is not known",
		"What it asks for would not be done.",
		"Correct its spelling, or delete the line.",
	),
	"missing-key": strict("A key is missing", "Without it the entry means nothing.", "Add the key."),
	"wrong-type": strict(
		"A value has the wrong type",
		"A text is not a number, and a list is not a map.",
		"Write the kind of value that is named.",
	),
	"unknown-value": strict(
		"A value is not one of those allowed",
		"It would do nothing, or be refused.",
		"Use one of the values listed.",
	),
	"bad-name": strict(
		"A name cannot be used",
		"Names become addresses: letters, digits, `-` and `_`, at most 64.",
		"Choose another name.",
	),
	"bad-format": strict(
		"A value is not written as expected",
		"It would be read as something else.",
		"Write it like the example.",
	),
	"out-of-range": strict(
		"A number is out of range",
		"The service, or this program, does not take it.",
		"Use a number within the range.",
	),
	"too-short": strict("A text is too short", "It says nothing.", "Write a longer one, or delete the key."),
	"too-long": strict("A text is too long for the file", "Texts of a file are bounded.", "Shorten it."),
	"too-many-keys": strict("There are too many keys", "Only one of them can count.", "Keep one."),
	"too-many-entries": strict(
		"A list is too long",
		"Lists of a file are bounded.",
		"Delete some of its entries.",
	),
	"too-many-problems": strict(
		"There are too many problems to show",
		"The rest would follow from the first ones.",
		"Correct those shown and check again.",
	),
	"clip-choice": strict(
		"Both top and ranks are given",
		"`ranks` names the clips one by one.",
		"Keep one of the two.",
	),
	"duplicate-rank": strict("A rank is given twice", "A clip is posted once.", "Delete one of the two."),
	"backwards-range": strict(
		"A range ends before it begins",
		"Nothing lies in it.",
		"Write the smaller number first.",
	),
	"bad-moment": strict(
		"An entry does not name a clip",
		"What is decided in it would not count.",
		"Write it as `showrun clips` does: 83400-118000.",
	),
	"stray-clips": strict(
		"No campaign file matches a clips file",
		"What is refused in it would be posted.",
		"Rename it together with its campaign, or delete it.",
	),
	"bad-pattern": strict(
		"A regular expression cannot be used",
		"Patterns are RE2, so that none can take for ever.",
		"Use no look-around and no back-references.",
	),
	"two-times": strict("Both at and schedule are given", "A post has one time.", "Keep one of the two."),
	"time-invalid": strict(
		"A time does not exist",
		"There is no such date in the calendar.",
		"Write it like 2026-12-01T09:00.",
	),
	"unknown-timezone": strict(
		"A time zone is not known",
		"Its times would mean nothing.",
		"Use an IANA name such as Europe/Berlin.",
	),
	"unknown-video": strict(
		"A video is not known",
		"There is nothing to cut clips from.",
		"Correct the name, or add it to `videos`.",
	),
	"unknown-account": strict(
		"An account is not known",
		"There is nowhere to post to.",
		"Correct the name, or add it to `accounts`.",
	),
	"unknown-preset": strict(
		"A preset is not known",
		"Its settings would be left out.",
		"Correct the name, or add it to `presets`.",
	),
	"unknown-schedule": strict(
		"A schedule is not known",
		"The post would have no time.",
		"Correct the name, or add it to `schedules`.",
	),
	"unknown-rule": strict(
		"A rule is not known",
		"Setting its level would do nothing.",
		"Correct its id; `showrun explain` lists all.",
	),
	"locked-rule": strict(
		"A rule cannot be lowered",
		"The service or the platform refuses what the rule finds, so it would fail later, and perhaps after something was paid.",
		"Delete the line, and correct what the rule finds.",
	),
	"unknown-input": strict(
		"An input is not known",
		"A value would be set or used for nothing.",
		"Correct the name, or declare it under `inputs`.",
	),
	"missing-input": strict(
		"An input has no value",
		"What uses it cannot be filled in.",
		"Give it a value with --var NAME=…, or a default.",
	),
	"input-value": strict(
		"An input has a value that does not fit",
		"It has another type, or is not allowed.",
		"Give another value.",
	),
	"unknown-variable": strict(
		"A template names a variable that does not exist",
		"The text would have a hole.",
		"Correct the name.",
	),
	"template-syntax": strict(
		"A template cannot be filled in",
		"It is not valid Liquid, or takes too much work.",
		"Correct it; `{{ clip.title | fit: 100 }}` is an example.",
	),
	"like-cycle": strict(
		"`like` forms a cycle",
		"None of the videos in it has a source.",
		"Remove one `like`.",
	),
	"like-depth": strict(
		"`like` chain is too long",
		"Files are read with bounded work.",
		"Start entries directly from the first one of the chain.",
	),
	"duplicate-account": strict(
		"Two names mean one account",
		"Everything would be posted to it twice.",
		"Delete one of them.",
	),
	"duplicate-campaign": strict(
		"Two campaigns have the same name",
		"Addresses start with that name.",
		"Give one of them another name.",
	),
	"bad-move": strict(
		"A renaming cannot be done",
		"State would follow the wrong thing.",
		"Name what there was and what there is.",
	),
	"bad-resolution": strict(
		"A resolution contradicts itself",
		"One word is kept about each attempt, and only what was executed has an id.",
		"Say one thing about each attempt.",
	),
	"bad-url": strict(
		"An address cannot be used",
		"It cannot be fetched, or holds a password.",
		"Use an http or https address without a user name.",
	),
	"missing-file": strict(
		"There is no such file",
		"There is nothing to upload.",
		"Correct the path; it starts at the folder of the campaign.",
	),
	"empty-media": strict(
		"A file has no bytes",
		"There is nothing to cut.",
		"Fetch it completely; with git LFS: git lfs pull",
	),
	"not-a-file": strict("This is not a file", "Only regular files can be uploaded.", "Name one file."),
	"not-a-video": strict(
		"This is not a video",
		"The service could not read it.",
		"Fetch it completely; with git LFS: git lfs pull",
	),
	"unsupported-file": strict(
		"This kind of file cannot be used",
		"The service does not take it.",
		"Convert it to .mp4, or the transcript to .srt, .vtt or .json.",
	),
	"outside-workspace": strict(
		"A path points outside the workspace",
		"A campaign may only send files of its own workspace.",
		"Copy the file into the workspace.",
	),
	"transcript-for-url": strict(
		"A transcript needs a local video",
		"It is sent along with an uploaded file.",
		"Delete `transcript`, or use a local file as source.",
	),
	"caption-both": strict(
		"A caption style cannot show both languages",
		"`display: both` needs a static style.",
		"Use `temp-static-1` to `temp-static-6`.",
	),
} as const satisfies Readonly<Record<string, Rule>>;

/** What settings and the workspace must be. */
export const WORKSPACE_RULES = {
	"outdated-edits": {
		title: "Your edits were written for an earlier version of the clip",
		severity: "warning",
		why: "The generated text or the source changed since, so your edits may no longer be true; the generated text is used.",
		fix: "Run `showrun clips`, then move your edits up from `void` or delete them. As an error the rule stops such posts.",
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
	"bad-state": strict(
		"State is kept in a file, or with git",
		"An address cannot hold it.",
		"Give a path, or `git`.",
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
	"plain-http": {
		title: "The connection to the service is not encrypted",
		severity: "warning",
		why: "Whoever is between could read the API key.",
		fix: "Use https://.",
		source: "this program",
		checked: CHECKED,
	},
} as const satisfies Readonly<Record<string, Rule>>;

function strict(title: string, why: string, fix: string) {
	return {
		title,
		severity: "error",
		why,
		fix,
		source: "the campaign language",
		checked: CHECKED,
		locked: "all",
	} as const;
}
