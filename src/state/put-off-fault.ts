import { Fault } from "../model/fault.ts";

/** Another workspace was faster: nothing was sent, and nothing is wrong. It is tried again by itself. */
export class PutOffFault extends Fault {
	readonly next = "wait" as const;
	/** Milliseconds. 0: as soon as it was planned anew. */
	readonly forMs: number;

	constructor(message: string, forMs: number) {
		super(message);
		this.forMs = forMs;
	}
}
