import type { TwitterSettings } from "../../../../model/platform-settings.ts";
import type { WholeAnswer } from "../../../../system/sending/ask.ts";
import { type Fields, jsonObject } from "../../../store/json.ts";
import type { TokenSource } from "../../token-source.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { type Asking, exchange, type PlatformCall, tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { isMediaOver, refusalIn } from "./errors.ts";

/** What the parts of this destination work with. */
export interface Twitter {
	readonly tokens: TokenSource;
	readonly settings: TwitterSettings;
	/** When a whole list first did not hold the post of a call, by video and call. Epoch milliseconds. */
	readonly absent: Map<string, number>;
}

/** The uploaded media is known no more: it has to be uploaded again. */
export class MediaOver extends Error {}

interface ApiCall extends Pick<PlatformCall, "method" | "body" | "headers" | "name"> {
	/** Behind the base address. */
	readonly path: string;
}

/**
 * The whole of a successful answer. Throws `PlatformRefusal` for what X does not take, `MediaOver`, or
 * `NotSentFault` for what may go better later. A token that was refused is replaced once.
 */
export async function callX(twitter: Twitter, call: ApiCall, asking: Asking): Promise<Fields> {
	const token = await tokenOf(twitter, asking);
	let answer = await send(twitter, { ...call, token }, asking);
	if (answer.status === 401) {
		const other = await tokenOf(twitter, asking, token);
		answer = await send(twitter, { ...call, token: other }, asking);
	}
	const { status, text } = answer;
	if (status >= 200 && status < 300) {
		const fields = text.trim() === "" ? {} : jsonObject(text);
		if (fields) return fields;
		throw new NotSentFault(`X answered ${status} with something that is not JSON (${call.name}).`);
	}
	asking.tools.note({ call: call.name, status });
	if (call.path.startsWith("media/") && isMediaOver(answer)) throw new MediaOver();
	const why = refusalIn(answer, asking.tools.clock.now());
	if (why === undefined) throw new NotSentFault(`X answered ${status} (${call.name}).`);
	throw new PlatformRefusal(why, status);
}

function send(
	{ settings }: Twitter,
	{ path, headers, token, ...call }: ApiCall & { readonly token: string },
	{ tools }: Asking,
): Promise<WholeAnswer> {
	const url = `${settings.apiUrl}/${path}`;
	const all = { authorization: `Bearer ${token}`, ...headers };
	return exchange({ ...call, title: "X", url, headers: all, limitMs: settings.answerMs }, tools.signal);
}

/** The member of a JSON object that is one too. */
