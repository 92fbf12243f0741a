import type { IncomingHttpHeaders } from "node:http";
import type { LookupFunction } from "node:net";
import { defined } from "../../model/defined.ts";
import { connectTo } from "../connect.ts";
import { decoded } from "../decoded.ts";
import { receiveText } from "./answer.ts";

/** A request that may be made again: a read, or a write of which doing it twice does no harm. */
export interface Question {
	/** Absent: GET. */
	readonly method?: string;
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: Uint8Array;
	/** Longest until the whole answer is there, in milliseconds. */
	readonly limitMs: number;
	/** How much of the answer is read, in bytes. Absent: 64 KB. */
	readonly most?: number;
	readonly signal: AbortSignal;
	/** Resolves the name of the host. Absent: as the machine does. */
	readonly lookup?: LookupFunction;
}

export interface WholeAnswer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
}

const CONNECT_MS = 10_000;

/** Asks once over a connection of its own: no redirects, no retries. Rejects where no whole answer comes. */
export async function ask({ url, body, most, lookup, ...question }: Question): Promise<WholeAnswer> {
	const { request } = await import("node:http");
	const signal = AbortSignal.any([question.signal, AbortSignal.timeout(question.limitMs)]);
	const socket = await connectTo(url, { timeoutMs: CONNECT_MS, signal, ...defined({ lookup }) });
	const length = body === undefined ? {} : { "content-length": String(body.length) };
	try {
		const asked = request({
			createConnection: () => socket,
			method: question.method ?? "GET",
			path: `${url.pathname}${url.search}`,
			headers: { host: url.host, ...question.headers, ...length },
			signal,
		});
		return await new Promise((settle, reject) => {
			asked.on("error", reject).once("response", (response) => {
				const { statusCode: status = 0, headers } = response;
				receiveText(decoded(response, headers), most).then(
					(text) => settle({ status, headers, text }),
					reject,
				);
			});
			asked.end(body);
		});
	} finally {
		socket.destroy();
	}
}
