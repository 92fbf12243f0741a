import type { AddressText } from "../model/address.ts";
import type { Fault } from "../model/fault.ts";
import type { Breaker } from "./breaker.ts";
import type { Seen } from "./settle.ts";

/** What one run keeps in memory between its passes. */
export interface RunMemory {
	/** What earlier reads of succeeded tasks showed, by task id. */
	readonly seen: Map<string, Seen>;
	/** Addresses whose reading failed for good in this run: not read again. */
	readonly unreadable: Map<AddressText, Fault>;
	/** When posts that failed were read again last (monotonic), and which of the older ones are next. */
	failedRead?: { readonly at: number; readonly next: number };
	/** Unknown outcomes that the service was asked about in this run, by the id of the attempt. */
	readonly asked: Set<string>;
	/**
	 * What the service put off (429), until when (monotonic), and how often in a row: not a failure, only
	 * later.
	 */
	readonly putOff: Map<AddressText, { readonly until: number; readonly times: number }>;
	/** Absent: a person looks at what comes of the run. */
	readonly breaker?: Breaker;
}

/** Nothing read yet. */
export function emptyMemory(): RunMemory {
	return { seen: new Map(), unreadable: new Map(), asked: new Set(), putOff: new Map() };
}
