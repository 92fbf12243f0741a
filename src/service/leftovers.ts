import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { accountFolders, entriesOf } from "./delivery/account-folders.ts";
import { TASK_FOLDERS } from "./store/task-folders.ts";
import { EVENTS_FOLDER, REPLAYS_FOLDER } from "./webhooks/folders.ts";

/** Folders of the data folder that only its owner writes to. */
const OWN = [
	"sources",
	"renders",
	...Object.values(TASK_FOLDERS),
	"publishes",
	"uploads",
	"connections",
	"usage",
	"idempotency",
	"fetches",
	"images",
	EVENTS_FOLDER,
	REPLAYS_FOLDER,
];
const TEMPORARY = /^\..+\.tmp$/;
/** A post or a feed that a process was about to put into its place. */
const OF_DELIVERY = /^\.(?:[0-9A-HJKMNP-TV-Z]{26}\.(\d+)|feed\.xml\.(\d+)\.[a-z0-9]+)\.tmp$/;
/** A file that a process was about to put into its place, beside those folders. */
const OF_DATA = /^\.(?:accounts\.json|owner\.json|link\.key|keys\.json)\.\d+\.[a-z0-9]+\.tmp$/;
/** A key that a server was about to keep, before it was the owner of the folder. */
const OF_KEY = /^\.api-key\.(\d+)\.[a-z0-9]+\.tmp$/;

const ABANDONED_MS = 7 * 24 * 3_600_000;

/**
 * Removes what killed processes left half-made: videos may be large. Only for who works with the data folder,
 * before it begins. What was written within `untouchedMs` is left: another process may be making it.
 */
export async function removeLeftovers(
	{ data, outbox }: { readonly data: string; readonly outbox: string },
	untouchedMs: number,
): Promise<void> {
	const remove = (folder: string, isLeft: (name: string) => boolean) =>
		removeFrom(folder, (name) => isLeft(name) && isUntouched(join(folder, name), untouchedMs));
	for (const name of OWN) await remove(join(data, name), (each) => TEMPORARY.test(each));
	for (const folder of await accountFolders(outbox))
		await remove(folder, (name) => isOfDeadRun(OF_DELIVERY.exec(name)));
	await remove(data, (name) => OF_DATA.test(name) || isOfDeadRun(OF_KEY.exec(name)));
	await removeAbandoned(join(data, "fetches"));
}

/**
 * Removes videos that somebody began to fetch and did not come back for, and, after `notedMs`, what is noted
 * of those that were fetched whole.
 */
export async function removeAbandoned(folder: string, notedMs = Number.POSITIVE_INFINITY): Promise<void> {
	for (const { name } of await entriesOf(folder)) {
		const livesMs = /\.(?:part|site)$/.test(name) ? ABANDONED_MS : notedMs;
		const path = join(folder, name);
		const found = await stat(path).catch(() => undefined);
		if (found && Date.now() - found.mtimeMs > livesMs)
			await rm(path, { recursive: true, force: true }).catch(() => undefined);
	}
}

async function isUntouched(path: string, forMs: number): Promise<boolean> {
	const found = forMs === 0 ? undefined : await stat(path).catch(() => undefined);
	return found === undefined || Date.now() - found.mtimeMs > forMs;
}

async function removeFrom(
	folder: string,
	isLeft: (name: string) => boolean | Promise<boolean>,
): Promise<void> {
	// What cannot be removed is in nobody's way: it has a name of its own.
	for (const { name } of await entriesOf(folder)) {
		if (!(await isLeft(name))) continue;
		await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
	}
}

/**
 * Two services may deliver into one outbox, so only what no living process is making is left behind. This one
 * has not begun yet.
 */
function isOfDeadRun(match: RegExpExecArray | null): boolean {
	const pid = Number(match?.[1] ?? match?.[2] ?? 0);
	return pid > 0 && (pid === process.pid || !isAlive(pid));
}

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
