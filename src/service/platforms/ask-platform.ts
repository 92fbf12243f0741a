import { Fault } from "../../model/fault.ts";
import { errorCode } from "../../system/error-code.ts";
import { printable } from "../../system/run.ts";
import { ask } from "../../system/sending/ask.ts";
import { jsonObject } from "../store/json.ts";

/** A platform could not be asked, or gave no answer that tells: later it may. */
export class PlatformFault extends Fault {
	readonly next = "wait" as const;
}

/** A short request that may be repeated. */
export interface PlatformQuestion {
	readonly url: string;
	/** Absent: POST with a form, GET without. */
	readonly method?: "DELETE";
	/** Sent in the body. */
	readonly form?: Readonly<Record<string, string>>;
	/** Access token. */
	readonly bearer?: string;
	/** Besides those that every request has. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Name and password, with a colon between. */
	readonly basic?: string;
}

export interface PlatformAnswer {
	readonly status: number;
	/** Undefined: it is no JSON object. */
	readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** Until the whole answer is there, in milliseconds. */
const LIMIT_MS = 30_000;

/**
 * Asks a platform: no redirects, no retries, and nothing of the answer beyond 64 KB. Rejects with
 * `PlatformFault` where no whole answer comes; its message holds nothing of the request.
 */
export async function askPlatform(
	{ url: address, method, form, bearer, basic, headers: more }: PlatformQuestion,
	signal: AbortSignal,
): Promise<PlatformAnswer> {
	const url = new URL(address);
	const headers = {
		accept: "application/json",
		"user-agent": "showrun",
		...more,
		...(bearer && { authorization: `Bearer ${bearer}` }),
		...(basic && { authorization: `Basic ${Buffer.from(basic).toString("base64")}` }),
	};
	const asked =
		form === undefined
			? { headers, ...(method && { method }) }
			: {
					method: "POST",
					headers: { ...headers, ...FORM },
					body: Buffer.from(new URLSearchParams(form).toString()),
				};
	try {
		const { status, text } = await ask({ url, ...asked, limitMs: LIMIT_MS, signal });
		return { status, json: jsonObject(text) };
	} catch (error) {
		signal.throwIfAborted();
		throw new PlatformFault(
			`${url.host} did not answer: ${printable(errorCode(error) ?? "no whole answer", 100)}.`,
			{
				remedy: "Check the network, then try again.",
			},
		);
	}
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
