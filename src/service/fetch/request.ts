import type { Dispatcher } from "undici";
import { FetchFault } from "./faults.ts";
import { fetchable } from "./video-address.ts";

/** One answer to a GET, redirects followed; its body must be read or destroyed. */
export interface Answered {
	readonly url: URL;
	readonly status: number;
	readonly header: (name: string) => string | undefined;
	readonly body: Dispatcher.ResponseData["body"];
}

export interface Asking {
	readonly client: Dispatcher;
	readonly headers: Readonly<Record<string, string>>;
	readonly privateAddresses: boolean;
	readonly signal: AbortSignal;
}

const HOPS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Asks for an address and follows redirects, each looked at like the first. Throws `FetchFault`, or what the connection throws. */
export async function answered(url: URL, asking: Asking, hops = HOPS): Promise<Answered> {
	const { client, headers, signal } = asking;
	const response = await client.request({
		origin: url.origin,
		path: `${url.pathname}${url.search}`,
		method: "GET",
		headers: { ...headers },
		signal,
	});
	const header = (name: string) => first(response.headers[name]);
	// Whoever does not read it to its end must not be hit by how it ends.
	response.body.on("error", () => {});
	if (!REDIRECTS.includes(response.statusCode))
		return { url, status: response.statusCode, header, body: response.body };
	response.body.destroy();
	if (hops === 0)
		throw new FetchFault(`${url.host} leads on and on: more than ${HOPS} redirects are not followed.`);
	return answered(next(url, header("location"), asking), asking, hops - 1);
}

function next(url: URL, location: string | undefined, asking: Asking): URL {
	if (location === undefined || !URL.canParse(location, url.href))
		throw new FetchFault(`${url.host} redirects to nowhere.`);
	const to = fetchable(new URL(location, url).href, asking);
	if (url.protocol === "https:" && to.protocol === "http:")
		throw new FetchFault(`${url.host} redirects to an address that is not encrypted.`);
	return to;
}

function first(value: string | readonly string[] | undefined): string | undefined {
	return typeof value === "string" ? value : value?.[0];
}
