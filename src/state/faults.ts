import { Fault } from "../model/fault.ts";

/** The state cannot be read or written: nothing can go on without it. */
export class StateFault extends Fault {
	readonly next = "stop" as const;
	override readonly fatal = true;
}
