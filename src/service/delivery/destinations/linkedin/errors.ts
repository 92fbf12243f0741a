import { printable } from "../../../../system/run.ts";
import { jsonObject } from "../../../store/json.ts";
import type { DestinationRefusal } from "../../destination.ts";

interface FailedAnswer {
	readonly status: number;
	readonly text: string;
	readonly retryAfterMs?: number | undefined;
}

const DAY_MS = 24 * 3_600_000;

/**
 * What a failed answer of LinkedIn means: certainly not executed. Undefined: later may do, or nobody can tell
 * (408, 409, 500 and above, a redirect, a page). `now` in epoch milliseconds.
 */
export function refusalIn(
	{ status, text, retryAfterMs }: FailedAnswer,
	now: number,
): DestinationRefusal | undefined {
	// Somebody in between, of whom nobody knows whether the request went on.
	if (jsonObject(text) === undefined) return undefined;
	const { code, sentence } = errorIn(text);
	const message = `LinkedIn answered ${status}${code && ` ${code}`}: ${sentence || "it gave no reason"}`;
	if (status === 401) return { cause: "reconnect", message };
	// A scope or a role that this account does not have.
	if (status === 403) return { cause: "reconnect", message };
	if (status === 429) {
		// The limits of a day end at midnight UTC, and no answer says so.
		const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
		return { cause: "quota", until: retryAfterMs === undefined ? midnight : now + retryAfterMs, message };
	}
	if (status === 426 || code === "NONEXISTENT_VERSION")
		return {
			cause: "config",
			message: `${message} Set destinations.linkedin.version to one that is served.`,
		};
	if (code === "MEDIA_ASSET_WAITING_UPLOAD") return { cause: "busy", message };
	return [400, 404, 413, 422].includes(status) ? { cause: "content", message } : undefined;
}

/** The post that LinkedIn calls the same: it is there. Undefined: the answer is another one. */
export function duplicateIn({ status, text }: FailedAnswer): string | undefined {
	if (status !== 422) return undefined;
	return /duplicate of (urn:li:(?:share|ugcPost):\d{1,30})/.exec(errorIn(text).sentence)?.[1];
}

function errorIn(text: string): { readonly code: string; readonly sentence: string } {
	const { code, message } = jsonObject(text) ?? {};
	return {
		code: typeof code === "string" ? printable(code, 60) : "",
		sentence: typeof message === "string" ? printable(message, 300) : "",
	};
}
