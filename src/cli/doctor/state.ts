import { stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { Fault } from "../../model/fault.ts";
import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { stateLock } from "../../state/file/store.ts";
import { type GitPlaced, gitLock, gitStore } from "../../state/git/store.ts";
import { examineGit, mustPush } from "../../state/git/upkeep.ts";
import { mismatchOf } from "../../state/ledger/binding.ts";
import { mismatchFault } from "../../state/ledger/ledger-fault.ts";
import { diagnose } from "../../state/repair/repair.ts";
import { doubtAbout, isHeld, LockedFault, readHolder } from "../../system/lock.ts";
import type { LockHolder } from "../../system/locks/holder.ts";
import { ProgramFault, run } from "../../system/run.ts";
import { gitOf } from "../wiring/git-state.ts";
import { bindingOf } from "../wiring/ledger-binding.ts";
import { statePlace, storeOf } from "../wiring/store.ts";
import { failure, warning, well } from "./finding.ts";
import { stateFindings } from "./state-findings.ts";

/** Whether the state can be read and is the newest this machine knows, and what in it needs a person. */
export async function lookAtState(settings: Settings, signal: AbortSignal): Promise<readonly CheckResult[]> {
	const placed = gitOf(settings);
	if (placed) return lookAtRemote(placed, signal);
	if (settings.statePostgres) return databaseFindings(settings, "lookAtDatabase");
	const { problems, repaired } = await diagnose(statePlace(settings));
	if (problems.length > 0)
		return problems.map((problem) =>
			failure(
				"state",
				problem,
				repaired === undefined ? "Restore it from a backup." : "showrun state repair",
			),
		);
	const state = await storeOf(settings).read();
	const mismatch = await mismatchOf(bindingOf(settings), state);
	if (mismatch === undefined) return stateFindings(state);
	const fault = mismatchFault(settings.state, mismatch);
	return [...stateFindings(state), failure("ledger", fault.message, remedyOf(fault))];
}

/** Whether the remote can be read and pushed to, and what the state there says of itself. */
async function lookAtRemote(placed: GitPlaced, signal: AbortSignal): Promise<readonly CheckResult[]> {
	const { journal, problem } = await examineGit(placed, signal);
	if (problem)
		return [
			failure("state", problem.message, journal === undefined ? remedyOf(problem) : "showrun state repair"),
		];
	return [
		...stateFindings(await gitStore(placed).read()),
		well("remote", `the state is on ${await mustPush(placed, signal)}, which accepts pushes`),
	];
}

function remedyOf(problem: Error): string {
	return ((problem instanceof Fault && problem.remedy) || "showrun status").replaceAll("\n", " ");
}

/** Who holds the locks of the state and of the embedded service, and whether a run was interrupted. */
export async function lookAtLocks(settings: Settings): Promise<readonly CheckResult[]> {
	const { state, embedded, service } = settings;
	const placed = gitOf(settings);
	const database = settings.statePostgres ? await databaseFindings(settings, "lookAtLease") : undefined;
	const lock = placed === undefined ? await stateLock(state) : await gitLock(placed);
	const locks = [
		...(database ? [] : [lock]),
		...(service.url === undefined ? [join(embedded.data, "owner.lock")] : []),
	];
	const held = (await Promise.all(locks.map(lookAtLock))).flat();
	const interrupted = held.length === 0 && !database && (await exists(lock.replace(/\.lock$/, ".journal")));
	const journal = interrupted
		? [
				warning(
					"journal",
					"a run was interrupted; what it did is recorded",
					"Nothing to do: the next apply continues from there.",
				),
			]
		: [];
	const none = database ?? [well("lock", "not held")];
	return [...(held.length === 0 ? none : [...(database ?? []), ...held]), ...journal];
}

/** Loaded when it is used: most workspaces keep their state in a file. */
async function databaseFindings(
	settings: Settings,
	look: "lookAtDatabase" | "lookAtLease",
): Promise<readonly CheckResult[]> {
	const [{ postgresPlaceOf }, found] = await Promise.all([
		import("../wiring/postgres-state.ts"),
		import("./database.ts"),
	]);
	const place = postgresPlaceOf(settings);
	return place === undefined ? [] : found[look](place);
}

async function lookAtLock(path: string): Promise<readonly CheckResult[]> {
	const holder = await readHolder(path).catch((error: unknown) => {
		if (error instanceof LockedFault) return error;
		throw error;
	});
	if (holder === undefined) return [];
	if (holder instanceof LockedFault)
		return [failure("lock", holder.message, holder.remedy ?? "Remove it when no showrun is running.")];
	return [
		(await isHeld(path))
			? heldFinding(holder, await doubtAbout(path, holder))
			: well("lock", `left by "${holder.command}", which is no longer alive; the next run takes it over`),
	];
}

function heldFinding(
	{ command, user, pid, host, since, lockId }: LockHolder,
	doubt = "Wait until it ends.",
): CheckResult {
	const detail = `held by "${command}" of ${user} (pid ${pid} on ${host}, since ${since})`;
	return warning(
		"lock",
		detail,
		`${doubt} Only if that process is no longer alive: showrun unlock ${lockId}`,
	);
}

/** What must never be committed, as paths in the workspace. */
const PRIVATE = [
	".showrun/state.json.journal",
	".showrun/state.json.lock",
	".showrun/cache/x",
	".showrun/service/x",
	".showrun/backups/x",
];

/** Whether git leaves out what belongs to one machine. Nothing where there is no git. */
export async function lookAtGit(
	{ root, embedded, service, stateGit }: Settings,
	signal: AbortSignal,
): Promise<readonly CheckResult[]> {
	if ((await gitLines(root, ["--version"], signal)) === undefined)
		return [gitMissing(stateGit !== undefined)];
	const git = (...args: readonly string[]) => gitLines(root, args, signal);
	const inside = await git("rev-parse", "--is-inside-work-tree");
	if (inside?.[0] !== "true") return [well("git", "the workspace is not in a git repository")];
	const outbox = relative(root, embedded.outbox);
	const own = service.url === undefined && !outbox.startsWith("..") ? [`${outbox}/x`] : [];
	// The folder brings its own list along, once there is one.
	const begun = await exists(join(root, ".showrun"));
	const paths = [...(begun ? PRIVATE : []), ...own];
	if (paths.length === 0) return [well("git", "nothing has to be ignored yet")];
	const ignored = new Set(await git("check-ignore", "--no-index", "--", ...paths));
	const seen = paths.filter((path) => !ignored.has(path)).map((path) => path.replace(/\/x$/, "/"));
	if (seen.length === 0) return [well("git", "ignores the files that belong to this machine alone")];
	return [
		warning(
			"git",
			`would commit ${seen.join(", ")}`,
			`Add ${seen.length === 1 ? "it" : "them"} to .gitignore.`,
		),
	];
}

function gitMissing(isNeeded: boolean): CheckResult {
	const remedy = "Install git, and have it on the PATH.";
	return isNeeded
		? failure("git", "missing: `state: git` needs it", remedy)
		: warning("git", "missing: what would be committed cannot be checked", remedy);
}

/** Lines that git says. Undefined: there is no git, or it refuses the folder. */
async function gitLines(
	cwd: string,
	args: readonly string[],
	signal: AbortSignal,
): Promise<readonly string[] | undefined> {
	const lines: string[] = [];
	try {
		// No setting of the repository runs a program of its own for these.
		const { code } = await run({
			path: "git",
			args: ["-c", "core.fsmonitor=false", ...args],
			cwd,
			signal,
			limitMs: 10_000,
			onLine: (line) => lines.push(line),
		});
		return code === 0 || code === 1 ? lines : undefined;
	} catch (error) {
		if (error instanceof ProgramFault) return undefined;
		throw error;
	}
}

async function exists(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}
