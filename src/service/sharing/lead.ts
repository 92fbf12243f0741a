import { setTimeout as sleep } from "node:timers/promises";
import { StoreAwayFault } from "../store/fault.ts";
import { LeaseLost, type StoreLease, WORKS } from "../store/lease.ts";
import type { Store } from "../store/store.ts";
import type { Work } from "../work.ts";
import { nextLook } from "./next-look.ts";

/** The work of a tenant, as far as it is this process that does it. */
export interface Lead {
	/** Undefined: another process works. */
	work(): Work | undefined;
	/** Looks now at what else would be seen in a moment. */
	look(): Promise<void>;
	/** Begins nothing new, and ends what goes on elsewhere as well. */
	stop(): Promise<void>;
	/** Ends the rest, waiting for deliveries so many milliseconds, and lets another process work. */
	close(waitMs: number): Promise<void>;
}

/** What is done with the lead, and without it. */
export interface LeadParts {
	readonly store: Pick<Store, "lease" | "rights" | "isShared">;
	/** Whether this process is to work at all. */
	readonly isWanted: boolean;
	/** Begins the work under a lease. Whatever it began has ended where it throws. */
	readonly begin: (lease: StoreLease) => Promise<Work>;
	/** Looks at what other processes said, while this one works or not. */
	readonly look: (work: Work | undefined) => Promise<void>;
	readonly failed: (error: unknown) => void;
}

/** How long after something failed is looked again. Milliseconds. */
const FAILED_MS = 5_000;

/**
 * Works as soon as no other process does, and again after each loss of the lease. Throws what keeps the first
 * try from working.
 */
export async function openLead(parts: LeadParts): Promise<Lead> {
	const closing = new AbortController();
	const leading: Leading = { parts, held: undefined, looking: Promise.resolve() };
	await take(leading);
	const ended = parts.store.isShared ? goOn(leading, closing.signal) : Promise.resolve();
	return {
		work: () => leading.held?.work,
		look: () => look(leading),
		stop: async () => {
			closing.abort();
			await ended;
			await leading.held?.work.stop();
		},
		close: async (waitMs) => {
			const { held } = leading;
			leading.held = undefined;
			await held?.work.close(waitMs);
			await held?.lease.release();
		},
	};
}

interface Leading {
	readonly parts: LeadParts;
	held: { readonly work: Work; readonly lease: StoreLease } | undefined;
	/** One look at a time. */
	looking: Promise<void>;
}

async function take(leading: Leading): Promise<void> {
	const { store, begin, isWanted } = leading.parts;
	if (!isWanted) return;
	const lease = await store.lease(WORKS);
	if (lease === undefined) return;
	try {
		leading.held = { work: await begin(lease), lease };
	} catch (error) {
		await lease.release();
		throw error;
	}
}

async function goOn(leading: Leading, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		await nextLook(signal);
		await step(leading, signal).catch((error: unknown) => {
			// It comes back by itself, and says so elsewhere.
			if (error instanceof StoreAwayFault || error instanceof LeaseLost) return;
			leading.parts.failed(error);
			return sleep(FAILED_MS, undefined, { signal }).catch(() => undefined);
		});
	}
}

async function step(leading: Leading, signal: AbortSignal): Promise<void> {
	const { held } = leading;
	if (held?.lease.lost.aborted) {
		// Nothing of it can be written any more.
		leading.held = undefined;
		await held.work.stop();
		await held.work.close(0);
	}
	if (leading.held === undefined && !signal.aborted && (await isFree(leading))) await take(leading);
	await look(leading);
}

/** To look is cheaper than to try, and most of the time another process works. */
async function isFree({ parts: { store, isWanted } }: Leading): Promise<boolean> {
	return isWanted && !(await store.rights(WORKS)).includes(WORKS);
}

function look(leading: Leading): Promise<void> {
	const next = leading.looking.catch(() => undefined).then(() => leading.parts.look(leading.held?.work));
	leading.looking = next;
	return next;
}
