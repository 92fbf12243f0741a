import { StopFault } from "../../model/fault.ts";

/** A task whose work ended the whole process every time. */
export class CrashedFault extends StopFault {
	constructor(times: number) {
		super(`The service ended ${times} times while it worked on this task, and nothing of it was done.`, {
			remedy: "Look for the reason in its log and in that of the system (memory?), then submit it again.",
		});
	}
}
