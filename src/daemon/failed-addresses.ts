import { type AddressText, campaignOf } from "../model/address.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Campaign } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Failure } from "../model/event.ts";
import type { Next } from "../model/fault.ts";

/**
 * Which addresses failed, by the digest of the campaign they failed with. What failed for good has one
 * attempt until the campaign changes; what was not sent, or was told to wait, has a time of its next one.
 */
export interface FailedAddresses {
	/** Addresses not to attempt now. */
	skip(campaigns: readonly Campaign[], now: EpochMs): AddressText[];
	/** Records what a pass failed with; what it no longer failed with is forgotten. */
	record(
		failures: readonly Failure[],
		pass: { readonly campaigns: readonly Campaign[]; readonly now: EpochMs },
	): void;
	/** Those that are tried again by themselves. */
	readonly retries: readonly Retry[];
}

/** An address that is tried again by itself. */
export interface Retry {
	readonly address: AddressText;
	readonly digest: string;
	/** How often it failed in a row. */
	readonly times: number;
	readonly until: EpochMs;
	readonly message: string;
}

/**
 * Pauses before an address is tried again: the first, doubled each time, and the longest. An outage ends
 * within the longest one. Milliseconds.
 */
const PAUSES: Readonly<Record<Exclude<Next, "stop">, { readonly firstMs: number; readonly mostMs: number }>> =
	{
		retry: { firstMs: 5_000, mostMs: 60_000 },
		wait: { firstMs: 60_000, mostMs: 15 * 60_000 },
	};

/** How long to wait after so many failures in a row, in milliseconds; `chance`, 0 to 1, spreads clients. */
export function retryPause(next: Exclude<Next, "stop">, times: number, chance: number): number {
	const { firstMs, mostMs } = PAUSES[next];
	return Math.round(Math.min(mostMs, firstMs * 2 ** (times - 1)) * (0.5 + chance / 2));
}

/** Goes on with the retries that an earlier process left. */
export function trackFailed(before: readonly Retry[] = []): FailedAddresses {
	const stopped = new Map<AddressText, string>();
	const retries = new Map(before.map((retry) => [retry.address, retry]));
	const skippedNow = (campaigns: readonly Campaign[], now: EpochMs) => [
		...[...stopped]
			.filter(([address, digest]) => digestOf(address, campaigns) === digest)
			.map(([each]) => each),
		...[...retries.values()]
			.filter((retry) => digestOf(retry.address, campaigns) === retry.digest && isAhead(retry, now))
			.map(({ address }) => address),
	];
	let skipped: ReadonlySet<AddressText> = new Set();
	return {
		get retries() {
			return [...retries.values()];
		},
		skip(campaigns, now) {
			const addresses = skippedNow(campaigns, now);
			skipped = new Set(addresses);
			return addresses;
		},
		record(failures, { campaigns, now }) {
			const former = new Map(retries);
			for (const address of former.keys()) if (!skipped.has(address)) retries.delete(address);
			for (const { address, next, message } of failures) {
				const digest = digestOf(address, campaigns);
				if (digest === undefined || skipped.has(address)) continue;
				if (next === "stop") stopped.set(address, digest);
				else
					retries.set(
						address,
						again({ address, digest, message }, { next, now, before: former.get(address) }),
					);
			}
		},
	};
}

function digestOf(address: AddressText, campaigns: readonly Campaign[]): string | undefined {
	return campaigns.find(({ name }) => name === campaignOf(address))?.digest;
}

/** A time that is too far away was written by a clock that was wrong. */
function isAhead({ until }: Retry, now: EpochMs): boolean {
	return until > now && until - now <= PAUSES.wait.mostMs;
}

function again(
	{ address, digest, message }: Omit<Retry, "times" | "until">,
	{
		next,
		now,
		before,
	}: { readonly next: Exclude<Next, "stop">; readonly now: EpochMs; readonly before: Retry | undefined },
): Retry {
	const times = before?.digest === digest ? before.times + 1 : 1;
	return defined({
		...{ address, digest, times, message: message.slice(0, 300) },
		until: epochMs(now + retryPause(next, times, Math.random())),
	});
}
