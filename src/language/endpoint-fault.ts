import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";

/**
 * An endpoint that could not be used. Its message is the begin of a sentence ("the language model at HOST
 * answered 500") and never repeats what it answered: that may hold a key.
 */
export class EndpointFault extends StopFault {
	/** What was asked is refused as it is: without what not every endpoint knows it may be taken. */
	readonly choosy: boolean;
	constructor(message: string, options: { readonly cause?: unknown; readonly choosy?: true } = {}) {
		super(message, defined({ cause: options.cause }));
		this.choosy = options.choosy ?? false;
	}
}
