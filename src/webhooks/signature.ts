import { createHmac, randomBytes } from "node:crypto";
import { Secret } from "../model/secret.ts";

/** What is signed: Standard Webhooks 1.0.0. */
export interface SignedContent {
	/** The same for every attempt of one message; without dots. */
	readonly id: string;
	/** When this attempt is made, epoch seconds. */
	readonly timestamp: number;
	readonly body: Uint8Array;
}

const PREFIX = "whsec_";
/** Bytes of a secret. */
const SIZE = { least: 24, most: 64, made: 32 } as const;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A new secret for a receiver. */
export function newWebhookSecret(): Secret {
	return new Secret(`${PREFIX}${randomBytes(SIZE.made).toString("base64")}`);
}

/**
 * Whether a text is a secret, or several with spaces between them while one replaces another: each
 * `whsec_` and 24 to 64 bytes in base64.
 */
export function isWebhookSecret(text: string): boolean {
	return keysOf(text) !== undefined;
}

/** The three headers of a message, one signature for each secret. Throws an Error for what is no secret. */
export function signatureHeaders(content: SignedContent, secret: Secret): Readonly<Record<string, string>> {
	const keys = keysOf(secret.reveal());
	if (keys === undefined) throw new Error("not a webhook secret");
	return {
		"webhook-id": content.id,
		"webhook-timestamp": `${content.timestamp}`,
		"webhook-signature": keys.map((key) => `v1,${signatureOf(content, key)}`).join(" "),
	};
}

function signatureOf({ id, timestamp, body }: SignedContent, key: Buffer): string {
	return createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
}

function keysOf(text: string): readonly Buffer[] | undefined {
	const keys = text.trim().split(/ +/).map(keyOf);
	return keys.every((key) => key !== undefined) ? keys : undefined;
}

function keyOf(text: string): Buffer | undefined {
	const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : "";
	if (!BASE64.test(encoded)) return undefined;
	const key = Buffer.from(encoded, "base64");
	return key.length >= SIZE.least && key.length <= SIZE.most ? key : undefined;
}
