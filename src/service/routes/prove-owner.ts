import { createHmac } from "node:crypto";
import type { Secret } from "../../model/secret.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";

/**
 * Proves to a process that has read `owner.json` that this is the service it was written by, before that
 * process shows its key.
 */
export const proveOwner: Handler = (core, exchange) => {
	const challenge = exchange.req.query("challenge") ?? "";
	if (!/^[0-9a-f]{32}$/.test(challenge)) throw new Refusal(422, "challenge must be 32 hexadecimal digits.");
	return answer(exchange, { proof: proofOf(core.localKey, challenge) });
};

/** What only a holder of the key can answer to the challenge. */
export function proofOf(key: Secret, challenge: string): string {
	return createHmac("sha256", key.reveal()).update(`owner\n${challenge}`).digest("hex");
}
