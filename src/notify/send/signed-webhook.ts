import { StopFault } from "../../model/fault.ts";
import type { SecretSource } from "../../model/notify.ts";
import type { Secret } from "../../model/secret.ts";
import { sendWebhook } from "../../webhooks/send.ts";
import { isWebhookSecret } from "../../webhooks/signature.ts";
import { answerOf, failureOf } from "../../webhooks/verdict.ts";
import { jsonOf } from "../formats/json.ts";
import { type Environment, readSecret } from "../secrets.ts";
import type { SendTo } from "./target.ts";

const LIMITS = { settleMs: 30, windowMs: 2_000, beforeMs: 15_000, answerMs: 15_000 };

/** One signed JSON message; its id is the same in every attempt. */
export const sendSigned: SendTo<"webhook"> = async (note, { url, secret, privateHost }, parts) => {
	const { clock, env, signal } = parts;
	const target = {
		url: await readSecret(url, env),
		secret: await signingSecret(secret, env),
		privateHosts: privateHost,
	};
	const body = Buffer.from(JSON.stringify(jsonOf(note)));
	const message = { id: note.id, body, signed: body, type: "application/json" };
	const result = await sendWebhook(message, target, { arm: async () => {}, clock, signal, limits: LIMITS });
	if (result.kind === "answered") return answerOf(result);
	return failureOf(result.why);
};

/** The secret that signs. Throws `StopFault` for what is none. */
export async function signingSecret(source: SecretSource, env: Environment): Promise<Secret> {
	const secret = await readSecret(source, env);
	if (isWebhookSecret(secret.reveal())) return secret;
	throw new StopFault("The secret of the webhook is not valid.", {
		remedy: "Use `whsec_` and 24 to 64 bytes in base64.",
	});
}
