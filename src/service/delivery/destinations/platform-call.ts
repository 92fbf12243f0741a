import { errorCode } from "../../../system/error-code.ts";
import { printable } from "../../../system/run.ts";
import { ask, type WholeAnswer } from "../../../system/sending/ask.ts";
import type { Work } from "../destination.ts";
import { ReconnectNeeded, type TokenSource } from "../token-source.ts";
import { NotSentFault } from "./not-sent-fault.ts";
import { PlatformRefusal } from "./platform-refusal.ts";

/** On whose behalf a platform is asked something, and how long. */
export type Asking = {
	readonly account: { readonly id: string };
	readonly tools: Pick<Work["tools"], "clock" | "signal" | "note">;
};

/** A request to a platform that may be repeated. */
export interface PlatformCall {
	/** Of the platform, as people know it. */
	readonly title: string;
	/** Absent: GET. */
	readonly method?: "POST" | "PUT" | "DELETE";
	readonly url: string;
	readonly body?: Uint8Array;
	readonly headers?: Readonly<Record<string, string>>;
	/** As it is named in what is kept of it. */
	readonly name: string;
	/** Longest that its answer may take, in milliseconds, besides the time that sending takes. */
	readonly limitMs: number;
}

/** Slowest that a body is sent, in bytes a millisecond. */
const SLOWEST = 16;
/** Fifty posts with all that is told of them. */
const MOST = 1 << 20;

/** One request, with whatever it is answered. Throws `NotSentFault` where no whole answer comes. */
export async function exchange(
	{ title, url, body, headers, name, limitMs, ...call }: PlatformCall,
	signal: AbortSignal,
): Promise<WholeAnswer> {
	try {
		return await ask({
			...call,
			...(body && { body }),
			url: new URL(url),
			headers: { accept: "application/json", "user-agent": "showrun", ...headers },
			limitMs: limitMs + Math.ceil((body?.length ?? 0) / SLOWEST),
			most: MOST,
			signal,
		});
	} catch (error) {
		signal.throwIfAborted();
		throw new NotSentFault(`${title} gave no answer (${name}): ${reasonOf(error)}.`);
	}
}

/**
 * An access token of the account. `refused`: the one that the platform has just refused. Throws
 * `PlatformRefusal` where a person has to connect the account again.
 */
export async function tokenOf(
	{ tokens }: { readonly tokens: TokenSource },
	{ account }: Pick<Asking, "account">,
	refused?: string,
): Promise<string> {
	try {
		return await tokens.accessToken(account.id, refused);
	} catch (error) {
		if (error instanceof ReconnectNeeded)
			throw new PlatformRefusal({ cause: "reconnect", message: error.message });
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
