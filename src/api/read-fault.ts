import { Fault, type Next } from "../model/fault.ts";
import type { Connection, Received } from "./connection.ts";
import { causeRemedy, causeText, errorText, redact } from "./error-text.ts";
import { isSuccess } from "./verdicts.ts";

/** The service answered a read with a refusal, or with something that cannot be read. */
export class ReadFault extends Fault {
	readonly next: Next;
	override readonly fatal: boolean;
	/** There is nothing of that name: the service answered 404. */
	readonly missing: boolean;

	constructor(
		message: string,
		options: {
			readonly next: Next;
			readonly fatal: boolean;
			readonly remedy?: string;
			readonly missing?: boolean;
		},
	) {
		super(message, options);
		this.next = options.next;
		this.fatal = options.fatal;
		this.missing = options.missing ?? false;
	}
}

/** The service cannot be reached at all. */
export class UnreachableFault extends Fault {
	readonly next = "retry" as const;
	override readonly fatal = true;
}

/** The fault of a connection that nothing came of. */
export function unreachableFault({ url, apiKey }: Connection, cause: unknown): UnreachableFault {
	const secret = apiKey.reveal();
	return new UnreachableFault(
		`The service at ${redact(url, secret)} cannot be reached: ${causeText(cause, secret)}.`,
		{ remedy: `${causeRemedy(cause)} Without service.url the embedded service is used.` },
	);
}

/** What a read ended with: an answer, or why there was none. */
export type ReadEnd =
	| (Pick<Received, "text" | "cut"> & { readonly status: number })
	| { readonly cause: unknown };

/** The fault of a read that is given up. `mayPass`: another try may go better. */
export function readFault(
	end: ReadEnd,
	{ mayPass, ...connection }: Connection & { readonly mayPass: boolean },
): ReadFault | UnreachableFault {
	if ("cause" in end) return unreachableFault(connection, end.cause);
	if (end.cut) return stopped("The service's response is too large.", "Check service.url.");
	if (isSuccess(end.status)) return passing("The service's responses are cut off.");
	const secret = connection.apiKey.reveal();
	const text = errorText(end.text, secret);
	const status = `status ${end.status}${text === undefined ? "" : `: ${text}`}`;
	if (end.status === 401 || end.status === 403) {
		const message = `The service at ${redact(connection.url, secret)} refused the API key (${status}).`;
		const remedy = "Check SHOWRUN_API_KEY (or service.api_key in the settings).";
		return new ReadFault(message, { next: "stop", fatal: true, remedy });
	}
	if (mayPass) return passing(`The service is unavailable (${status}).`);
	const missing = end.status === 404;
	const message = missing
		? `Not found at the service ${redact(connection.url, secret)} (${status}).`
		: `The service refused the request (${status}).`;
	return new ReadFault(message, { next: "stop", fatal: false, remedy: CHECK_EXISTS, missing });
}

const CHECK_EXISTS = "Check service.url, and that what is asked for still exists there.";

function stopped(message: string, remedy: string): ReadFault {
	return new ReadFault(message, { next: "stop", fatal: false, remedy });
}

function passing(message: string): ReadFault {
	return new ReadFault(message, { next: "retry", fatal: true, remedy: "Run the command again later." });
}
