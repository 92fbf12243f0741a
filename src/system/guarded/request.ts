import type { Dispatcher } from "undici";
import { httpClient } from "../http-client.ts";
import { type Guard, isRedirect, MOST_REDIRECTS, redirectedTo } from "./guard.ts";

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
	const options = { method: "GET", headers: { ...headers }, signal, dispatcher: client } as const;
	const response = await httpClient().request(url, options);
	const header = (name: string) => first(response.headers[name]);
	// A body that is destroyed early may still fail: that is no unhandled error.
	response.body.on("error", () => {});
	if (!isRedirect(response.statusCode))
		return { url, status: response.statusCode, header, body: response.body };
	response.body.destroy();
	const to = redirectedTo(url, { location: header("location"), left: hops }, guard);
	return guardedRequest(to, request, hops - 1);
}

function first(value: string | readonly string[] | undefined): string | undefined {
	return typeof value === "string" ? value : value?.[0];
}
