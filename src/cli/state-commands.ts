import { type Command, Option } from "commander";

const PATH = "any path of the workspace";

/** `showrun state …`: what showrun remembers, looked at and put right. */
export function addState(root: Command): void {
	const state = root.command("state").description("what showrun remembers: look at it, and put it right");
	state
		.command("adopt")
		.description("go on with a state that went back in time, came from another machine, or is gone; what was posted stays posted")
		.argument("[path]", PATH, ".")
		.option("--empty", "the state is gone: start over with an empty one")
		.addOption(yes())
		.addHelpText("after", `${ADOPT_HELP}${example("showrun state adopt campaigns/")}`)
		.action(async (path, options) => (await import("./commands/state-adopt.ts")).adopt(path, options));
	state
		.command("repair")
		.description("say what is wrong with a damaged state and what can be saved; do it after a yes, and keep what was there")
		.argument("[path]", PATH, ".")
		.addOption(yes())
		.addHelpText("after", `${REPAIR_HELP}${example("showrun state repair campaigns/")}`)
		.action(async (path, options) => (await import("./commands/state-repair.ts")).repairState(path, options));
}

const yes = () => new Option("--yes", "do not ask");
const example = (line: string) => `\nExample:\n  $ ${line}`;

const ADOPT_HELP = `
This machine remembers outside of the work tree what it posted ($XDG_STATE_HOME/showrun, or else ~/.local/state/showrun;
on macOS ~/Library/Application Support/showrun, on Windows %LOCALAPPDATA%\\showrun\\state). A state that does not fit to that is
refused, because going on with it could post again what is posted. Restore the newest state where there is one. Otherwise this
command takes the state as it is, and with it every post that this machine remembers: their moments are not posted again
(\`repeat: 2\` posts one of them again on purpose). Videos that the state does not know are submitted, and paid for, again.
`;
const REPAIR_HELP = `
The state is put together again from everything that can be read: the state file (both sides of a merge conflict), its journal,
its backups in .showrun/backups and what this machine remembers outside of the work tree. Every moment that one of them knows to
be posted stays posted; an attempt whose end is not known is unknown, see \`showrun resolve\`. The files as they were are kept
beside, as *.damaged-*.
`;
