import type { LinkedInSettings } from "../../../../model/platform-settings.ts";
import { retryAfterMs } from "../../../../system/sending/answer.ts";
import type { WholeAnswer } from "../../../../system/sending/ask.ts";
import type { TokenSource } from "../../token-source.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { type Asking, exchange, tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { refusalIn } from "./errors.ts";

/** What the parts of this destination work with. */
export interface LinkedIn {
	readonly tokens: TokenSource;
	readonly settings: LinkedInSettings;
}

interface ApiCall {
	/** Behind the base address. */
	readonly path: string;
	/** Absent: a GET. */
	readonly body?: object;
	readonly headers?: Readonly<Record<string, string>>;
	/** As it is named in what is kept of it. */
	readonly name: string;
}

/**
 * A successful answer. Throws `PlatformRefusal` for what LinkedIn does not take, `NotSentFault` for what may
 * go better later. A token that was refused is replaced once.
 */
export async function callLinkedIn(linkedin: LinkedIn, call: ApiCall, asking: Asking): Promise<WholeAnswer> {
	const token = await tokenOf(linkedin, asking);
	let answer = await send(linkedin, { ...call, token }, asking);
	if (answer.status === 401) {
		const other = await tokenOf(linkedin, asking, token);
		answer = await send(linkedin, { ...call, token: other }, asking);
	}
	const { status, headers } = answer;
	if (status >= 200 && status < 300) return answer;
	asking.tools.note({ call: call.name, status });
	const now = asking.tools.clock.now();
	const why = refusalIn({ ...answer, retryAfterMs: retryAfterMs(headers, now) }, now);
	if (why === undefined) throw new NotSentFault(`LinkedIn answered ${status} (${call.name}).`);
	throw new PlatformRefusal(why, status);
}

function send(
	linkedin: LinkedIn,
	{ path, body, headers, token, name }: ApiCall & { readonly token: string },
	{ tools }: Asking,
): Promise<WholeAnswer> {
	const { settings } = linkedin;
	const posted = body && { method: "POST" as const, body: Buffer.from(JSON.stringify(body)) };
	return exchange(
		{
			...posted,
			...{ title: "LinkedIn", url: `${settings.apiUrl}/${path}`, name, limitMs: settings.answerMs },
			headers: { ...headersOf(linkedin, token), ...(body && JSON_TYPE), ...headers },
		},
		tools.signal,
	);
}

/** What a call with a body says of it. */
export const JSON_TYPE = { "content-type": "application/json" } as const;

/** Of every call but those that send the video. */
export function headersOf({ settings }: LinkedIn, token: string): Readonly<Record<string, string>> {
	return {
		authorization: `Bearer ${token}`,
		"linkedin-version": settings.version,
		"x-restli-protocol-version": "2.0.0",
	};
}

/** As LinkedIn names an account: organizations have numbers, members have none of their own. */
export function authorOf({ id }: Asking["account"]): string {
	const [, organization] = /^organization-(\d{1,30})$/.exec(id) ?? [];
	return organization === undefined ? `urn:li:person:${id}` : `urn:li:organization:${organization}`;
}

/** Whether the account's posts can be read: those of members cannot. */
export function isOrganization(account: Asking["account"]): boolean {
	return authorOf(account).startsWith("urn:li:organization:");
}
