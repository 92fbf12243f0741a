import { Fault } from "../../../model/fault.ts";

/** Nothing was sent, and later it may be: the receiver is not there, or the program. */
export class NotSentFault extends Fault {
	readonly next = "wait" as const;
}
