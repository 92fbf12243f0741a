import { Fault } from "../../model/fault.ts";

/** A file of the data folder that is not what the service wrote there. */
export class StoreFault extends Fault {
	readonly next = "stop" as const;
}
