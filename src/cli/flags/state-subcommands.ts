import type { Command } from "commander";
import { example, json, workspaceIn, yes } from "./options.ts";

const PATH = "any path of the workspace";

/** `showrun state …`: what showrun remembers, looked at and put right. */
export function addState(root: Command): void {
	const state = root
		.command("state")
		.description("what showrun remembers: look at it, and put it right")
		.addHelpText("after", example("showrun state list"));
	addLooking(state);
	addChanging(state);
	addHistory(state);
	addRepairs(state);
}

function addLooking(state: Command): void {
	state
		.command("list")
		.description("list what is known: address, status, the service's id")
		.argument("[addresses...]", "only these: globs, `k.post.shorts` names all its posts")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun state list 'talks.video.*'"))
		.action(async (addresses, options) =>
			(await import("../commands/state-read.ts")).listState(addresses, options),
		);
	state
		.command("show")
		.description("show everything that is known of one address")
		.argument("<address>", "as `showrun state list` shows it")
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
			"rename a video, a rendition, an entry of posts or one post in the state, with what belongs to it; `moved` in the campaign does the same for everybody",
		)
		.argument("<from>", "its address now")
		.argument("<to>", "its new address, of the same kind in the same campaign")
		.addOption(workspaceIn())
		.addHelpText("after", example("showrun state mv talks.video.keynote talks.video.opening"))
		.action(async (from, to, options) =>
			(await import("../commands/state-write.ts")).moveState(from, to, options),
		);
	state
		.command("rm")
		.description(
			"forget an address: nothing is undone at the service, and what was posted is never posted again",
		)
		.argument("<address>", "as `showrun state list` shows it")
		.addOption(workspaceIn())
		.addHelpText("after", `${RM_HELP}${example("showrun state rm talks.video.keynote")}`)
		.action(async (address, options) =>
			(await import("../commands/state-write.ts")).forgetState(address, options),
		);
}

function addRepairs(state: Command): void {
	state
		.command("adopt")
		.description(
			"go on with a state that went back in time, came from another machine, or is gone; what was posted stays posted",
		)
		.argument("[path]", PATH, ".")
		.option("--empty", "the state is gone, or with `state: git` not begun: start with an empty one")
		.addOption(yes())
		.addHelpText("after", `${ADOPT_HELP}${example("showrun state adopt campaigns/")}`)
		.action(async (path, options) => (await import("../commands/state-adopt.ts")).adopt(path, options));
	state
		.command("repair")
		.description(
			"say what is wrong with a damaged state and what can be saved; do it after a yes, and keep what was there",
		)
		.argument("[path]", PATH, ".")
		.addOption(yes())
		.addHelpText("after", `${REPAIR_HELP}${example("showrun state repair campaigns/")}`)
		.action(async (path, options) =>
			(await import("../commands/state-repair.ts")).repairState(path, options),
		);
}

export function addHistory(parent: Command): void {
	parent
		.command("history")
		.description("list every attempt to submit, render or post: when, which address, and what came of it")
		.argument("[addresses...]", "only these: globs, `k.post.shorts` names all its posts")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", `${HISTORY_HELP}${example("showrun history talks.post.shorts")}`)
		.action(async (addresses, options) =>
			(await import("../commands/history.ts")).history(addresses, options),
		);
}

const ADOPT_HELP = `
This machine remembers outside of the work tree what it posted ($XDG_STATE_HOME/showrun, or else ~/.local/state/showrun;
on macOS ~/Library/Application Support/showrun, on Windows %LOCALAPPDATA%\\showrun\\state). A state that does not fit to that is
refused, because going on with it could post again what is posted. Restore the newest state where there is one. Otherwise this
command takes the state as it is, and with it every post that this machine remembers: their moments are not posted again
(\`repeat: 2\` posts one of them again on purpose). Videos that the state does not know are submitted, and paid for, again.

With \`state: git\` each clone remembers the newest version it has seen on the remote. Where the ref was deleted, that version is put
back; where it was replaced, what is there is taken with every post this clone knows. --empty begins the state for runners of CI.
`;
const REPAIR_HELP = `
The state is put together again from everything that can be read: the state file (both sides of a merge conflict), its journal,
its backups in .showrun/backups and what this machine remembers outside of the work tree. Every moment that one of them knows to
be posted stays posted; an attempt whose end is not known is unknown, see \`showrun resolve\`. The files as they were are kept
beside, as *.damaged-*.
`;
const RM_HELP = `
A video that is forgotten is submitted, and paid for, again at the next apply, as long as a campaign asks for it. A post
that is forgotten stays in the ledger of posted moments. An address with an unknown outcome is resolved first, see \`showrun resolve\`.
`;
const HISTORY_HELP = `
The attempts of this machine are remembered outside of the work tree; of other machines only what the state holds is known:
the posts, the videos, and what is unknown.
`;
