import { uptime } from "node:os";
import { bootIdOfMachine } from "../../system/process-identity.ts";
import { jsonObject } from "../store/json.ts";

/** How long the machine has run, which no clock that is set wrong changes. */
export interface Uptime {
	/** Another after each start of the machine. */
	readonly boot: string;
	readonly ms: number;
}

/** When a data folder was cleaned last, and how far its time had come by then. */
export interface CleaningStamp {
	/** By the clock, in epoch milliseconds. */
	readonly at: number;
	/** The time that lifetimes are counted by, in epoch milliseconds. */
	readonly trusted: number;
	readonly uptime: Uptime;
}

/** Time in which the machine was off is made up for: each hour that it runs counts as so many, until then. */
const CATCHING_UP = 2;

/** How long the machine has run. */
export async function systemUptime(): Promise<Uptime> {
	return { boot: await bootIdOfMachine(), ms: Math.round(uptime() * 1_000) };
}

/**
 * The time by which things are old: never later than the clock, and no further on than the machine has run
 * since the last cleaning. A clock that jumps a year forward makes nothing a year older.
 */
export function trustedTime(
	now: number,
	{ uptime, before }: { readonly uptime: Uptime; readonly before: CleaningStamp | undefined },
): number {
	if (before === undefined) return now;
	const isSameBoot = uptime.boot === before.uptime.boot && uptime.ms >= before.uptime.ms;
	const ranMs = isSameBoot ? uptime.ms - before.uptime.ms : uptime.ms;
	return Math.min(now, before.trusted + CATCHING_UP * ranMs);
}

/** Reads a stamp. Undefined: the folder was never cleaned. */
export function parseStamp(text: string): CleaningStamp | undefined {
	const { at, trusted = at, boot = "", uptimeMs = 0 } = jsonObject(text) ?? {};
	if (typeof at !== "number" || typeof trusted !== "number") return undefined;
	const isRead = typeof boot === "string" && typeof uptimeMs === "number";
	return { at, trusted, uptime: isRead ? { boot, ms: uptimeMs } : { boot: "", ms: 0 } };
}

/** A clock that went back takes nothing from the time that was trusted before. */
export function writeStamp(
	{ at, trusted, uptime }: CleaningStamp,
	before: CleaningStamp | undefined,
): string {
	const kept = Math.max(trusted, before?.trusted ?? 0);
	return `${JSON.stringify({ format: 1, at, trusted: kept, boot: uptime.boot, uptimeMs: uptime.ms })}\n`;
}
