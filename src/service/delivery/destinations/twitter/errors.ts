import { printable } from "../../../../system/run.ts";
import { jsonObject } from "../../../store/json.ts";
import type { DestinationRefusal } from "../../destination.ts";

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** An answer that is no success. */
export interface FailedAnswer {
	readonly status: number;
	readonly text: string;
	readonly headers: Headers;
}

const RATE_MS = 15 * 60_000;
const CREDITS_MS = 3_600_000;

/**
 * What a failed answer of X means: certainly not executed. Undefined: later may do, or nobody can tell (408,
 * 409, 500 and above, a redirect, a page). `now` in epoch milliseconds.
 */
export function refusalIn(
	{ status, text, headers }: FailedAnswer,
	now: number,
): DestinationRefusal | undefined {
	// Somebody in between, of whom nobody knows whether the request went on.
	if (jsonObject(text) === undefined) return undefined;
	const sentence = sentenceIn(text);
	const message = `X answered ${status}: ${sentence || "it gave no reason"}`;
	if (isOutOfCredits({ status, text }))
		return {
			cause: "quota",
			until: now + CREDITS_MS,
			message: `${message} Buy credits at console.x.com, or raise the spending limit.`,
		};
	if (status === 429) return { cause: "rate", until: resetIn(headers) ?? now + RATE_MS, message };
	if (status === 401 || isUnsupported(text)) return { cause: "reconnect", message };
	if (status === 400 || status === 413 || status === 422) return { cause: "content", message };
	return status === 403 ? { cause: "platform", message } : undefined;
}

/** X has a post of the same text: this one was not made, another one exists. */
export function isDuplicate({ status, text }: Pick<FailedAnswer, "status" | "text">): boolean {
	return status === 403 && /duplicate content/i.test(sentenceIn(text));
}

/** The media was uploaded too long ago, or never. */
export function isMediaOver({ status, text }: Pick<FailedAnswer, "status" | "text">): boolean {
	return status === 404 || (status === 400 && /media ids? (?:are|is) invalid/i.test(sentenceIn(text)));
}

function isOutOfCredits({ status, text }: Pick<FailedAnswer, "status" | "text">): boolean {
	const type = String(jsonObject(text)?.type ?? "");
	return status === 402 || /usage-capped|credits/.test(type) || /\bcredits\b/i.test(sentenceIn(text));
}

function isUnsupported(text: string): boolean {
	return /^unsupported authentication/i.test(String(jsonObject(text)?.title ?? ""));
}

/** RFC 7807, or a list of errors. */
function sentenceIn(text: string): string {
	const { detail, title, errors } = jsonObject(text) ?? {};
	const [first]: readonly { readonly message?: unknown }[] = Array.isArray(errors) ? errors : [];
	const said = [detail, first?.message, title].find((each) => typeof each === "string");
	return typeof said === "string" ? printable(said, 300) : "";
}

/** When the window of a limit ends, in epoch milliseconds. */
function resetIn({ "x-rate-limit-reset": reset }: Headers): number | undefined {
	const seconds = Number(reset);
	return Number.isSafeInteger(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
