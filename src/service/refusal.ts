import { Fault } from "../model/fault.ts";

/** Statuses a request is refused with. None of them stands for something that may have been executed. */
export type RefusalStatus = 400 | 403 | 404 | 405 | 408 | 409 | 410 | 411 | 412 | 413 | 416 | 422 | 428 | 429;

/** A request that was not executed, with the status and the words it is answered with. */
export class Refusal extends Fault {
	readonly next = "stop" as const;
	readonly status: RefusalStatus;

	constructor(status: RefusalStatus, message: string) {
		super(message);
		this.status = status;
	}
}
