import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../system/clock.ts";
import { Refusal } from "./refusal.ts";

/** Makes paths of this server that work without an API key until they expire. */
export interface Signer {
	/** The path with its signature as a query; different on every call. */
	sign(path: string, lifetimeMs: number): string;
	/** Throws `Refusal` 403 for a signature that is not ours and 410 once it has expired. */
	check(path: string, query: Readonly<Record<string, string>>): void;
	/** The same, told instead of thrown. */
	judge(path: string, query: Readonly<Record<string, string>>): "good" | "forged" | "expired";
	/** A short proof that whoever shows it was given it by this service. */
	proof(text: string): string;
	/** Compares in constant time. */
	proves(text: string, proof: string): boolean;
}

/** Signs with HMAC-SHA256 under the key. */
export function openSigner(key: Buffer, clock: Clock): Signer {
	const proof = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
	const proves = (text: string, given: string) => sameText(proof(text), given);
	const judge: Signer["judge"] = (path, { expires = "", nonce = "", signature = "" }) => {
		if (!proves(signedText(path, expires, nonce), signature)) return "forged";
		return clock.now() > Number(expires) ? "expired" : "good";
	};
	return {
		sign: (path, lifetimeMs) => {
			const expires = clock.now() + lifetimeMs;
			const nonce = randomBytes(8).toString("hex");
			return `${path}?expires=${expires}&nonce=${nonce}&signature=${proof(signedText(path, `${expires}`, nonce))}`;
		},
		check: (path, query) => {
			const link = judge(path, query);
			if (link === "forged") throw new Refusal(403, "This link was not made by this service.");
			if (link === "expired") throw new Refusal(410, "This link has expired: ask for a new one.");
		},
		judge,
		proof,
		proves,
	};
}

/** Compares two texts of equal length without telling by its time where they differ. */
export function sameText(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}

function signedText(path: string, expires: string, nonce: string): string {
	return `link\n${path}\n${expires}\n${nonce}`;
}
