import { type Command, Option } from "commander";
import { takesInputs } from "./inputs.ts";
import {
	allowSkew,
	drain,
	example,
	expectState,
	json,
	lockTimeout,
	markdown,
	PATHS,
	SEVERAL_WORKSPACES,
} from "./options.ts";
import { maxCancels, takesPlanFlags } from "./plan.ts";
import { atLeastOne, listenOn, monthOf, port, zoneOf } from "./values.ts";

/** The commands of a usual day: from checking campaigns to keeping them applied. */
export function addMainCommands(root: Command): void {
	root.commandsGroup("Main commands:");
	addValidate(root);
	addPlan(root);
	addApply(root);
	addWatch(root);
	addStatus(root);
	addCalendar(root);
	addUi(root);
}

function addValidate(root: Command): void {
	takesInputs(root.command("validate"))
		.description("check campaigns and settings for errors; send nothing")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.addOption(new Option("--github", "print GitHub annotations").conflicts(["json", "sarif"]))
		.addOption(new Option("--sarif", "print one SARIF 2.1.0 document").conflicts("json"))
		.addHelpText("after", `${SEVERAL_WORKSPACES}${example("showrun validate campaigns/")}`)
		.action(async (paths, options) => (await import("../commands/validate.ts")).validate(paths, options));
}

function addPlan(root: Command): void {
	takesPlanFlags(takesInputs(root.command("plan")))
		.description("show what apply would do, and why; change nothing")
		.argument("[paths...]", PATHS)
		.addOption(markdown())
		.addOption(
			new Option(
				"--out <file>",
				"save the plan: `showrun show` prints it, `showrun apply` applies exactly this plan, once, within 24 hours",
			).conflicts("refreshOnly"),
		)
		.option("--detailed-exitcode", "exit with 2 if there are changes, with 0 if there are none")
		.addHelpText("after", `${SEVERAL_WORKSPACES}${example("showrun plan campaigns/")}`)
		.action(async (paths, options) => (await import("../commands/plan.ts")).planCommand(paths, options));
}

function addApply(root: Command): void {
	takesPlanFlags(takesInputs(root.command("apply")))
		.description("submit videos, wait for their clips and publish posts: only what is missing")
		.argument("[paths...]", "campaign files or folders, or one saved plan (default: this folder)")
		.option(
			"--auto-approve",
			"do not ask for confirmation; also approves posts of clips not known yet, up to the bound in the plan",
		)
		.addOption(
			new Option("--parallelism <number>", "how many changes to make at the same time")
				.argParser(atLeastOne)
				.default(1),
		)
		.addOption(lockTimeout())
		.addOption(allowSkew())
		.addOption(
			new Option(
				"--metrics-file <path>",
				"at the end, write metrics to this file (.prom), for node_exporter's textfile collector",
			).conflicts("refreshOnly"),
		)
		.addHelpText("after", `${SEVERAL_WORKSPACES}${example("showrun apply campaigns/ --auto-approve")}`)
		.action(async (paths, options) => (await import("../commands/apply.ts")).apply(paths, options));
}

function addWatch(root: Command): void {
	takesInputs(root.command("watch"))
		.description(
			"apply when files change, on a schedule and when a post is due; " +
				"starting it approves everything the campaigns ask for",
		)
		.argument("[paths...]", PATHS)
		.option("--once", "stop when nothing is left to do or to wait for")
		.addOption(maxCancels())
		.addOption(drain())
		.addOption(lockTimeout("with --once: "))
		.addOption(allowSkew())
		.addOption(expectState())
		.addOption(
			new Option(
				"--metrics <[host:]port>",
				"serve /metrics for Prometheus there, on 127.0.0.1 without a host (see .github/docs/metrics.md)",
			)
				.argParser(listenOn)
				.conflicts("once"),
		)
		.addOption(
			new Option(
				"--ui <port>",
				"serve the page of `showrun ui` on this port of 127.0.0.1; 0 takes a free one",
			)
				.argParser(port)
				.conflicts("once"),
		)
		.addHelpText("after", `${WATCH_SEVERAL}${example("showrun watch campaigns/")}`)
		.action(async (paths, options) => (await import("../commands/watch.ts")).watch(paths, options));
}

const WATCH_SEVERAL = `
Paths in several workspaces, or a folder above them: one process watches them all, each with its own
settings and state. With state: postgres several processes share them: each leads its part.
`;

function addStatus(root: Command): void {
	takesInputs(root.command("status"))
		.description("show what is done, waiting, failed or unknown; read the state only, not the service")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.option("--detail", "list every address, and what apply would do now")
		.addHelpText("after", `${SEVERAL_WORKSPACES}${STATUS_HELP}${example("showrun status campaigns/")}`)
		.action(async (paths, options) => (await import("../commands/status.ts")).status(paths, options));
}

function addCalendar(root: Command): void {
	takesInputs(root.command("calendar"))
		.description("show the posts of a month, or export posts as iCalendar; read the state only")
		.argument("[paths...]", PATHS)
		.addOption(
			new Option("--month <YYYY-MM>", "which month (default: this one; with --ics all)").argParser(monthOf),
		)
		.addOption(
			new Option(
				"--zone <name>",
				"time zone of days and times, for example Europe/Berlin (default: the campaigns')",
			).argParser(zoneOf),
		)
		.addOption(new Option("--ics <file>", "write an iCalendar file, or - for standard output"))
		.addOption(json())
		.option("--detail", "list every post of the month")
		.addHelpText("after", `${CALENDAR_HELP}${example("showrun calendar campaigns/ --month 2026-12")}`)
		.action(async (paths, options) => (await import("../commands/calendar.ts")).calendar(paths, options));
}

function addUi(root: Command): void {
	takesInputs(root.command("ui"))
		.description("serve a page to see, review and apply campaigns in a browser, on this machine only")
		.argument("[paths...]", PATHS)
		.option("--port <number>", "port on 127.0.0.1; 0 takes a free one", port, 0)
		.option("--no-open", "do not open the page in a browser (without a terminal it never is)")
		.option("--new-user <name>", "print a token for somebody to sign in with, and its hash for the settings")
		.addOption(
			new Option("--role <role>", "with --new-user: what they may do")
				.choices(["look", "review", "run"])
				.default("review"),
		)
		.addOption(new Option("--for-watch").hideHelp())
		.addOption(new Option("--make-pages <mode>").choices(["ui", "watch"]).hideHelp())
		.addOption(new Option("--make-plan <how>").choices(["asking", "offline", "unshown"]).hideHelp())
		.addHelpText("after", `${UI_HELP}${example("showrun ui campaigns/")}`)
		.action(async (paths, options) => (await import("../commands/ui.ts")).ui(paths, options));
}

const UI_HELP = `
The command prints a link that works once and lets you in; pressing Enter prints another. Everything on
the page is what a command does: status, plan, apply, posts, history, resolve.
"showrun watch --ui PORT" serves the same page.
`;

const STATUS_HELP =
	"\nExit codes: 0 done or waiting, 1 error, 3 something failed or needs a person, " +
	"4 an outcome is unknown.\n";

const CALENDAR_HELP = `
In the iCalendar file each post is one event whose UID is its address: importing the file again
moves events instead of adding them. Planned posts are tentative; failed and cancelled ones are
marked as cancelled.
`;
