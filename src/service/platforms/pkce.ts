import { createHash, randomBytes } from "node:crypto";

/** What proves to the platform that whoever redeems a code has asked for it (RFC 7636). */
export interface Pkce {
	readonly verifier: string;
	readonly challenge: string;
}

/** A new one for each connection. */
export function newPkce(): Pkce {
	const verifier = randomBytes(32).toString("base64url");
	return { verifier, challenge: challengeOf(verifier) };
}

/** S256. */
export function challengeOf(verifier: string): string {
	return createHash("sha256").update(verifier, "ascii").digest("base64url");
}
