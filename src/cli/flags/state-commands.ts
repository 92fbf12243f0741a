import { type Command, Option } from "commander";
import { takesInputs } from "./inputs.ts";
import { example, json, PATHS, workspaceIn, yes } from "./options.ts";
import { addHistory, addState } from "./state-subcommands.ts";

/** The commands for what showrun remembers, and for what only a person can know. */
export function addStateCommands(root: Command): void {
	root.commandsGroup("What is remembered:");
	addHistory(root);
	addImport(root);
	addResolve(root);
	addState(root);
	addUnlock(root);
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
		.addOption(yes())
		.addHelpText("after", `${IMPORT_HELP}${example("showrun import keynote.video.talk 0190f3… campaigns/")}`)
		.action(async (address, ...[id, paths, options]) =>
			(await import("../commands/import.ts")).importCommand(
				address,
				id === undefined ? [] : [id, ...paths],
				options,
			),
		);
}

function addResolve(root: Command): void {
	root
		.command("resolve")
		.description(
			"say what became of attempts whose outcome is unknown; on a terminal, without a word, asks about each",
		)
		.argument(
			"[attempts...]",
			"ids as `showrun status` shows them, addresses, or globs of addresses (default: all, to be asked about)",
		)
		.addOption(new Option("--posted", "it was executed").conflicts(["notPosted", "abandon"]))
		.addOption(
			new Option("--not-posted", "it was not executed; it will be sent again").conflicts([
				"posted",
				"abandon",
			]),
		)
		.addOption(new Option("--abandon", "leave it: never send it again").conflicts(["posted", "notPosted"]))
		.addOption(
			new Option("--task-id <id>", "with --posted: the id the service gave").conflicts([
				"idUnknown",
				"notPosted",
				"abandon",
			]),
		)
		.addOption(
			new Option("--id-unknown", "with --posted: a post whose id nobody knows").conflicts([
				"notPosted",
				"abandon",
			]),
		)
		.option("--reason <text>", "kept in the journal")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText(
			"after",
			`${RESOLVE_HELP}${example("showrun resolve 'keynote.post.shorts' --not-posted --reason 'not in the calendar'")}`,
		)
		.action(async (attempts, options) => (await import("../commands/resolve.ts")).resolve(attempts, options));
}

function addUnlock(root: Command): void {
	root
		.command("unlock")
		.description("remove the lock of a run that is surely gone; asks nothing")
		.argument("<lock>", "its id, as the refused command shows it")
		.argument("[path]", "any path of the workspace", ".")
		.addHelpText("after", example("showrun unlock 5f0c9b1e22aa"))
		.action(async (lock, path) => (await import("../commands/unlock.ts")).unlock(lock, path));
}

const IMPORT_HELP = `
A post is named by the moment of its source, in milliseconds; a clip that nobody chose, or knows yet, can be named too:
  $ showrun import 'keynote.post.shorts["talk@83400-118000"].youtube-main' --id-unknown --at 2026-11-20T18:00
`;

const RESOLVE_HELP = `
Without a word on a terminal it goes through every attempt: what was sent, where to look, and what became of it; nothing is
assumed without an answer. Elsewhere it lists them. Several are settled together, or none of them. "Not posted" is refused until
no late request can be executed any more, about twelve minutes after it was sent; the refusal says from when on.

Exit codes: 0 done, 1 error, 4 an outcome is still unknown (where they were listed or asked about).
`;
