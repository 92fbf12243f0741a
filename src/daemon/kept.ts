import { readFile } from "node:fs/promises";
import type { AddressText } from "../model/address.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import type { BreakerState } from "../reconcile/breaker.ts";
import { replaceFile } from "../system/files.ts";
import type { Retry } from "./failed-addresses.ts";

/** What a daemon keeps over restarts. Losing it costs a few attempts that were put off. */
export interface Kept {
	readonly retries: readonly Retry[];
	readonly breaker: BreakerState;
	/** Absent: the last pass was made. */
	readonly trouble?: PassTrouble;
}

/** Why passes fail as a whole. */
export interface PassTrouble {
	readonly message: string;
	/** When the first pass in a row failed. */
	readonly since: EpochMs;
	/** When the next is made. */
	readonly until: EpochMs;
}

/** What an earlier daemon kept in the file; nothing where it cannot be read. */
export async function readKept(path: string): Promise<Kept> {
	try {
		const value: unknown = JSON.parse(await readFile(path, "utf8"));
		return isRecord(value)
			? {
					retries: retriesIn(value.retries),
					breaker: breakerIn(value.breaker),
					...defined({ trouble: troubleIn(value.trouble) }),
				}
			: NOTHING;
	} catch {
		return NOTHING;
	}
}

/** Keeps it in the file. A full disk is no reason to stop. */
export async function writeKept(path: string, kept: Kept): Promise<void> {
	await replaceFile(path, `${JSON.stringify(kept)}\n`, { mode: 0o600 }).catch(() => {});
}

const NOTHING: Kept = { retries: [], breaker: { unknowns: 0 } };

function retriesIn(value: unknown): readonly Retry[] {
	return Array.isArray(value) ? value.flatMap(retryIn) : [];
}

function retryIn(value: unknown): readonly Retry[] {
	if (!isRecord(value)) return [];
	const { address, digest, times, until, message } = value;
	if (typeof address !== "string" || typeof digest !== "string" || typeof message !== "string") return [];
	if (typeof times !== "number" || typeof until !== "number") return [];
	return [{ address: address as AddressText, digest, times, until: epochMs(until), message }];
}

function breakerIn(value: unknown): BreakerState {
	if (!isRecord(value) || typeof value.unknowns !== "number") return NOTHING.breaker;
	const until = typeof value.until === "number" ? epochMs(value.until) : undefined;
	return { unknowns: value.unknowns, ...defined({ until }) };
}

function troubleIn(value: unknown): PassTrouble | undefined {
	if (!isRecord(value)) return undefined;
	const { message, since, until } = value;
	if (typeof message !== "string" || typeof since !== "number" || typeof until !== "number") return undefined;
	return { message, since: epochMs(since), until: epochMs(until) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null;
}
