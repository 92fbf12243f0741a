import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { causeText } from "../api/error-text.ts";
import { decoded } from "../system/decoded.ts";
import { httpClient } from "../system/http-client.ts";
import { LinkFault } from "./download-fault.ts";

/** How links are read. */
export interface LinkReader {
	readonly dispatcher: Dispatcher;
	/** Longest silence of the other end, in milliseconds. */
	readonly idleMs: number;
	readonly signal: AbortSignal;
}

/** The beginning of an answer. Its body has to be read or destroyed. */
export interface Answer {
	/** For people: host and port. */
	readonly host: string;
	readonly status: number;
	/** The first value of a header, by its name in lower case. */
	readonly header: (name: string) => string | undefined;
	readonly body: Readable;
	/** The body was packed on the way: its length and its ranges are not those of the file. */
	readonly packed: boolean;
}

/** Most redirects followed. */
const HOPS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const NETWORK = "Check the network, then run the same command again: it goes on where it stopped.";

/**
 * Asks for what a link names, and follows redirects. The API key never goes there, nor does a password.
 * Throws `LinkFault` or the signal's reason.
 */
export async function get(
	link: string,
	headers: Readonly<Record<string, string>>,
	reader: LinkReader,
): Promise<Answer> {
	let url = safeUrl(link);
	for (let hops = 0; hops <= HOPS; hops++) {
		const answer = await ask(url, headers, reader);
		const location = REDIRECTS.has(answer.status) ? answer.header("location") : undefined;
		if (location === undefined) return answer;
		answer.body.on("error", () => {}).destroy();
		url = safeUrl(location, url);
	}
	throw new LinkFault(`The link is redirected more than ${HOPS} times.`, {
		kind: "final",
		remedy: "Tell whoever runs the service.",
	});
}

/** A failure below HTTP, in words. */
export function networkFault(cause: unknown, host: string): LinkFault {
	return new LinkFault(`${host} cannot be read from: ${causeText(cause, "")}.`, {
		kind: "passes",
		remedy: NETWORK,
	});
}

/** The host of an address, for people: everything else in a link may be secret. */
export function hostOf(link: string): string {
	return URL.canParse(link) ? new URL(link).host : "the link's host";
}

function safeUrl(text: string, from?: URL): URL {
	const refused = (why: string) =>
		new LinkFault(`The link ${why}.`, { kind: "final", remedy: "Tell whoever runs the service." });
	if (!URL.canParse(text, from?.href)) throw refused("leads nowhere");
	const url = new URL(text, from);
	if (url.protocol !== "http:" && url.protocol !== "https:")
		throw refused(`leads to ${url.protocol}, and only http: and https: are read`);
	if (from?.protocol === "https:" && url.protocol === "http:")
		throw refused(`is redirected from https: to http: (${url.host})`);
	url.username = "";
	url.password = "";
	return url;
}

async function ask(
	url: URL,
	headers: Readonly<Record<string, string>>,
	{ dispatcher, idleMs, signal }: LinkReader,
): Promise<Answer> {
	const { request } = httpClient();
	const late = new AbortController();
	// Headers may drip, and interim answers follow each other without end.
	const timer = setTimeout(() => late.abort(new Error("no response in time")), idleMs);
	const ended = AbortSignal.any([signal, late.signal]);
	const limits = { headersTimeout: idleMs, bodyTimeout: idleMs, signal: ended, dispatcher };
	const response = await request(url, {
		method: "GET",
		headers: { ...headers, "accept-encoding": "identity" },
		...limits,
	})
		.catch((cause: unknown) => {
			signal.throwIfAborted();
			throw networkFault(cause, url.host);
		})
		.finally(() => clearTimeout(timer));
	const header = (name: string) => [response.headers[name]].flat()[0];
	const coded = { "content-encoding": header("content-encoding") };
	const body = decoded(response.body, coded);
	const packed = body !== response.body;
	return { host: url.host, status: response.statusCode, header, body, packed };
}
