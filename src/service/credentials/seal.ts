import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Secret } from "../../model/secret.ts";

/** What a secret is kept for: one that is moved to another account or field cannot be opened there. */
export interface SealedFor {
	readonly account: string;
	readonly field: string;
}

const ALGORITHM = "aes-256-gcm";
const [NONCE, TAG] = [12, 16];

/** Names a key without telling it. */
export function keyId(key: Buffer): string {
	return createHash("sha256").update("showrun credentials key\n").update(key).digest("hex").slice(0, 16);
}

/** A secret as it is kept: nonce, tag and ciphertext of AES-256-GCM, in base64. */
export function seal(secret: Secret, purpose: SealedFor, key: Buffer): string {
	const nonce = randomBytes(NONCE);
	const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(boundTo(purpose));
	const text = Buffer.concat([cipher.update(secret.reveal(), "utf8"), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
}

/** Undefined for what was not sealed with this key, for this account and field. */
export function unseal(sealed: string, purpose: SealedFor, key: Buffer): Secret | undefined {
	const bytes = Buffer.from(sealed, "base64");
	if (bytes.length < NONCE + TAG) return undefined;
	const nonce = bytes.subarray(0, NONCE);
	const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(boundTo(purpose));
	decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
	try {
		const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
		return new Secret(text.toString("utf8"));
	} catch {
		return undefined;
	}
}

function boundTo({ account, field }: SealedFor): Buffer {
	return Buffer.from(`${account}\n${field}`);
}
