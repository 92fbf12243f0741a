import { defined } from "../../../../model/defined.ts";
import type { MetaSettings } from "../../../../model/platform-settings.ts";
import type { WholeAnswer } from "../../../../system/sending/ask.ts";
import { type Fields, jsonObject } from "../../../store/json.ts";
import type { TokenSource } from "../../token-source.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { type Asking, exchange, tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { graphErrorIn, isTokenRefused, refusalIn, restIn } from "./errors.ts";

/** What posting by the Graph API works with. */
export interface Graph {
	/** Of the platform, as people know it. */
	readonly title: string;
	readonly tokens: TokenSource;
	readonly settings: MetaSettings;
	/** The `appsecret_proof` of a token. Undefined: the app has no secret here. */
	readonly proof: (token: string) => Promise<string | undefined>;
}

interface GraphCall {
	/** Behind the base address. */
	readonly path: string;
	/** Sent in the body by POST: in an address it would be executed with the headers. Absent: a GET. */
	readonly form?: Readonly<Record<string, string>>;
	/** Removes what the path names. */
	readonly removes?: true;
	/** As it is named in what is kept of it. */
	readonly name: string;
}

export interface GraphAnswer {
	readonly fields: Fields;
	/** How long to leave Meta alone after it, in milliseconds: mostly 0. */
	readonly restMs: number;
}

/**
 * A successful answer. Throws `PlatformRefusal` for what Meta does not take, `NotSentFault` for what may go
 * better later. A token that was refused is replaced once.
 */
export async function callGraph(graph: Graph, call: GraphCall, asking: Asking): Promise<GraphAnswer> {
	const token = await tokenOf(graph, asking);
	let answer = await send(graph, { ...call, token }, asking);
	if (isTokenRefused(answer)) {
		const other = await tokenOf(graph, asking, token);
		answer = await send(graph, { ...call, token: other }, asking);
	}
	const { status, text, headers } = answer;
	const fields = jsonObject(text);
	if (status === 200 && fields !== undefined && graphErrorIn(text) === undefined)
		return { fields, restMs: restIn(headers) };
	asking.tools.note({ call: call.name, status });
	const why = refusalIn(answer, { title: graph.title, now: asking.tools.clock.now() });
	// What was just made may not be readable for a while.
	const isUnreadable = call.form === undefined && graphErrorIn(text)?.subcode === 33;
	if (why === undefined || isUnreadable)
		throw new NotSentFault(`${graph.title} answered ${status} (${call.name}).`);
	throw new PlatformRefusal(why, status);
}

async function send(
	graph: Graph,
	{ path, form, removes, name, token }: GraphCall & { readonly token: string },
	{ tools }: Asking,
): Promise<WholeAnswer> {
	const { apiUrl, answerMs } = graph.settings;
	const signed = await signedFields(graph, { token, fields: form ?? {} });
	const query = form === undefined ? `${path.includes("?") ? "&" : "?"}${signed}` : "";
	const call = {
		...{ title: graph.title, name, limitMs: answerMs },
		url: `${apiUrl}/${path}${signed === "" ? "" : query}`,
		headers: { authorization: `Bearer ${token}`, ...(form && FORM) },
		...(form && { method: "POST" as const, body: Buffer.from(signed) }),
		...(removes && { method: "DELETE" as const }),
	};
	return exchange(call, tools.signal);
}

export const FORM = { "content-type": "application/x-www-form-urlencoded" } as const;

/** As a form, with the proof that the app itself is asking. */
export async function signedFields(
	{ proof }: Pick<Graph, "proof">,
	{ token, fields }: { readonly token: string; readonly fields: Readonly<Record<string, string>> },
): Promise<string> {
	const signature = await proof(token);
	return new URLSearchParams({
		...fields,
		...defined({ appsecret_proof: signature }),
	}).toString();
}

/** An id that may stand in an address. */
export function graphId(value: unknown): string | undefined {
	return typeof value === "string" && /^\d{1,30}$/.test(value) ? value : undefined;
}
