import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import type { Month } from "../../views/month.ts";
import { takesInputs } from "./inputs.ts";

const PATHS = "campaign files or folders (default: this folder)";

/** The commands around the plan that look after things: what is when, and what is wrong. */
export function addUpkeep(root: Command): void {
	addCalendar(root);
	addImport(root);
	addDoctor(root);
	addCompletion(root);
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

function addImport(root: Command): void {
	takesInputs(root.command("import"))
		.description(
			"make showrun know a task or a post that was made elsewhere, so that it is not made again; sends nothing",
		)
		.argument("<address>", "address of a video or a post, as the plan shows it")
		.argument("[id]", "the service's id of the task")
		.argument("[paths...]", PATHS)
		.option("--id-unknown", "a post whose id nobody knows, for example one made by hand")
		.option("--at <time>", "a post: when it went out or will, on the campaign's clocks (2026-12-01T09:00)")
		.option("--yes", "do not ask")
		.addHelpText("after", `${IMPORT_HELP}${example("showrun import keynote.video.talk 0190f3… campaigns/")}`)
		.action(async (address, ...[id, paths, options]) =>
			(await import("../commands/import.ts")).importCommand(
				address,
				id === undefined ? [] : [id, ...paths],
				options,
			),
		);
}

function addDoctor(root: Command): void {
	takesInputs(root.command("doctor"))
		.description("look whether everything a run needs is there and works, and say what to do; change nothing")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.addHelpText(
			"after",
			`\nExit codes: 0 nothing fails, 1 something does.\n${example("showrun doctor campaigns/")}`,
		)
		.action(async (paths, options) => (await import("../commands/doctor.ts")).doctor(paths, options));
}

function addCompletion(root: Command): void {
	root
		.command("completion")
		.description("print a script that makes a shell complete commands, options and paths")
		.addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish", "powershell"]))
		.addHelpText("after", `${COMPLETION_HELP}${example('eval "$(showrun completion bash)"')}`)
		.action(async (shell) => (await import("../commands/completion.ts")).completion(shell, root));
}

const COMPLETION_HELP = `
bash        in ~/.bashrc: eval "$(showrun completion bash)"
zsh         showrun completion zsh > "\${fpath[1]}/_showrun", in a folder of fpath that you may write to
fish        showrun completion fish > ~/.config/fish/completions/showrun.fish
powershell  in $PROFILE: showrun completion powershell | Out-String | Invoke-Expression
`;
const IMPORT_HELP = `
A post is named by the moment of its source, in milliseconds; a clip that nobody chose, or knows yet, can be named too:
  $ showrun import 'keynote.post.shorts["talk@83400-118000"].youtube-main' --id-unknown --at 2026-11-20T18:00
`;
const json = () => new Option("--json", "print JSON lines instead of text");
const example = (line: string) => `\nExample:\n  $ ${line}`;
const CALENDAR_HELP = `
In a file each post is one event whose name (UID) is its address, so that a program that reads the file again moves events
instead of adding them. Planned posts are tentative; failed and cancelled ones are marked as cancelled.
`;

function monthOf(text: string): Month {
	const [, year, month] = /^([12]\d{3})-(\d{2})$/.exec(text) ?? [];
	if (Number(month) >= 1 && Number(month) <= 12) return { year: Number(year), month: Number(month) };
	throw new InvalidArgumentError("Write a year and a month, as 2026-12.");
}

function zoneOf(text: string): string {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
	} catch {
		throw new InvalidArgumentError("Write the IANA name of a time zone, as Europe/Berlin or UTC.");
	}
}
