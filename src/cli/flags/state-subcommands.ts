import { type Command, Option } from "commander";
import { noteNewName, takesFormerOption, takesFormerPath, workspaceOf } from "./former.ts";
import { autoApprove, example, json, workspaceIn } from "./options.ts";

/** `showrun state …`: reads, edits and repairs the state. */
export function addState(root: Command): void {
	const state = root
		.command("state")
		.description("inspect, edit and repair the state: which videos were submitted and which posts were made")
		.addHelpText("after", example("showrun state list"));
	addLooking(state);
	addChanging(state);
	addHistory(state, { hidden: true });
	addRepairs(state);
	addMigrate(state);
}

function addLooking(state: Command): void {
	state
		.command("list")
		.description("list the addresses in the state: status and id at the service")
		.argument("[addresses...]", "only these: globs; `k.post.shorts` includes all its posts")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun state list 'talks.video.*'"))
		.action(async (addresses, options) =>
			(await import("../commands/state-read.ts")).listState(addresses, options),
		);
	state
		.command("show")
		.description("show everything in the state about one address")
		.argument("<address>", "as `showrun state list` prints it")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun state show talks.video.keynote"))
		.action(async (address, options) =>
			(await import("../commands/state-read.ts")).showState(address, options),
		);
}

function addChanging(state: Command): void {
	state
		.command("mv")
		.description(
			"rename a video, a rendition, an entry of posts or one post in the state; " +
				"`moved` in the campaign does this in every clone",
		)
		.argument("<from>", "current address")
		.argument("<to>", "new address, of the same kind in the same campaign")
		.addOption(workspaceIn())
		.addHelpText("after", example("showrun state mv talks.video.keynote talks.video.opening"))
		.action(async (from, to, options) =>
			(await import("../commands/state-write.ts")).moveState(from, to, options),
		);
	state
		.command("rm")
		.description(
			"remove an address from the state; nothing is undone at the service, posted moments are not posted again",
		)
		.argument("<address>", "as `showrun state list` prints it")
		.addOption(workspaceIn())
		.addHelpText("after", `${RM_HELP}${example("showrun state rm talks.video.keynote")}`)
		.action(async (address, options) =>
			(await import("../commands/state-write.ts")).forgetState(address, options),
		);
}

function addRepairs(state: Command): void {
	const adopt = state
		.command("adopt")
		.description(
			"accept a state that is older than expected, comes from another machine or is gone; " +
				"posted moments stay posted",
		)
		.option("--empty", "start with an empty state, where it is gone or (`state: git`) not begun")
		.addOption(workspaceIn())
		.addOption(autoApprove());
	takesFormerPath(takesFormerOption(adopt, "--yes", "--auto-approve"), "[options]")
		.addHelpText("after", `${ADOPT_HELP}${example("showrun state adopt --in campaigns/")}`)
		.action(async (path, options) =>
			(await import("../commands/state-adopt.ts")).adopt(workspaceOf(path, options), options),
		);
	const repair = state
		.command("repair")
		.description("rebuild a damaged state from everything that can be read; asks first, keeps the old files")
		.addOption(workspaceIn())
		.addOption(autoApprove());
	takesFormerPath(takesFormerOption(repair, "--yes", "--auto-approve"), "[options]")
		.addHelpText("after", `${REPAIR_HELP}${example("showrun state repair --in campaigns/")}`)
		.action(async (path, options) =>
			(await import("../commands/state-repair.ts")).repairState(workspaceOf(path, options), options),
		);
}

function addMigrate(state: Command): void {
	state
		.command("migrate")
		.description("move the state to PostgreSQL, or back to a file; the old one is closed once both are equal")
		.addOption(new Option("--to <place>", "where to").choices(["postgres", "file"]).makeOptionMandatory())
		.addOption(workspaceIn())
		.addHelpText("after", `${MIGRATE_HELP}${example("showrun state migrate --to postgres")}`)
		.action(async (options) => (await import("../commands/state-migrate.ts")).migrateState(options));
}

/** `showrun history`; `state history` was another name of it in 0.1. */
export function addHistory(parent: Command, { hidden = false }: { readonly hidden?: boolean } = {}): void {
	parent
		.command("history", { hidden })
		.description("list every attempt to submit, render or publish, and its outcome")
		.argument("[addresses...]", "only these: globs; `k.post.shorts` includes all its posts")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", `${HISTORY_HELP}${example("showrun history talks.post.shorts")}`)
		.action(async (addresses, options) => {
			if (hidden) noteNewName("`showrun state history`", "`showrun history`");
			await (await import("../commands/history.ts")).history(addresses, options);
		});
}

const ADOPT_HELP = `
This machine keeps a record of what it posted outside of the work tree, in $XDG_STATE_HOME/showrun
or ~/.local/state/showrun, on macOS in ~/Library/Application Support/showrun, on Windows in
%LOCALAPPDATA%\\showrun\\state. A state that does not match the record is refused, because it could
post again what is posted. If a newer state exists, restore that one. Otherwise this command accepts
the state as it is and adds every posted moment of the record to it: none of them is posted again,
unless \`repeat: 2\` asks for it. Videos missing from the state are submitted, and paid for, again.

With \`state: git\` each clone records the newest version it has seen on the remote. If the ref was
deleted, that version is put back; if it was replaced, the one on the remote is accepted with every
posted moment of the record. --empty creates an empty state: for CI runners, or where the remote
has these campaigns of another workspace, whose posts are not posted again. It prints the line that
keeps the state when the workspace is moved: \`state: { git: { ref: ID } }\`.
`;
const REPAIR_HELP = `
The state is rebuilt from everything that can be read: the state file (both sides of a merge
conflict), its journal, its backups in .showrun/backups and this machine's record outside of the
work tree. A moment that any of them knows as posted stays posted; an attempt without an outcome is
unknown, see \`showrun resolve\`. The old files are kept as *.damaged-*.
`;
const MIGRATE_HELP = `
The address of the database is read from DATABASE_URL, or the variable that \`state.postgres.url_env\`
names, never from an argument. Posts that this machine's ledger, its guards and the git remote know go
along. No other run may hold the state meanwhile. What was written is read back and compared before
the old state is closed, so that no version of showrun goes on with it; a move that was interrupted is
finished by the same command. Afterwards set \`state\` in showrun.config.yaml as it prints.
`;
const RM_HELP = `
A removed video is submitted, and paid for, again at the next apply, as long as a campaign asks for
it. The posted moments of a removed post stay in the ledger. An address with an unknown outcome has
to be resolved first, see \`showrun resolve\`.
`;
const HISTORY_HELP = `
This machine's attempts are recorded outside of the work tree. Attempts of other machines are known
as far as the state holds them: submitted videos, posts and unknown outcomes.
`;
