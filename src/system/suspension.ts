import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { SuspendedFault, type Suspension } from "../model/suspension.ts";
import { errorCode, isMissing } from "./error-code.ts";
import { writePrivate } from "./private.ts";

/** The file that suspends a workspace for as long as it is there, whatever it holds. */
export function suspensionFile(root: string): string {
	return join(root, ".showrun", "suspended");
}

/** Reads it synchronously: it is asked right before anything is sent. A file that cannot be read suspends. */
export function readSuspension(root: string, now: EpochMs): Suspension | undefined {
	if (isAbsent(suspensionFile(root))) return undefined;
	let text: string;
	try {
		text = readFileSync(suspensionFile(root), "utf8");
	} catch (error) {
		if (isMissing(error)) return undefined;
		return { reason: `${suspensionFile(root)} cannot be read (${errorCode(error) ?? ""})` };
	}
	const suspension = parsed(text);
	return suspension.until !== undefined && suspension.until <= now ? undefined : suspension;
}

/** Looking for what is not there makes no error, as reading it would: this is asked twice for each post. */
function isAbsent(path: string): boolean {
	try {
		return statSync(path, { throwIfNoEntry: false }) === undefined;
	} catch {
		return false;
	}
}

/** Throws `SuspendedFault` while the workspace is suspended. */
export function mustNotBeSuspended(root: string, now: EpochMs): void {
	const suspension = readSuspension(root, now);
	if (suspension !== undefined) throw new SuspendedFault(suspension);
}

/** Suspends a workspace; a suspension before is replaced. */
export async function suspend(root: string, suspension: Suspension): Promise<void> {
	const { until, ...rest } = suspension;
	const written = { ...rest, ...defined({ until: until && new Date(until).toISOString() }) };
	await writePrivate(suspensionFile(root), `${JSON.stringify(written)}\n`);
}

/** Ends a suspension. */
export function resume(root: string): void {
	rmSync(suspensionFile(root), { force: true });
}

/** A file made by `touch` or an editor says by its text why, if it says anything. */
function parsed(text: string): Suspension {
	const plainReason = text.trim().slice(0, 300);
	try {
		const { reason, until, since } = JSON.parse(text) as Readonly<Record<string, unknown>>;
		const end = typeof until === "string" ? Date.parse(until) : Number.NaN;
		return {
			reason: typeof reason === "string" && reason !== "" ? reason : NO_REASON,
			...(typeof since === "string" && { since }),
			...(!Number.isNaN(end) && { until: epochMs(end) }),
		};
	} catch {
		return { reason: plainReason === "" ? NO_REASON : plainReason };
	}
}

const NO_REASON = "no reason was given";
