import { silentOutcome } from "../../src/api/outcome.ts";
import { SEND_LIMITS } from "../../src/api/send.ts";
import { systemClock } from "../../src/system/clock.ts";
import { newAttempt, withLastByteHeld } from "../../src/system/sending/last-byte.ts";
import type { Found } from "./part.ts";

const BODY = Buffer.from('{"title":"Clip 1"}');

/**
 * Takes so much of a request as a connection may have taken when it breaks, and asks what that proves: a
 * connection that has the last byte may never ask for more.
 */
export async function takeBytes(): Promise<Found> {
	const broken: string[] = [];
	for (const pieces of [0, 1, 2]) {
		const sending = { operation: "op-1", arm: async () => {}, signal: new AbortController().signal };
		const limits = { ...SEND_LIMITS, settleMs: 1 };
		const attempt = newAttempt({ sending, clock: systemClock, limits });
		const body = withLastByteHeld(BODY, attempt);
		let taken = 0;
		for (let piece = 0; piece < pieces; piece++) taken += (await body.next()).value?.length ?? 0;
		const sent = attempt.phase === "sent";
		const outcome = silentOutcome(new Error("reset"), { sent, secret: "" }).class;
		const whole = taken === BODY.length;
		if (outcome !== (whole ? "unknown" : "not-sent"))
			broken.push(`${taken} of ${BODY.length} bytes were taken, and that counts as ${outcome}`);
		attempt.read.end();
		await body.return(undefined);
	}
	return { cases: 3, broken };
}
