import type { Dispatcher } from "undici";
import { type Guard, guardedAddress } from "./guard.ts";

/** The response to a GET, after redirects; its body must be read or destroyed. */
export interface GuardedResponse {
	readonly url: URL;
	readonly status: number;
	readonly header: (name: string) => string | undefined;
	readonly body: Dispatcher.ResponseData["body"];
}

export interface GuardedRequest {
	/** Of `openClient`, with the same guard. */
	readonly client: Dispatcher;
	readonly headers: Readonly<Record<string, string>>;
	readonly guard: Guard;
	readonly signal: AbortSignal;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Requests an address and follows redirects, each checked like the first. Throws what the guard says, or
 * what the connection throws.
 */
export async function guardedRequest(
	url: URL,
	request: GuardedRequest,
	hops = MOST_REDIRECTS,
): Promise<GuardedResponse> {
	const { client, headers, guard, signal } = request;
	const response = await client.request({
		origin: url.origin,
		path: `${url.pathname}${url.search}`,
		method: "GET",
		headers: { ...headers },
		signal,
	});
	const header = (name: string) => first(response.headers[name]);
	// A body that is destroyed early may still fail: that is no unhandled error.
	response.body.on("error", () => {});
	if (!REDIRECTS.includes(response.statusCode))
		return { url, status: response.statusCode, header, body: response.body };
	response.body.destroy();
	if (hops === 0) throw guard.words.ofBad(`Too many redirects from ${url.host} (limit ${MOST_REDIRECTS}).`);
	return guardedRequest(next(url, header("location"), guard), request, hops - 1);
}

function next(url: URL, location: string | undefined, guard: Guard): URL {
	if (location === undefined || !URL.canParse(location, url.href))
		throw guard.words.ofBad(`${url.host} redirects to an invalid address.`);
	const to = guardedAddress(new URL(location, url).href, guard);
	if (url.protocol === "https:" && to.protocol === "http:")
		throw guard.words.ofBad(`${url.host} redirects to an address that is not encrypted.`);
	return to;
}

function first(value: string | readonly string[] | undefined): string | undefined {
	return typeof value === "string" ? value : value?.[0];
}
