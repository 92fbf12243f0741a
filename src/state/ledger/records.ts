import type { AddressText } from "../../model/address.ts";
import type { EpochMs } from "../../model/brand.ts";
import type { Moment } from "../../model/clip.ts";
import { comparedKey } from "../../model/source-key.ts";
import { readLine } from "../journal-lines.ts";

/** Where an account lives: `https://origin` of a remote service, or `outbox:<id>` of a local data folder. */
export type Scope = string;

/**
 * An account as the service named it. `id` is absent where only the handle was ever recorded (states of
 * 0.1.0).
 */
export interface LedgerAccount {
	readonly id?: string;
	readonly platform: string;
	/** Without a leading `@`, in lower case. */
	readonly handle: string;
}

/** A moment of a content, in that content's own time. */
export interface ContentMoment {
	/** Id of the content, or the key of a source that nothing is known to be the same as. */
	readonly content: string;
	readonly moment: Moment;
}

/** One attempt to post a moment, by whichever workspace of this user. */
export interface LedgerPost extends ContentMoment {
	/** Id of the attempt: a ULID, also its idempotency key. */
	readonly operation: string;
	readonly at: EpochMs;
	readonly scope: Scope;
	readonly account: LedgerAccount;
	/** 1 for the first time the moment goes to the account, 2 for the second, … */
	readonly occurrence: number;
	/** Of the state that it was made from. */
	readonly lineage: string;
	/** Short id of the workspace, shown in place of its path. */
	readonly workspace: string;
	readonly address: AddressText;
	/** When it goes out. Absent: at once. */
	readonly scheduledAt?: EpochMs;
}

/** What is known to have become of an attempt. */
export type LedgerOutcome =
	| "armed"
	| "done"
	| "unknown"
	| "posted"
	| "abandoned"
	| "refused"
	| "not-sent"
	| "not-posted"
	| "withdrawn"
	| "forgotten";

/** One line of a part. */
export type LedgerRecord =
	/** Its request may be executed from here on. */
	| ({ readonly type: "armed" } & LedgerPost)
	/** The same, taken over from a state or a guard that knew it before. */
	| ({ readonly type: "adopted"; readonly as: LedgerOutcome } & LedgerPost)
	| { readonly type: "ended"; readonly operation: string; readonly at: EpochMs; readonly as: LedgerOutcome }
	/** It goes out at another time than was armed. */
	| {
			readonly type: "rescheduled";
			readonly operation: string;
			readonly at: EpochMs;
			readonly scheduledAt: EpochMs;
	  }
	/** A person took it out, and why. */
	| {
			readonly type: "forgotten";
			readonly operation: string;
			readonly at: EpochMs;
			readonly by: string;
			readonly reason: string;
	  };

/** An attempt with its latest outcome. */
export interface LedgerEntry extends LedgerPost {
	readonly as: LedgerOutcome;
	/** Why a person took it out, and who. Present only with `forgotten`. */
	readonly forgotten?: { readonly by: string; readonly reason: string; readonly at: EpochMs };
}

/** What the lines of one part say together. */
export interface Part {
	readonly entries: Map<string, LedgerEntry>;
	/** The same attempts in their order, so that reading can go on where it stopped. */
	readonly operations: string[];
	/** Their operations by content, as it is compared. */
	readonly byContent: Map<string, string[]>;
	/** Whole lines whose checksum or content does not fit. */
	damaged: number;
	/** Bytes that were read as whole lines. */
	wholeBytes: number;
	/** The file that they were read of. */
	file?: string;
}

/** A part without lines. */
export function emptyPart(): Part {
	return { entries: new Map(), operations: [], byContent: new Map(), damaged: 0, wholeBytes: 0 };
}

/**
 * Adds the whole lines of `bytes`, which follow what was read before. A torn last line is left for the next
 * read.
 */
export function addLines(part: Part, bytes: Buffer): void {
	let at = 0;
	for (let end = bytes.indexOf(10); end >= 0; at = end + 1, end = bytes.indexOf(10, at)) {
		const value = readLine(bytes.subarray(at, end));
		if (isRecord(value)) addToPart(part, value);
		else part.damaged++;
	}
	part.wholeBytes += at;
}

/** Adds one record, and where to find it. */
export function addToPart({ entries, operations: order, byContent }: Part, record: LedgerRecord): void {
	const isNew = !entries.has(record.operation);
	addRecord(entries, record);
	if (!isNew || !("content" in record)) return;
	order.push(record.operation);
	const content = comparedKey(record.content);
	const operations = byContent.get(content);
	if (operations === undefined) byContent.set(content, [record.operation]);
	else operations.push(record.operation);
}

/** Adds one record. What a part ends without having begun stays unknown to it. */
export function addRecord(entries: Map<string, LedgerEntry>, record: LedgerRecord): void {
	if (record.type === "armed" || record.type === "adopted") {
		const { type: _, ...post } = record;
		if (!entries.has(record.operation)) entries.set(record.operation, { as: "armed", ...post });
		return;
	}
	const entry = entries.get(record.operation);
	if (entry === undefined) return;
	if (record.type === "rescheduled") {
		entries.set(record.operation, { ...entry, scheduledAt: record.scheduledAt });
		return;
	}
	if (record.type === "ended") {
		entries.set(record.operation, { ...entry, as: record.as });
		return;
	}
	const { by, reason, at } = record;
	entries.set(record.operation, { ...entry, as: "forgotten", forgotten: { by, reason, at } });
}

/**
 * Whether the attempt takes its moment: everything does but what was proved not executed, taken back or taken
 * out.
 */
export function takesMoment({ as }: Pick<LedgerEntry, "as">): boolean {
	return !FREE.has(as);
}

const FREE: ReadonlySet<LedgerOutcome> = new Set([
	"refused",
	"not-sent",
	"not-posted",
	"withdrawn",
	"forgotten",
]);

function isRecord(value: object | undefined): value is LedgerRecord {
	if (value === undefined || !("type" in value && "operation" in value)) return false;
	if (typeof value.operation !== "string") return false;
	if (value.type === "ended" || value.type === "forgotten") return true;
	if (value.type === "rescheduled") return "scheduledAt" in value && Number.isFinite(value.scheduledAt);
	if (value.type !== "armed" && value.type !== "adopted") return false;
	const { account, content, moment, scope } = value as Partial<Record<keyof LedgerPost, unknown>>;
	if (typeof content !== "string" || typeof scope !== "string" || !isObject(account)) return false;
	return isObject(moment) && Number.isFinite(moment.from) && Number.isFinite(moment.to);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null;
}
