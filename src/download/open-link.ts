import { httpClient } from "../system/http-client.ts";
import { type Answer, get } from "./request.ts";

/** Longest silence of the other end. Milliseconds. */
const IDLE_MS = 30_000;

/** The beginning of what a link names, or of a part of it. Throws `LinkFault` or the signal's reason. */
export async function openLink(
	link: string,
	{ range, signal }: { readonly range: string | undefined; readonly signal: AbortSignal },
): Promise<Answer> {
	const { Agent } = httpClient();
	const dispatcher = new Agent({ headersTimeout: IDLE_MS, bodyTimeout: IDLE_MS });
	try {
		const headers = range === undefined ? {} : { range };
		const answer = await get(link, headers, { dispatcher, idleMs: IDLE_MS, signal });
		answer.body.once("close", () => void dispatcher.close());
		return answer;
	} catch (error) {
		void dispatcher.destroy();
		throw error;
	}
}
