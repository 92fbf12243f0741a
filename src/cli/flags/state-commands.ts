import { type Command, Option } from "commander";
import { takesFormerOption, takesFormerPath, workspaceOf } from "./former.ts";
import { takesInputs } from "./inputs.ts";
import { addLedger, addServices, addSources } from "./ledger-commands.ts";
import { autoApprove, example, json, PATHS, workspaceIn } from "./options.ts";
import { addHistory, addState } from "./state-subcommands.ts";
import { timeOf } from "./values.ts";

/** The commands for the state, and for outcomes that only a person can find out. */
export function addStateCommands(root: Command): void {
	root.commandsGroup("State:");
	addHistory(root);
	addImport(root);
	addLedger(root);
	addResolve(root);
	addServices(root);
	addSources(root);
	addState(root);
	addSuspension(root);
	addUnlock(root);
}

function addImport(root: Command): void {
	const command = takesInputs(root.command("import"))
		.description(
			"add the videos of a list (LIST.csv) to a campaign, or a task or a post made elsewhere to the state",
		)
		.argument("<address|list>", "address of a video or a post, as the plan shows it; or a .csv file")
		.argument("[id]", "id of the task at the service")
		.argument("[paths...]", PATHS)
		.option("--id-unknown", "for a post whose id nobody knows, for example one made by hand")
		.option(
			"--at <time>",
			"when the post was or will be published, in the campaign's zone (2026-12-01T09:00)",
		)
		.addOption(autoApprove())
		.addOption(ofList("--campaign <name>", "the campaign to write to (default: the only one)"))
		.addOption(ofList("--dry-run", "show what would be written; write nothing"))
		.addOption(ofList("--in <path>", "workspace folder, or any path inside it (default: this folder)"));
	takesFormerOption(command, "--yes", "--auto-approve")
		.addHelpText("after", `${IMPORT_HELP}${example("showrun import keynote.video.talk 0190f3… campaigns/")}`)
		.action(async (address, ...[id, paths, options]) =>
			(await import("../commands/import.ts")).importCommand(
				address,
				id === undefined ? [] : [id, ...paths],
				options,
			),
		);
}

function ofList(flag: string, description: string): Option {
	return new Option(flag, `with a list: ${description}`);
}

function addResolve(root: Command): void {
	root
		.command("resolve")
		.description(
			"record what became of requests with an unknown outcome; prompts for each when run without arguments",
		)
		.argument("[attempts...]", "ids as `showrun status` prints them, addresses, or globs of addresses")
		.addOption(word("--posted", "the request was executed: the post or task exists"))
		.addOption(word("--not-posted", "it was not executed: send it again"))
		.addOption(word("--abandon", "never send it again"))
		.addOption(word("--cancelled", "a post handed over was cancelled at the service"))
		.addOption(word("--edited", "a post was changed by hand to what the campaign says"))
		.addOption(ofPosted("--task-id <id>", "with --posted: its id at the service").conflicts("idUnknown"))
		.addOption(ofPosted("--id-unknown", "with --posted: for a post whose id nobody knows"))
		.addOption(new Option("--reason <text>", "note to keep in the journal").conflicts("edited"))
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText(
			"after",
			`${RESOLVE_HELP}${example("showrun resolve 'keynote.post.shorts' --not-posted --reason 'not in the calendar'")}`,
		)
		.action(async (attempts, options) => (await import("../commands/resolve.ts")).resolve(attempts, options));
}

const WORDS = ["posted", "notPosted", "abandon", "cancelled", "edited"] as const;

/** One of the words about an attempt, of which only one can be true. */
function word(flag: string, description: string): Option {
	const option = new Option(flag, description);
	return option.conflicts(WORDS.filter((each) => each !== option.attributeName()));
}

function ofPosted(flag: string, description: string): Option {
	return new Option(flag, description).conflicts(WORDS.filter((each) => each !== "posted"));
}

function addSuspension(root: Command): void {
	root
		.command("suspend")
		.description("stop submitting and publishing in a workspace until `showrun resume`, or until a time")
		.option("--reason <text>", "why, for plan, status and the log of watch")
		.addOption(
			new Option(
				"--until <time>",
				"when it ends by itself (2026-12-01T09:00, or with an offset or Z)",
			).argParser(timeOf),
		)
		.addOption(workspaceIn())
		.addHelpText(
			"after",
			`${SUSPEND_HELP}${example("showrun suspend --reason 'brand review' --until 2026-12-01T09:00")}`,
		)
		.action(async (options) => (await import("../commands/suspend.ts")).suspendCommand(options));
	root
		.command("resume")
		.description("go on submitting and publishing after `showrun suspend`")
		.addOption(workspaceIn())
		.addHelpText("after", example("showrun resume"))
		.action(async (options) => (await import("../commands/suspend.ts")).resumeCommand(options));
}

function addUnlock(root: Command): void {
	const command = root
		.command("unlock")
		.description("remove a lock left by a run that is no longer alive; does not ask")
		.argument("<lock>", "id of the lock, as the refused command prints it");
	takesFormerPath(command, "[options] <lock>")
		.addOption(workspaceIn())
		.addHelpText("after", example("showrun unlock 5f0c9b1e22aa"))
		.action(async (lock, path, options) =>
			(await import("../commands/unlock.ts")).unlock(lock, workspaceOf(path, options)),
		);
}

const SUSPEND_HELP = `
It stands in the file .showrun/suspended of the workspace: any file of that name suspends, also an
empty one. apply, watch and the embedded service check it before each request and each delivery.
What another service holds already goes out: showrun posts list, showrun posts cancel.
`;

const IMPORT_HELP = `
A post is named by its moment in the source, in milliseconds; a clip that no campaign selects can be named too:
  $ showrun import 'keynote.post.shorts["talk@83400-118000"].youtube-main' --id-unknown --at 2026-11-20T18:00

A list has a video a row, under the columns video, key, title, language, transcript, at, schedule and
ACCOUNT.title, ACCOUNT.description, ACCOUNT.tags, …; only video is needed. Each row becomes an entry like the
latest one of the campaign, with its posts; all rows or none. The campaign keeps its comments and its form.
  $ showrun import episodes.csv --campaign weekly --dry-run
`;

const RESOLVE_HELP = `
Without arguments on a terminal it goes through all of them: what was sent, where to look, and what
became of it. Elsewhere it lists them. Several are resolved together, or none of them. --not-posted
is refused until a late request can no longer be executed, about twelve minutes after it was sent;
the message says from when on.

To free the moment of a post that was handed over, cancel it at the service, then name its address
with --cancelled before it is due. Where the campaign asks for it with another time or text, the next
apply posts that; a post that is asked for as it was stays cancelled.
  $ showrun resolve 'keynote.post.shorts["keynote@83400-118000"].youtube-main' --cancelled

After changing a post by hand where it is, name its address with --edited: what the campaign says of
it counts as what it says. A glob names those that are out; what the service still holds is named itself.

Exit codes: 0 done, 1 error, 4 an outcome is still unknown (after listing or prompting).
`;
