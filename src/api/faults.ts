import { Fault, type Next } from "../model/fault.ts";

/** The service answered a read with a refusal, or with something that cannot be read. */
export class ReadFault extends Fault {
	readonly next: Next;
	override readonly fatal: boolean;

	constructor(message: string, options: { readonly next: Next; readonly fatal: boolean; readonly remedy?: string; readonly cause?: unknown }) {
		super(message, options);
		this.next = options.next;
		this.fatal = options.fatal;
	}
}

/** The service cannot be reached at all. */
export class UnreachableFault extends Fault {
	readonly next = "retry" as const;
	override readonly fatal = true;
}
