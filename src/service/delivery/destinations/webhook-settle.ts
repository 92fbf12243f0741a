import { parseWebhookAddress } from "../../../webhooks/address.ts";
import { readSigned } from "../../../webhooks/read.ts";
import type { Progress, Settled, Work } from "../destination.ts";
import { postedIn, whereIn } from "./posted-answer.ts";
import { reasonOf } from "./webhook-answer.ts";
import { pauseAfter } from "./webhook-schedule.ts";
import { messageId, type WebhookSettings } from "./webhook-settings.ts";

/** How long a receiver may still be busy with a message whose answer was lost, in milliseconds. */
const QUIET_MS = 90_000;
/** How often a receiver is asked, and for how long. */
const ASK_MS = 30_000;
const GIVE_UP_MS = 24 * 3_600_000;

/** How often a message was sent. */
export function attemptsOf(progress: Progress | undefined): number {
	return typeof progress?.attempts === "number" ? progress.attempts : 0;
}

/**
 * What became of a message without a clear answer: the receiver is asked where it can be. One that drops what
 * it knows gets it again, at the times of the schedule.
 */
export async function settleWebhook(
	settings: WebhookSettings,
	work: Work,
	progress: Progress | undefined,
): Promise<Settled> {
	const now = work.tools.clock.now();
	const asked = await ask(settings, work, progress);
	if (typeof asked === "object") return asked;
	const sentAt = progress?.at;
	// Another process may have sent it, and when is not known: what it sent may still be under way.
	if (typeof sentAt !== "number") return { kind: "cannot_tell", look: lookAt(settings) };
	if (settings.delivery === "repeat") return again(progress, messageId(work), now - sentAt);
	if (asked === "absent" && now - sentAt >= QUIET_MS) return { kind: "not_posted", again: "same" };
	if (asked === "absent") return { kind: "wait", ms: sentAt + QUIET_MS - now };
	if (asked === "silent" && now - sentAt < GIVE_UP_MS) return { kind: "wait", ms: ASK_MS };
	return { kind: "cannot_tell", look: lookAt(settings) };
}

function lookAt({ url }: WebhookSettings): string {
	return `at the receiver (${new URL(url.reveal()).host}) for the webhook-id`;
}

function again(progress: Progress | undefined, id: string, passedMs: number): Settled {
	const pause = pauseAfter(Math.max(1, attemptsOf(progress)), id);
	if (pause === undefined) return { kind: "cannot_tell", look: "at the receiver: all attempts are used up" };
	return passedMs >= pause
		? { kind: "not_posted", again: "same", byPromise: true }
		: { kind: "wait", ms: Math.max(1, pause - passedMs) };
}

/**
 * `absent`: the receiver never saw it; `silent`: it does not say now. Undefined: it cannot be asked.
 */
async function ask(
	settings: WebhookSettings,
	work: Work,
	progress: Progress | undefined,
): Promise<Settled | "absent" | "silent" | undefined> {
	const { tools } = work;
	const text = addressOf(settings, progress);
	if (text === undefined) return undefined;
	const url = parseWebhookAddress(text, settings);
	if (typeof progress?.statusUrl !== "string") url.searchParams.set("id", messageId(work));
	const id = messageId(work);
	try {
		const answer = await readSigned({ url, id }, settings, tools);
		tools.note({ call: "GET", status: answer.status, text: answer.text.slice(0, 2_000) });
		if (answer.status === 404) return "absent";
		return answer.status === 200 ? stateIn(answer.text) : "silent";
	} catch (error) {
		tools.signal.throwIfAborted();
		tools.note({ call: "GET", text: reasonOf(error) });
		return "silent";
	}
}

function addressOf({ settleUrl }: WebhookSettings, progress: Progress | undefined): string | undefined {
	return typeof progress?.statusUrl === "string" ? progress.statusUrl : settleUrl?.reveal();
}

function stateIn(text: string): Settled | "silent" {
	const { state } = postedIn(text);
	if (state === "posted") return { kind: "posted", ...whereIn(text) };
	if (state === "accepted") return { kind: "wait", ms: ASK_MS };
	if (state === "failed")
		return { kind: "failed", why: { cause: "platform", message: "The receiver says that posting failed." } };
	return "silent";
}
