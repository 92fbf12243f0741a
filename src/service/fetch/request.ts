import type { Dispatcher } from "undici";
import { FetchFault } from "./fetch-fault.ts";
import { parseVideoAddress } from "./video-address.ts";

/** The response to a GET, after redirects; its body must be read or destroyed. */
export interface VideoResponse {
	readonly url: URL;
	readonly status: number;
	readonly header: (name: string) => string | undefined;
	readonly body: Dispatcher.ResponseData["body"];
}

export interface VideoRequest {
	readonly client: Dispatcher;
	readonly headers: Readonly<Record<string, string>>;
	readonly privateAddresses: boolean;
	readonly signal: AbortSignal;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Requests an address and follows redirects, each checked like the first. Throws `FetchFault`, or what the
 * connection throws.
 */
export async function requestVideo(
	url: URL,
	request: VideoRequest,
	hops = MOST_REDIRECTS,
): Promise<VideoResponse> {
	const { client, headers, signal } = request;
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
	if (hops === 0) throw new FetchFault(`Too many redirects from ${url.host} (limit ${MOST_REDIRECTS}).`);
	return requestVideo(next(url, header("location"), request), request, hops - 1);
}

function next(url: URL, location: string | undefined, request: VideoRequest): URL {
	if (location === undefined || !URL.canParse(location, url.href))
		throw new FetchFault(`${url.host} redirects to an invalid address.`);
	const to = parseVideoAddress(new URL(location, url).href, request);
	if (url.protocol === "https:" && to.protocol === "http:")
		throw new FetchFault(`${url.host} redirects to an address that is not encrypted.`);
	return to;
}

function first(value: string | readonly string[] | undefined): string | undefined {
	return typeof value === "string" ? value : value?.[0];
}
