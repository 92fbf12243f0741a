import { type Command, Option } from "commander";
import { takesInputs } from "./inputs.ts";
import { allowSkew, example, json, markdown, PATHS } from "./options.ts";
import { takesPlanFlags } from "./plan.ts";
import { atLeastOne, monthOf, seconds, zoneOf } from "./values.ts";

/** The commands of a usual day: from checking campaigns to keeping them applied. */
export function addMainCommands(root: Command): void {
	root.commandsGroup("Every day:");
	addValidate(root);
	addPlan(root);
	addApply(root);
	addWatch(root);
	addStatus(root);
	addCalendar(root);
}

function addValidate(root: Command): void {
	takesInputs(root.command("validate"))
		.description("check campaigns and settings; send nothing")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.option("--github", "print GitHub annotations")
		.addHelpText("after", example("showrun validate campaigns/"))
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
				"save the plan, for `showrun show` and, within 24 hours, `showrun apply`: exactly this plan, once",
			).conflicts("refreshOnly"),
		)
		.option("--detailed-exitcode", "exit with 2 when there are changes, 0 when there are none")
		.addHelpText("after", example("showrun plan examples/quickstart"))
		.action(async (paths, options) => (await import("../commands/plan.ts")).planCommand(paths, options));
}

function addApply(root: Command): void {
	takesPlanFlags(takesInputs(root.command("apply")))
		.description(
			"do what is missing: submit videos, wait for clips, publish posts; never the same post twice",
		)
		.argument("[paths...]", "campaign files or folders, or one saved plan (default: this folder)")
		.option(
			"--auto-approve",
			"do not ask; covers posts whose clips are not known yet, up to the bound the plan shows",
		)
		.addOption(
			new Option("--parallelism <number>", "how many changes are made at the same time")
				.argParser(atLeastOne)
				.default(1),
		)
		.option("--lock-timeout <seconds>", "how long to wait for another run to end", seconds, 0)
		.addOption(allowSkew())
		.addHelpText("after", example("showrun apply examples/quickstart --auto-approve"))
		.action(async (paths, options) => (await import("../commands/apply.ts")).apply(paths, options));
}

function addWatch(root: Command): void {
	takesInputs(root.command("watch"))
		.description(
			"keep the campaigns applied: at changes, on a schedule, and when something is due; starting it is the yes to what they ask for",
		)
		.argument("[paths...]", PATHS)
		.option("--once", "stop when nothing is left to do or to wait for")
		.option("--lock-timeout <seconds>", "with --once: how long to wait for another run to end", seconds, 0)
		.addOption(allowSkew())
		.addHelpText("after", example("showrun watch campaigns/"))
		.action(async (paths, options) => (await import("../commands/watch.ts")).watch(paths, options));
}

function addStatus(root: Command): void {
	takesInputs(root.command("status"))
		.description("show what is done, what is waited for and until when, and what is unknown; ask nobody")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.option("--detail", "show every address of long lists, and what apply would do now")
		.addHelpText("after", `${STATUS_HELP}${example("showrun status campaigns/")}`)
		.action(async (paths, options) => (await import("../commands/status.ts")).status(paths, options));
}

function addCalendar(root: Command): void {
	takesInputs(root.command("calendar"))
		.description("show the posts of a month: handed over, planned, done; ask nobody")
		.argument("[paths...]", PATHS)
		.addOption(
			new Option("--month <YYYY-MM>", "which month (default: this one; files hold all months)").argParser(
				monthOf,
			),
		)
		.addOption(
			new Option(
				"--zone <name>",
				"time zone of days and times, as Europe/Berlin (default: the campaigns')",
			).argParser(zoneOf),
		)
		.addOption(
			new Option(
				"--ics <file>",
				"write a calendar for other programs to this file, or - for standard output",
			),
		)
		.addOption(json())
		.option("--detail", "list every post of the month")
		.addHelpText("after", `${CALENDAR_HELP}${example("showrun calendar campaigns/ --month 2026-12")}`)
		.action(async (paths, options) => (await import("../commands/calendar.ts")).calendar(paths, options));
}

const STATUS_HELP =
	"\nExit codes: 0 done or waiting, 1 error, 3 something failed or needs a person, 4 an outcome is unknown.\n";

const CALENDAR_HELP = `
In a file each post is one event whose name (UID) is its address, so that a program that reads the file again moves events
instead of adding them. Planned posts are tentative; failed and cancelled ones are marked as cancelled.
`;
