import { type Command, Option } from "commander";

/** The commands for what only a person can know. */
export function addRepairing(root: Command): void {
	addResolve(root);
	root
		.command("unlock")
		.description("remove the lock of a run that is surely gone; asks nothing")
		.argument("<lock>", "its id, as the refused command shows it")
		.argument("[path]", "any path of the workspace", ".")
		.addHelpText("after", example("showrun unlock 5f0c9b1e22aa"))
		.action(async (lock, path) => (await import("../commands/unlock.ts")).unlock(lock, path));
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
		.addOption(new Option("--in <path>", "any path of the workspace").default("."))
		.addOption(json())
		.addHelpText(
			"after",
			`${RESOLVE_HELP}${example("showrun resolve 'keynote.post.shorts' --not-posted --reason 'not in the calendar'")}`,
		)
		.action(async (attempts, options) => (await import("../commands/resolve.ts")).resolve(attempts, options));
}

const json = () => new Option("--json", "print JSON lines instead of text");
const example = (line: string) => `\nExample:\n  $ ${line}`;
const RESOLVE_HELP = `
Without a word on a terminal it goes through every attempt: what was sent, where to look, and what became of it; nothing is
assumed without an answer. Elsewhere it lists them. Several are settled together, or none of them. "Not posted" is refused until
no late request can be executed any more, about twelve minutes after it was sent; the refusal says from when on.

Exit codes: 0 done, 1 error, 4 an outcome is still unknown (where they were listed or asked about).
`;
