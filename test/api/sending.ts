import { setTimeout as wait } from "node:timers/promises";
import { headersOf } from "../../src/api/connection.ts";
import { ANSWERS } from "../../src/api/parse.ts";
import type { Call, CallOutcome, Sending } from "../../src/api/port.ts";
import { SEND_LIMITS, send } from "../../src/api/send.ts";
import { Secret } from "../../src/model/secret.ts";
import { type Clock, systemClock } from "../../src/system/clock.ts";
import { sha256 } from "../../src/system/files.ts";
import type { SendLimits } from "../../src/system/sending/last-byte.ts";

export const KEY = "sk-live-9f3b7c21d4";
const key = new Secret(KEY);

export const PAYLOAD = JSON.stringify({
	project_id: "t-1",
	idx: 0,
	publish_configs: { "acc-1": { title: "Überraschung 🎬" } },
});

export function publishCall(payload: string = PAYLOAD): Call<"publish"> {
	return {
		kind: "publish",
		endpoint: "/api/v2/social-media/publish",
		payload,
		payloadSha256: sha256(payload),
	};
}

export interface Trial {
	readonly arm?: () => Promise<void>;
	readonly turn?: NonNullable<Sending["turn"]>;
	readonly signal?: AbortSignal;
	readonly clock?: Clock;
	readonly limits?: Partial<SendLimits>;
	readonly call?: Call<"publish">;
}

/**
 * Sends one publish to a URL as the client would. An answer that does not come is waited for until `limits`
 * say.
 */
export function sendTo(
	url: string,
	{
		arm = async () => {},
		turn = async () => {},
		signal = new AbortController().signal,
		clock = systemClock,
		limits,
		call = publishCall(),
	}: Trial = {},
): Promise<CallOutcome<"publish">> {
	const sending: Sending = { operation: "01J0000000000000000000000", arm, turn, signal };
	const connection = { url, apiKey: key };
	const headers = headersOf(connection, { versionHeader: "x-service-api-version" });
	const options = {
		connection,
		headers,
		clock,
		limits: { ...SEND_LIMITS, answerMs: 120_000, ...limits },
		answer: ANSWERS.publish,
	};
	return Promise.race([send(call, sending, options), tooLong()]);
}

/** An attempt that never ends is a failure, not a run that hangs. */
async function tooLong(): Promise<never> {
	await wait(300_000, undefined, { ref: false });
	throw new Error("it never ended");
}
