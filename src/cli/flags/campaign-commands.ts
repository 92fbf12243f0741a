import { type Command, Option } from "commander";
import { addFeeds } from "./feed-commands.ts";
import { takesInputs } from "./inputs.ts";
import { example, json, PATHS, repeatable, workspaceIn } from "./options.ts";
import { localTime } from "./values.ts";

/** The commands for writing campaigns. */
export function addCampaignCommands(root: Command): void {
	root.commandsGroup("Campaigns:");
	addInit(root);
	addNew(root);
	addFmt(root);
	addSchema(root);
	addExplain(root);
	addFeeds(root);
}

function addInit(root: Command): void {
	root
		.command("init")
		.description("write a commented campaign, settings and the schemas for editors; overwrite nothing")
		.argument("[folder]", "folder to set up", ".")
		.addOption(
			repeatable("--video <file>", "a video to find clips in, or its URL (default: the one in the folder)"),
		)
		.addOption(repeatable("--account <account>", "an account to post to, as PLATFORM:USERNAME"))
		.addOption(
			new Option(
				"--feed <feed>",
				"where videos appear by themselves: the address of a podcast or video feed, or a folder ('talks/*.mp4')",
			).conflicts("video"),
		)
		.addOption(
			new Option(
				"--from <kind>",
				"what it is for: podcast (also with --feed), conference or weekly-show",
			).choices(["podcast", "conference", "weekly-show"]),
		)
		.addOption(
			new Option(
				"--from-folder <folder>",
				"write an entry for each video that is in this folder now, with its transcript and posts",
			).conflicts(["video", "feed"]),
		)
		.option("--review", "post no clip before a person approved it")
		.option("--name <name>", "name of the campaign (default: that of the one in the folder, or the folder's)")
		.addHelpText("after", `${INIT_HELP}${example("showrun init campaigns --video campaigns/talk.mp4")}`)
		.action(async (folder, options) => (await import("../commands/init.ts")).init(folder, options, root));
}

const INIT_HELP = `
Where videos come from: --video names them, --from-folder writes those of a folder one by one, --feed
follows a feed or a folder, so that new ones appear by themselves. --from picks how they are posted, and
adds a sample of eleven seconds where no video is named. On a terminal, and with --from or --from-folder,
init ends with a plan. Later: showrun new VIDEO
`;

function addNew(root: Command): void {
	takesInputs(root.command("new"))
		.description("add a video to a campaign, with posts like those of its latest entry; keep comments")
		.argument("<video>", "a video file of the workspace, or the address of a video")
		.option("--campaign <name>", "the campaign to write to (default: the only one)")
		.option("--as <key>", "key of the entry (default: from the name of the video)")
		.addOption(
			new Option(
				"--at <time>",
				"when its first post is published, in the campaign's zone; the others keep their distance",
			).argParser(localTime),
		)
		.option("--dry-run", "show what would be written; write nothing")
		.addOption(workspaceIn())
		.addHelpText("after", `${NEW_HELP}${example("showrun new episodes/episode-12.mp4 --dry-run")}`)
		.action(async (video, options) => (await import("../commands/new.ts")).newCommand(video, options));
}

const NEW_HELP = `
The entry takes over the settings of the latest entry with a source of its own, and its posts with their
schedule and texts, in which the new video's title takes the place of the other's. Several videos at once:
showrun import LIST.csv. Videos that appear by themselves are a feed: showrun init --help
`;

function addFmt(root: Command): void {
	root
		.command("fmt")
		.description("format campaigns, shared files and settings; keep comments")
		.argument("[paths...]", `${PATHS}; \`-\` for standard input`)
		.option("--check", "write nothing; list the files that would change, and exit with 3 if there are any")
		.option("--diff", "write nothing; show what would change")
		.addHelpText("after", example("showrun fmt --check campaigns/"))
		.action(async (paths, options) => (await import("../commands/fmt.ts")).fmt(paths, options));
}

function addSchema(root: Command): void {
	root
		.command("schema")
		.description("print the JSON Schema or the reference of a kind of file")
		.argument("[name]", "campaign, shared, clips, settings, plan or state", "campaign")
		.option("--markdown", "print the reference in Markdown")
		.addHelpText("after", example("showrun schema --markdown > reference.md"))
		.action(async (name, options) => (await import("../commands/schema.ts")).schema(name, options));
}

function addExplain(root: Command): void {
	root
		.command("explain")
		.description("explain a rule: what it checks, why, its limits and their source, how to override it")
		.argument("[rule]", "id of the rule, as diagnostics print it (default: list all rules)")
		.addOption(json())
		.addHelpText("after", example("showrun explain clip-length"))
		.action(async (rule, options) => (await import("../commands/explain.ts")).explain(rule, options));
}
