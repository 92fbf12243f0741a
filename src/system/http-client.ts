import { createRequire } from "node:module";
import type { Agent, buildConnector, Dispatcher } from "undici";

/** A request through its dispatcher. */
type Sending = Omit<Dispatcher.RequestOptions, "origin" | "path"> & { readonly dispatcher: Dispatcher };

/** What sends requests: parts of undici. */
export interface HttpClient {
	readonly Agent: typeof Agent;
	readonly buildConnector: typeof buildConnector;
	readonly request: (url: string | URL, options: Sending) => Promise<Dispatcher.ResponseData>;
}

type Load = (name: string) => unknown;
type Send = (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;

let known: HttpClient | undefined;

/** Loads what a client needs of undici, a fourth of its files: all of them take longer than many commands. */
export function httpClient(): HttpClient {
	known ??= partsOf(createRequire(import.meta.url));
	return known;
}

/** The parts by their files; all of undici where a version of it has them elsewhere. */
export function partsOf(load: Load): HttpClient {
	const parts = ["dispatcher/agent", "core/connect", "api/api-request"].map((part) => partOf(part, load));
	if (!parts.every((part) => typeof part === "function")) return load("undici") as HttpClient;
	const [Agent, buildConnector, send] = parts;
	return { Agent, buildConnector, request: requestBy(send as Send) } as HttpClient;
}

function partOf(part: string, load: Load): unknown {
	try {
		return load(`undici/lib/${part}.js`);
	} catch {
		return undefined;
	}
}

function requestBy(send: Send): HttpClient["request"] {
	return async (url, { dispatcher, ...options }) => {
		const { origin, pathname, search } = new URL(url);
		return send.call(dispatcher, { ...options, origin, path: `${pathname}${search}` });
	};
}
