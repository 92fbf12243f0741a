import { Command, Option } from "commander";
import { EXIT, Exit } from "./exit.ts";
import { takesClipsFlags } from "./flags/clips.ts";
import { grouped, laysHelpOut } from "./flags/help.ts";
import { takesInputs } from "./flags/inputs.ts";
import { addModels } from "./flags/models-commands.ts";
import { atLeastOne, repeatable, takesPlanFlags } from "./flags/plan.ts";
import { addRepairing } from "./flags/repair-commands.ts";
import { addState } from "./flags/state-commands.ts";
import { addUpkeep } from "./flags/upkeep-commands.ts";
import { takesRehearsal } from "./rehearsal-flags.ts";
import { VERSION } from "./version.ts";

const PATHS = "campaign files or folders (default: this folder)";

/** The command line: names, options, help. Each command's code is loaded only when it runs. */
export function program(): Command {
	const root = laysHelpOut(new Command("showrun"))
		.description(
			"Terraform for clips: say in YAML which clips of which videos go where; plan and apply only what is missing.",
		)
		.version(VERSION, "-V, --version")
		.showSuggestionAfterError()
		.addHelpText(
			"after",
			"\nExample:\n  $ showrun plan examples/quickstart\n  $ showrun apply examples/quickstart\n\nExit codes: 0 done or waiting, 1 error, 2 changes (plan --detailed-exitcode), 3 partly failed, 4 an outcome is unknown.",
		)
		.exitOverride((error) => {
			throw new Exit(error.exitCode === 0 ? EXIT.ok : EXIT.error);
		});
	addReading(root);
	addPlanning(root);
	addWords(root);
	addAccounts(root);
	addDownload(root);
	addWriting(root);
	addRepairing(root);
	addState(root);
	addUpkeep(root);
	addModels(root);
	root
		.command("version")
		.description("print the version")
		.action(() => console.log(VERSION));
	return grouped(root);
}

function addReading(root: Command): void {
	takesInputs(root.command("validate"))
		.description("check campaigns and settings; send nothing")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.option("--github", "print GitHub annotations")
		.addHelpText("after", example("showrun validate campaigns/"))
		.action(async (paths, options) => (await import("./commands/validate.ts")).validate(paths, options));
	root
		.command("explain")
		.description(
			"explain a rule: what it finds, why, its numbers and where they are from, how to override it",
		)
		.argument("[rule]", "its id, as a diagnostic shows it (default: list all)")
		.addOption(json())
		.addHelpText("after", example("showrun explain SVC-05"))
		.action(async (rule, options) => (await import("./commands/explain.ts")).explain(rule, options));
	takesInputs(root.command("status"))
		.description("show what is done, what is waited for and until when, and what is unknown; ask nobody")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.option("--detail", "show every address of long lists, and what apply would do now")
		.addHelpText("after", `${STATUS_HELP}${example("showrun status campaigns/")}`)
		.action(async (paths, options) => (await import("./commands/status.ts")).status(paths, options));
}

function addPlanning(root: Command): void {
	takesClipsFlags(root.command("clips"))
		.description(
			"write every clip found into a file beside its campaign, to approve and to reword; keeps what you wrote there, comments too",
		)
		.argument("[paths...]", PATHS)
		.addHelpText("after", example("showrun clips campaigns/ && git diff campaigns/"))
		.action(async (paths, options) => (await import("./commands/clips.ts")).clipsCommand(paths, options));
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
		.action(async (paths, options) => (await import("./commands/plan.ts")).planCommand(paths, options));
	root
		.command("show")
		.description(
			"show a saved plan, or what the clips of a video or a post are rated by and why they are cut where they are",
		)
		.argument(
			"<plan|address>",
			"file that `showrun plan --out` wrote, or an address as plan and `showrun state list` show it",
		)
		.option("--in <path>", "any path of the workspace of an address", ".")
		.addOption(json())
		.addOption(markdown())
		.addOption(new Option("--detail", "show every line of every group, and field by field what differs"))
		.addHelpText("after", example("showrun show plan.json\n  $ showrun show keynote-2026.video.keynote"))
		.action(async (plan, options) => (await import("./commands/show.ts")).show(plan, options));
}

function addWords(root: Command): void {
	root
		.command("fmt")
		.description("put campaigns and settings into one canonical form; comments stay where they are")
		.argument("[paths...]", `${PATHS}; \`-\` for standard input`)
		.option("--check", "write nothing; name the files that would change, and exit with 3 if there are any")
		.option("--diff", "write nothing; show what would change")
		.addHelpText("after", example("showrun fmt --check campaigns/"))
		.action(async (paths, options) => (await import("./commands/fmt.ts")).fmt(paths, options));
	root
		.command("init")
		.description(
			"write a commented campaign to start from, settings, and the schema that editors complete from; overwrite nothing",
		)
		.argument("[folder]", "where to", ".")
		.option("--video <file>", "the video to find clips in (default: the one in the folder)")
		.option("--name <name>", "name of the campaign (default: the folder's)")
		.addHelpText("after", example("showrun init campaigns --video talk.mp4"))
		.action(async (folder, options) => (await import("./commands/init.ts")).init(folder, options));
	root
		.command("schema")
		.description("print the JSON Schema of a kind of file, or its reference pages")
		.argument("[name]", "campaign, clips, settings, plan or state", "campaign")
		.option("--markdown", "print reference pages in Markdown")
		.addHelpText("after", example("showrun schema --markdown > reference.md"))
		.action(async (name, options) => (await import("./commands/schema.ts")).schema(name, options));
}

function addAccounts(root: Command): void {
	const accounts = root
		.command("accounts")
		.description("the accounts posts can go to")
		.addHelpText("after", example("showrun accounts list"));
	takesInputs(accounts.command("list"))
		.description("list the connected accounts, the health of their tokens, and the posts at risk")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.addHelpText("after", example("showrun accounts list examples/quickstart"))
		.action(async (paths, options) => (await import("./commands/accounts.ts")).listAccounts(paths, options));
	accounts
		.command("connect")
		.description(
			"connect an account: shows a page to allow it on, waits for the account (10 units once it is connected)",
		)
		.argument("<platform>", "youtube, tiktok, twitter, instagram, facebook or linkedin")
		.argument("[path]", "any path of the workspace", ".")
		.option("--no-open", "do not open the page in a browser (only done on a terminal)")
		.option("--timeout <seconds>", "how long to wait for the account", seconds, 900)
		.addOption(json())
		.addHelpText("after", example("showrun accounts connect youtube"))
		.action(async (platform, path, options) =>
			(await import("./commands/connect.ts")).connect(platform, path, options),
		);
}

function addDownload(root: Command): void {
	takesInputs(root.command("download"))
		.description(
			"fetch the rendered clips that apply made: whole, verified, with a list of them; goes on where it was stopped",
		)
		.argument("[paths...]", PATHS)
		.option("--out <folder>", "where the clips and their manifest.json go", "clips")
		.option("--name <template>", "how files are called, see below")
		.addOption(
			repeatable(
				"--target <glob>",
				"only these videos or clips: addresses, `*` stands for anything; may be repeated",
			),
		)
		.option("--parallel <number>", "how many files are fetched at the same time (1 to 16)", atOnce, 4)
		.addOption(json())
		.addHelpText(
			"after",
			`${NAMES_HELP}${example("showrun download examples/quickstart --out clips --target 'keynote-2026.video.*'")}`,
		)
		.action(async (paths, options) =>
			(await import("./commands/download.ts")).downloadCommand(paths, options),
		);
}

function addWriting(root: Command): void {
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
		.action(async (paths, options) => (await import("./commands/apply.ts")).apply(paths, options));
	takesInputs(root.command("watch"))
		.description(
			"keep the campaigns applied: at changes, on a schedule, and when something is due; starting it is the yes to what they ask for",
		)
		.argument("[paths...]", PATHS)
		.option("--once", "stop when nothing is left to do or to wait for")
		.option("--lock-timeout <seconds>", "with --once: how long to wait for another run to end", seconds, 0)
		.addOption(allowSkew())
		.addHelpText("after", example("showrun watch campaigns/"))
		.action(async (paths, options) => (await import("./commands/watch.ts")).watch(paths, options));
	takesRehearsal(root.command("serve"))
		.description("run the embedded service as a server of its own")
		.argument("[path]", "any path of the workspace", ".")
		.option("--host <address>", "address to listen on", "127.0.0.1")
		.option("--port <number>", "port to listen on", port, 7788)
		.addHelpText("after", FEEDS_HELP)
		.addHelpText("after", example("SHOWRUN_API_KEY=… showrun serve examples/quickstart --port 7788"))
		.action(async (path, options) => (await import("./commands/serve.ts")).serve(path, options));
}

const allowSkew = () =>
	new Option(
		"--allow-skew",
		"publish even where this machine's clock and the service's are more than a minute apart",
	);
const markdown = () =>
	new Option(
		"--markdown",
		"print Markdown for a comment on a pull request, cut under 65,536 characters",
	).conflicts(["json", "refreshOnly"]);
const json = () => new Option("--json", "print JSON lines instead of text");
const STATUS_HELP =
	"\nExit codes: 0 done or waiting, 1 error, 3 something failed or needs a person, 4 an outcome is unknown.\n";
/** What a server shows to everybody, in the help of the command that starts one. */
const FEEDS_HELP = `
Feeds:
  /outbox/<platform>/<username>/feed.xml, with the videos and thumbnails of public posts; anybody who
  reaches the server may read them, without a key. For feeds that name this server, set
  embedded.feed_url: http://127.0.0.1:7788/outbox`;
const NAMES_HELP = `
Names are Liquid templates over campaign.name, video.name, clip.title, clip.rank (from 0), clip.score, clip.begin, clip.end
and clip.seconds; the filter \`slug\` makes one word of a text. A "/" in the template makes a folder. The default is
  {{ campaign.name }}/{{ video.name }}/{{ clip.rank | plus: 1 }}-{{ clip.title | slug }}.mp4
A rank belongs to one set of clips: once a video is submitted again, the same number is another clip. manifest.json names
every clip by its address and its moment in the source (milliseconds), which stay. A file that is there already and
is what the manifest says is not fetched again; any other file of that name is replaced.
`;
const example = (line: string) => `\nExample:\n  $ ${line}`;

function seconds(text: string): number {
	const [, number = text, unit = "s"] = /^(\d+)([smh]?)$/.exec(text) ?? [];
	return (
		whole(number, "a number of seconds (30, 30s), minutes (2m) or hours (1h)", 86_400) *
		({ m: 60, h: 3_600 }[unit] ?? 1)
	);
}

function atOnce(text: string): number {
	return whole(text === "0" ? "none" : text, "a number from 1 to 16", 16);
}

function port(text: string): number {
	return whole(text, "a port (0 to 65535)", 65_535);
}

function whole(text: string, what: string, most: number): number {
	const value = Number(text);
	if (text.trim() !== "" && Number.isInteger(value) && value >= 0 && value <= most) return value;
	process.stderr.write(`Error: "${text}" is not ${what}.\n`);
	throw new Exit(EXIT.error);
}
