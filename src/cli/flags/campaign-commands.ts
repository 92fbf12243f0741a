import { type Command, Option } from "commander";
import { addFeeds } from "./feed-commands.ts";
import { example, json, PATHS, repeatable } from "./options.ts";

/** The commands for writing campaigns. */
export function addCampaignCommands(root: Command): void {
	root.commandsGroup("Campaigns:");
	addInit(root);
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
		.option("--review", "post no clip before a person approved it")
		.option("--name <name>", "name of the campaign (default: the folder's)")
		.addHelpText("after", example("showrun init campaigns --video campaigns/talk.mp4"))
		.action(async (folder, options) => (await import("../commands/init.ts")).init(folder, options, root));
}

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
