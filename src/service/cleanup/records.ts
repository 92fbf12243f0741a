import { WIRE_LIMITS } from "../../wire/names.ts";
import { sources } from "../cache/in-use.ts";
import { removeUnneeded } from "../cache/trim.ts";
import type { Core } from "../core.ts";
import { logFailure } from "../failure-messages.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { madeAt, type Records } from "../store/records.ts";
import type { Stored } from "../store/shapes.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import {
	endOfPost,
	endOfTask,
	isConnectionOver,
	isPostOpen,
	isPostOver,
	isTaskOver,
	isUploadUnneeded,
	type Lifetimes,
} from "./lifetimes.ts";

/** What a cleaning works with. */
export interface Cleaning {
	readonly core: Core;
	readonly work: { readonly trim: Jobs["trim"]; readonly webhooks: Pick<Webhooks, "clean"> };
	readonly lifetimes: Lifetimes;
	/** The time that lifetimes are counted by; the clock may be further on. */
	readonly now: number;
	readonly signal: AbortSignal;
}

/**
 * A request with its key may be repeated for half as long: what it made is kept as long, and so is the key.
 * The time counted by may run twice as fast while it makes up for a machine that was off.
 */
const REPEATS_MS = 2 * WIRE_LIMITS.idempotencyMs;

/** Archives the records that are over, so that no start reads them. */
export async function archiveRecords(cleaning: Cleaning): Promise<void> {
	const { tasks, publishes } = cleaning.core;
	const { now } = cleaning;
	for (const book of Object.values(tasks))
		await each(cleaning, await book.currentIds(), (id) => book.archive(id, (task) => isTaskOver(task, now)));
	await each(cleaning, await publishes.currentIds(), (id) =>
		publishes.archive(id, (post) => isPostOver(post, now)),
	);
}

/** Removes what is kept no longer. Each removal is one step: a kill loses nothing else. */
export async function removeOldRecords(cleaning: Cleaning): Promise<void> {
	const { core, lifetimes, now } = cleaning;
	const keptMs = Math.max(lifetimes.recordsMs, REPEATS_MS);
	const isOld = (end: number) => now - end > keptMs;
	const before = now - keptMs;
	for (const book of Object.values(core.tasks))
		await removeArchived(cleaning, book, { before, isOld: (task) => isOld(endOfTask(task)) });
	await removeArchived(cleaning, core.publishes, { before, isOld: (post) => isOld(endOfPost(post)) });
	await removeEach(cleaning, core.publishes, (post) => !isPostOpen(post) && isOld(endOfPost(post)));
	await removeUploads(cleaning, now);
	await each(cleaning, await core.connections.currentIds(), async (id) => {
		const isCharged = (await core.usage.get(id)) !== undefined;
		await core.connections.remove(id, (entry) => isConnectionOver(entry, { now, isCharged, keptMs }));
	});
	await removeKeys(cleaning, now);
}

/** What was made lately cannot have ended long ago, so only older months are read. */
async function removeArchived<Entry extends Stored>(
	cleaning: Cleaning,
	book: Records<Entry>,
	{ before, isOld }: { readonly before: number; readonly isOld: (entry: Entry) => boolean },
): Promise<void> {
	await inTurn(cleaning, await book.archivedBefore(before), (id) => book.remove(id, isOld));
}

async function removeEach<Entry extends Stored>(
	cleaning: Cleaning,
	book: Records<Entry>,
	isUnneeded: (entry: Entry) => boolean,
): Promise<void> {
	await inTurn(cleaning, await book.currentIds(), (id) => book.remove(id, isUnneeded));
}

/** What nobody submitted goes with its files. */
async function removeUploads(cleaning: Cleaning, now: number): Promise<void> {
	const { core, lifetimes } = cleaning;
	const unused = new Set<string>();
	await removeEach(cleaning, core.uploads, (upload) => {
		const limits = { now, uploadsMs: lifetimes.uploadsMs, repeatsMs: REPEATS_MS };
		if (!isUploadUnneeded(upload, limits)) return false;
		if (upload.usedBy === undefined)
			for (const name of sources(upload.video, upload.transcript)) unused.add(name);
		return true;
	});
	await removeUnneeded(unused, { media: core.media, clock: core.options.clock }, core);
}

/** A key outlives its declared lifetime for as long as what was made under it is there. */
async function removeKeys(cleaning: Cleaning, now: number): Promise<void> {
	const { tasks, publishes, uploads, connections, repeats } = cleaning.core;
	const books = [...Object.values(tasks), publishes, uploads, connections];
	await inTurn(cleaning, await repeats.currentIds(), async (key) => {
		const { given = "" } = (await repeats.get(key)) ?? {};
		const at = madeAt(given);
		if (at === undefined || now - at <= REPEATS_MS) return;
		for (const book of books) if (await book.get(given)) return;
		await repeats.remove(key, (repeat) => repeat.given === given);
	});
}

/** Between requests that create something, so that none finds half of it gone. */
function inTurn(
	cleaning: Cleaning,
	ids: readonly string[],
	work: (id: string) => Promise<unknown>,
): Promise<void> {
	return each(cleaning, ids, (id) => cleaning.core.store.together(() => work(id)));
}

/** A record that cannot be read is in nobody's way but its own. */
async function each(
	{ core, signal }: Cleaning,
	ids: readonly string[],
	work: (id: string) => Promise<unknown>,
): Promise<void> {
	for (const id of ids) {
		if (signal.aborted) return;
		await work(id).catch((error: unknown) => logFailure(error, core.options.log ?? (() => undefined)));
	}
}
