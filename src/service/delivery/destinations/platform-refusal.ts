import type { DestinationRefusal } from "../destination.ts";

/** A platform does not take a request, or not now: certainly not executed. */
export class PlatformRefusal extends Error {
	readonly why: DestinationRefusal;
	/** HTTP status of its answer. Absent: it was not asked. */
	readonly status: number | undefined;

	constructor(why: DestinationRefusal, status?: number) {
		super(why.message);
		this.why = why;
		this.status = status;
	}
}
