import { request } from "node:http";
import type { Clock } from "../system/clock.ts";
import { connectTo } from "../system/connect.ts";
import { decoded } from "../system/decoded.ts";
import { checkedLookup } from "./address.ts";
import { receiveText } from "./response.ts";
import type { WebhookTarget } from "./send.ts";
import { signatureHeaders } from "./signature.ts";

/** What is asked of a receiver. */
export interface SignedQuestion {
	readonly url: URL;
	/** Of the message that is asked about. */
	readonly id: string;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/**
 * Asks a receiver with a signed GET: no redirects, no retries. Rejects where no whole answer comes.
 */
export async function readSigned(
	{ url, id }: SignedQuestion,
	target: WebhookTarget,
	{ clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<{ readonly status: number; readonly text: string }> {
	const limited = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS + ANSWER_MS)]);
	const lookup = checkedLookup(url, target);
	const socket = await connectTo(url, { timeoutMs: CONNECT_MS, signal: limited, lookup });
	try {
		const timestamp = Math.floor(clock.now() / 1000);
		const signature = signatureHeaders({ id, timestamp, body: Buffer.alloc(0) }, target.secret);
		const asked = request({
			createConnection: () => socket,
			path: `${url.pathname}${url.search}`,
			headers: { host: url.host, accept: "application/json", "user-agent": "showrun", ...signature },
			signal: limited,
		});
		return await new Promise((settle, reject) => {
			asked.once("error", reject).once("response", (response) => {
				const { statusCode: status = 0, headers } = response;
				receiveText(decoded(response, headers)).then((text) => settle({ status, text }), reject);
			});
			asked.end();
		});
	} finally {
		socket.destroy();
	}
}
