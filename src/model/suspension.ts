import type { EpochMs } from "./brand.ts";
import { Fault } from "./fault.ts";

/** A person's word that nothing is submitted or published for now. */
export interface Suspension {
	readonly reason: string;
	/** When it ends by itself. Absent: only by `showrun resume`. */
	readonly until?: EpochMs;
	/** ISO 8601. Absent: the file does not say. */
	readonly since?: string;
}

/** Nothing was sent, because the workspace is suspended. */
export class SuspendedFault extends Fault {
	readonly next = "wait" as const;
	override readonly fatal = true;

	constructor(suspension: Suspension) {
		super(suspensionSentence(suspension), { remedy: "showrun resume" });
	}
}

/** What is suspended, why, and until when. */
export function suspensionSentence({ reason, until }: Suspension): string {
	const end = until === undefined ? "" : ` until ${new Date(until).toISOString()}`;
	return `Suspended${end}: ${reason}. Nothing is submitted or published.`;
}
