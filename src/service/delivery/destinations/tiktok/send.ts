import type { PostFile, Work } from "../../destination.ts";
import { readPart } from "../file-part.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { exchange } from "../platform-call.ts";
import type { TikTok } from "./api.ts";
import { lastPartOf, progressOf, type TikTokState } from "./progress.ts";

interface Sending {
	readonly tiktok: TikTok;
	readonly work: Work;
	readonly file: PostFile;
}

/**
 * Sends every part but the last, each kept before the next. Undefined: the address is good no more, and a new
 * post has to be begun, which is safe while no last part was sent.
 */
export async function sendParts(sending: Sending, from: TikTokState): Promise<TikTokState | undefined> {
	let state = from;
	while (state.sent < lastPartOf(state)) {
		const sent = await sendPart(sending, state);
		if (sent === undefined) return undefined;
		state = { ...state, sent };
		await sending.work.tools.save(progressOf(state));
	}
	return { ...state, step: "ready" };
}

/** How many bytes are there after one part more. */
async function sendPart({ tiktok, work, file }: Sending, state: TikTokState): Promise<number | undefined> {
	const { tools } = work;
	const { sent: from, chunk } = state;
	const body = await readPart(file, { from, most: chunk });
	const call = {
		title: "TikTok",
		method: "PUT",
		url: state.upload,
		body,
		headers: headersOf(state, from, body.length),
		name: "upload",
		limitMs: tiktok.settings.answerMs,
	} as const;
	const { status, headers } = await exchange(call, tools.signal);
	if (status === 206 || status === 416) {
		const sent = status === 206 ? from + body.length : bytesIn(headers["content-range"], state.size);
		// The last part is sent by nobody before this.
		if (sent <= lastPartOf(state)) return sent;
	}
	tools.note({ call: "upload", status });
	if (status === 400 || status === 403 || status === 404 || status === 416) return undefined;
	throw new NotSentFault(`TikTok answered ${status} (upload).`);
}

/** Of a part that begins there. */
export function headersOf(
	{ size }: Pick<TikTokState, "size">,
	from: number,
	length: number,
): Readonly<Record<string, string>> {
	return { "content-type": "video/mp4", "content-range": `bytes ${from}-${from + length - 1}/${size}` };
}

/** How much is there, by `bytes 0-99/200`; of nothing, an asterisk. */
function bytesIn(range: string | readonly string[] | undefined, size: number): number {
	const [, last, total] = /^bytes (?:0-(\d{1,15})|\*)\/(\d{1,15})$/.exec(String(range)) ?? [];
	if (total !== String(size)) return Number.POSITIVE_INFINITY;
	return last === undefined ? 0 : Number(last) + 1;
}
