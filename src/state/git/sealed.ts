import type { Snapshot } from "../../model/snapshot.ts";
import { decodeSnapshot, encodeSnapshot } from "../snapshot/codec.ts";

/**
 * Format of a state on a remote. showrun 0.1.0 knows 1 and refuses this one: it writes no ledger there, so it
 * must not go on with what a newer one began.
 */
const FORMAT = 2;

/** A state as it is put on a remote. */
export function encodeSealed(snapshot: Snapshot): string {
	return encodeSnapshot(snapshot, FORMAT);
}

/** Reads a state from a remote, by this version or an earlier one. Throws `StateFault`. */
export function decodeSealed(text: string, path: string): Snapshot {
	return decodeSnapshot(text, path, FORMAT);
}
