import type { YoutubeSettings } from "../../../../model/platform-settings.ts";
import { retryAfterMs } from "../../../../system/sending/answer.ts";
import type { WholeAnswer } from "../../../../system/sending/ask.ts";
import { jsonObject } from "../../../store/json.ts";
import type { TokenSource } from "../../token-source.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { type Asking, exchange, type PlatformCall, tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { VideoClaims } from "./claims.ts";
import { refusalIn } from "./errors.ts";
import type { QuotaKind, YoutubeQuota } from "./quota.ts";

/** What the parts of this destination work with. */
export interface Youtube {
	readonly tokens: TokenSource;
	readonly settings: YoutubeSettings;
	readonly quota: YoutubeQuota;
	readonly claims: VideoClaims;
}

export interface ApiCall extends Omit<PlatformCall, "title" | "limitMs"> {
	readonly type?: string;
	/** What it costs of which quota. */
	readonly cost: readonly [kind: QuotaKind, count: number];
}

/**
 * A successful answer. Throws `PlatformRefusal` for what YouTube does not take, `NotSentFault` for what may
 * go better later. A token that was refused is replaced once.
 */
export async function callYoutube(youtube: Youtube, call: ApiCall, asking: Asking): Promise<WholeAnswer> {
	const { clock } = asking.tools;
	const token = await tokenOf(youtube, asking);
	let answer = await send(youtube, { ...call, token }, asking);
	if (answer.status === 401) {
		const other = await tokenOf(youtube, asking, token);
		answer = await send(youtube, { ...call, token: other }, asking);
	}
	if (answer.status >= 200 && answer.status < 300) return answer;
	asking.tools.note({ call: call.name, status: answer.status });
	throw await failureOf(youtube, { ...call, ...answer }, clock.now());
}

async function send(
	{ quota, settings }: Youtube,
	{ cost: [kind, count], token, url, type, headers, ...call }: ApiCall & { readonly token: string },
	asking: Asking,
): Promise<WholeAnswer> {
	await quota.spend(kind, count, asking.tools.clock.now());
	return exchange(
		{
			...call,
			title: "YouTube",
			url,
			headers: { authorization: `Bearer ${token}`, ...(type && { "content-type": type }), ...headers },
			limitMs: settings.answerMs,
		},
		asking.tools.signal,
	);
}

/** What to throw for an answer that is no success. */
export async function failureOf(
	{ quota }: Youtube,
	{ status, text, headers, name, cost }: WholeAnswer & Pick<ApiCall, "name" | "cost">,
	now: number,
): Promise<Error> {
	const refusal = refusalIn({ status, text, retryAfterMs: retryAfterMs(headers, now) }, now);
	if (refusal === undefined) return new NotSentFault(`YouTube answered ${status} (${name}).`);
	const { cause, message } = refusal.why;
	if (cause === "quota" && !message.includes("uploadLimitExceeded")) await quota.exhaust(cost[0], now);
	return new PlatformRefusal(refusal.why, status);
}

/** The items of a list. */
export function itemsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
	const { items } = jsonObject(text) ?? {};
	return Array.isArray(items) ? items.filter((item) => typeof item === "object" && item !== null) : [];
}
