import { join } from "node:path";
import { removeUnusedImages } from "../delivery/images.ts";
import { logFailure } from "../failure-messages.ts";
import { removeAbandoned } from "../leftovers.ts";
import { AwayFault } from "../store/fault.ts";
import type { Texts } from "../store/store.ts";
import { PARTIALS } from "../uploads/partials.ts";
import { archiveRecords, type Cleaning, removeOldRecords } from "./records.ts";
import { type CleaningStamp, parseStamp, systemUptime, trustedTime, writeStamp } from "./trusted-time.ts";

/** Removes what is kept no longer, while the service runs. */
export interface Cleanup {
	/** Resolves when nothing is removed any more. */
	close(): Promise<void>;
}

/** How often a data folder is cleaned, over restarts. */
const EVERY_MS = 6 * 3_600_000;
/** Timers sleep through a suspended machine: look at the clock again at least this often. */
const LONGEST_SLEEP_MS = 600_000;

/** Cleans the data folder from time to time. Without lifetimes nothing goes by age. */
export function startCleanup({ core, work }: Pick<Cleaning, "core" | "work">): Cleanup {
	const { keep: lifetimes } = core.options;
	if (lifetimes === undefined) return { close: async () => {} };
	const closing = new AbortController();
	const log = core.options.log ?? (() => undefined);
	const ended = cleanForEver({ core, work, lifetimes, signal: closing.signal }).catch((error: unknown) => {
		if (!closing.signal.aborted) logFailure(error, log);
	});
	return {
		close: async () => {
			closing.abort(new Error("the service is closing"));
			await ended;
		},
	};
}

async function cleanForEver(cleaning: Omit<Cleaning, "now">): Promise<void> {
	const { core, signal } = cleaning;
	const { clock, log = () => undefined } = core.options;
	while (!signal.aborted) {
		const waitMs = await cleanIfDue(cleaning).catch((error: unknown) => {
			// What does not answer now is asked again later.
			if (!(error instanceof AwayFault)) throw error;
			logFailure(error, log);
			return LONGEST_SLEEP_MS;
		});
		await clock.sleep(Math.min(waitMs, LONGEST_SLEEP_MS), signal);
	}
}

/** Gives how long it is until the next time, in milliseconds. */
async function cleanIfDue(cleaning: Omit<Cleaning, "now">): Promise<number> {
	const { store, options } = cleaning.core;
	const before = await readStamp(store);
	const waitMs = (before?.at ?? 0) + EVERY_MS - options.clock.now();
	// A clock that went back must not put it off for years.
	if (waitMs > 0 && waitMs <= EVERY_MS) return waitMs;
	await clean(cleaning, before);
	return EVERY_MS;
}

async function clean(given: Omit<Cleaning, "now">, before: CleaningStamp | undefined): Promise<void> {
	const { core, work, lifetimes, signal } = given;
	const { clock, data, uptime: ask = systemUptime } = core.options;
	const [at, uptime] = [clock.now(), await ask()];
	const now = trustedTime(at, { uptime, before });
	const cleaning = { ...given, now };
	const behindMs = at - now;
	const log = core.options.log ?? (() => undefined);
	const steps = [
		() => archiveRecords(cleaning),
		() => removeOldRecords(cleaning),
		() => core.media.abandon(UPLOAD_MS + behindMs),
		() => removeUnusedImages(core.media, core.publishes, DAY_MS + behindMs),
		() => removeAbandoned(join(data, "fetches"), lifetimes.cacheMs + behindMs),
		() => removeAbandoned(join(data, PARTIALS), DAY_MS + behindMs),
		() => work.webhooks.clean({ now, deadMs: lifetimes.recordsMs, signal }),
		() => work.trim({ behindMs }),
	];
	for (const step of steps)
		if (!signal.aborted) await step().catch((error: unknown) => logFailure(error, log));
	if (signal.aborted) return;
	await core.store.write(STAMP, writeStamp({ at, trusted: now, uptime }, before));
}

const DAY_MS = 24 * 3_600_000;
const UPLOAD_MS = 7 * DAY_MS;

const STAMP = "cleaned.json";

async function readStamp(texts: Texts): Promise<CleaningStamp | undefined> {
	return parseStamp((await texts.read(STAMP)) ?? "");
}
