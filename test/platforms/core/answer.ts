/** What a platform answers. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

export function json(status: number, value: unknown, headers: Answer["headers"] = {}): Answer {
	const body = Buffer.from(JSON.stringify(value));
	return { status, headers: { "content-type": "application/json; charset=UTF-8", ...headers }, body };
}

export function html(status: number, text: string): Answer {
	const body = Buffer.from(`<!DOCTYPE html><html><body><h1>${text}</h1></body></html>`);
	return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

export function empty(status: number, headers: Answer["headers"] = {}): Answer {
	return { status, headers, body: Buffer.alloc(0) };
}

export function redirect(location: string): Answer {
	return empty(302, { location, "cache-control": "no-store" });
}

/** A refusal that a client may meet although it did nothing wrong: a quota, an expired token. */
export class Refused extends Error {
	readonly answer: Answer;
	constructor(answer: Answer) {
		super(`refused with ${answer.status}`);
		this.answer = answer;
	}
}

/** What no client may do. It is listed in the log, and answered as the platform would. */
export class Violation extends Error {
	readonly status: number;
	constructor(what: string, status = 400) {
		super(what);
		this.status = status;
	}
}

/** Throws a `Violation` where `holds` is false. */
export function must(holds: boolean, what: string, status?: number): asserts holds {
	if (!holds) throw new Violation(what, status);
}
