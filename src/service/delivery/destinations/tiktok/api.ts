import type { TikTokSettings } from "../../../../model/platform-settings.ts";
import type { WholeAnswer } from "../../../../system/sending/ask.ts";
import { type Fields, fieldsOf, jsonObject } from "../../../store/json.ts";
import type { TokenSource } from "../../token-source.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { type Asking, exchange, tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { errorIn, refusalOf } from "./errors.ts";

/** What the parts of this destination work with. */
export interface TikTok {
	readonly tokens: TokenSource;
	readonly settings: TikTokSettings;
}

interface ApiCall {
	/** Behind the base address, such as `post/publish/status/fetch/`. */
	readonly path: string;
	/** Absent: an empty one. */
	readonly body?: object;
}

/** A successful answer. */
export interface Answered {
	/** Its `data`. Numbers beyond 2^53 are not exact there: they stand in the text. */
	readonly data: Fields;
	readonly text: string;
}

/**
 * A successful answer. Throws `PlatformRefusal` for what TikTok does not take, `NotSentFault`
 * for what may go better later. A token that was refused is replaced once.
 */
export async function callTikTok(tiktok: TikTok, call: ApiCall, asking: Asking): Promise<Answered> {
	const token = await tokenOf(tiktok, asking);
	let answer = await send(tiktok, { ...call, token }, asking);
	if (answer.status === 401 || errorIn(answer.text)?.code === "access_token_invalid") {
		const other = await tokenOf(tiktok, asking, token);
		answer = await send(tiktok, { ...call, token: other }, asking);
	}
	const { status, text } = answer;
	if (status === 200 && errorIn(text)?.code === "ok") return { data: fieldsOf(jsonObject(text)?.data), text };
	asking.tools.note({ call: call.path, status });
	const why = refusalOf(answer, asking.tools.clock.now());
	if (why === undefined) throw new NotSentFault(`TikTok answered ${status} (${call.path}).`);
	throw new PlatformRefusal(why, status);
}

function send(
	{ settings }: TikTok,
	{ path, body, token }: ApiCall & { readonly token: string },
	{ tools }: Asking,
): Promise<WholeAnswer> {
	const call = {
		title: "TikTok",
		method: "POST",
		url: `${settings.apiUrl}/${path}`,
		body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
		headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=UTF-8" },
		name: path,
		limitMs: settings.answerMs,
	} as const;
	return exchange(call, tools.signal);
}
