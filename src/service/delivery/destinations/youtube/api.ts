import { defined } from "../../../../model/defined.ts";
import { errorCode } from "../../../../system/error-code.ts";
import { printable } from "../../../../system/run.ts";
import { retryAfterMs } from "../../../../system/sending/answer.ts";
import { ask, type WholeAnswer } from "../../../../system/sending/ask.ts";
import { jsonObject } from "../../../store/json.ts";
import type { Work } from "../../destination.ts";
import { ReconnectNeeded, type TokenSource } from "../../token-source.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { refusalIn, YoutubeRefusal } from "./errors.ts";
import type { QuotaKind, YoutubeQuota } from "./quota.ts";
import type { YoutubeSettings } from "./settings.ts";

/** What the parts of this destination work with. */
export interface Youtube {
	readonly tokens: TokenSource;
	readonly settings: YoutubeSettings;
	readonly quota: YoutubeQuota;
	/** Posts under way, by the ids of their videos: none is taken for that of another post. */
	readonly claimed: Map<string, string>;
}

/** On whose behalf something is asked, and how long. */
export type Asking = {
	readonly account: { readonly id: string };
	readonly tools: Pick<Work["tools"], "clock" | "signal" | "note">;
};

export interface ApiCall {
	/** Absent: GET. */
	readonly method?: "POST" | "PUT" | "DELETE";
	readonly url: string;
	readonly type?: string;
	readonly body?: Uint8Array;
	readonly headers?: Readonly<Record<string, string>>;
	/** What it costs of which quota. */
	readonly cost: readonly [kind: QuotaKind, count: number];
	/** As it is named in what is kept of it. */
	readonly name: string;
}

/** Slowest that a body is sent, in bytes a millisecond. */
const SLOWEST = 16;
/** Fifty videos with all of their parts. */
const MOST = 1 << 20;

/**
 * A successful answer. Throws `YoutubeRefusal` for what YouTube does not take, `NotSentFault` for what may go
 * better later. A token that was refused is replaced once.
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
			url,
			headers: { authorization: `Bearer ${token}`, ...(type && { "content-type": type }), ...headers },
			limitMs: settings.answerMs,
		},
		asking.tools.signal,
	);
}

/** One request, with whatever it is answered. Throws `NotSentFault` where no whole answer comes. */
export async function exchange(
	{
		url,
		method,
		body,
		headers,
		name,
		limitMs,
	}: Omit<ApiCall, "cost" | "type"> & { readonly limitMs: number },
	signal: AbortSignal,
): Promise<WholeAnswer> {
	try {
		return await ask({
			...defined({ method, body }),
			url: new URL(url),
			headers: { accept: "application/json", "user-agent": "showrun", ...headers },
			limitMs: limitMs + Math.ceil((body?.length ?? 0) / SLOWEST),
			most: MOST,
			signal,
		});
	} catch (error) {
		signal.throwIfAborted();
		throw new NotSentFault(`YouTube gave no answer (${name}): ${reasonOf(error)}.`);
	}
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
	return new YoutubeRefusal(refusal.why);
}

/** Throws `YoutubeRefusal` where a person has to connect the account again. */
export async function tokenOf({ tokens }: Youtube, { account }: Asking, refused?: string): Promise<string> {
	try {
		return await tokens.accessToken(account.id, refused);
	} catch (error) {
		if (error instanceof ReconnectNeeded)
			throw new YoutubeRefusal({ cause: "reconnect", message: error.message });
		throw new NotSentFault(`No access token for the account could be had: ${reasonOf(error)}.`);
	}
}

/** A failure in a few words; messages of connections hold no path of an address. */
export function reasonOf(error: unknown): string {
	const code = errorCode(error);
	const text =
		error instanceof Error ? printable(error.message, 200).replace(/\.$/, "") : "no reason was given";
	return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}

/** The items of a list. */
export function itemsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
	const { items } = jsonObject(text) ?? {};
	return Array.isArray(items) ? items.filter((item) => typeof item === "object" && item !== null) : [];
}
