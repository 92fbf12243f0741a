import { createHash, randomBytes } from "node:crypto";

/** How a platform wants the hash written: RFC 7636 says base64url. */
export type ChallengeEncoding = "base64url" | "hex";

/** Proves to the platform that who redeems a code has asked for it (RFC 7636): a new one each time. */
export function newVerifier(): string {
	return randomBytes(32).toString("base64url");
}

/** S256 of a verifier. */
export function challengeOf(verifier: string, encoding: ChallengeEncoding): string {
	return createHash("sha256").update(verifier, "ascii").digest(encoding);
}
