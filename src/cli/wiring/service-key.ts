import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StopFault } from "../../model/fault.ts";
import { Secret } from "../../model/secret.ts";
import { replaceFile } from "../../system/files.ts";
import { printable } from "../../system/run.ts";

/** A key that others may try out has at least so many characters. */
const LEAST_LENGTH = 16;

/**
 * The key clients must send: from the environment, else one made once and kept readable by its owner alone.
 * Never printed.
 */
export async function serviceKey(data: string): Promise<{ readonly key: Secret; readonly keyHint: string }> {
	const given = process.env.SHOWRUN_API_KEY;
	if (given) return { key: new Secret(given), keyHint: "Clients need the same SHOWRUN_API_KEY." };
	const named = process.env.SHOWRUN_API_KEY_FILE;
	if (named)
		return { key: await keyIn(named), keyHint: `Clients need the key in ${printable(resolve(named))}.` };
	const file = join(data, "api-key");
	const kept = await readFile(file, "utf8").catch(() => undefined);
	const key = kept?.trim() || randomBytes(24).toString("base64url");
	if (!kept?.trim()) await replaceFile(file, `${key}\n`, { mode: 0o600 });
	return {
		key: new Secret(key),
		keyHint: `Clients need the key in that folder: export SHOWRUN_API_KEY="$(cat '${file}')"`,
	};
}

async function keyIn(file: string): Promise<Secret> {
	const key = (await readFile(file, "utf8").catch(() => "")).trim();
	if (key !== "") return new Secret(key);
	throw new StopFault(`The key file ${printable(file)} does not exist, cannot be read, or is empty.`, {
		remedy: "Write the key into the file that SHOWRUN_API_KEY_FILE names, or unset the variable.",
	});
}

/** Throws `StopFault` for a key that can be found by trying. */
export function checkKeyLength(key: Secret): void {
	const { length } = key.reveal();
	if (length >= LEAST_LENGTH) return;
	throw new StopFault(
		`The API key has ${length} characters; a server that other machines can reach needs ${LEAST_LENGTH}.`,
		{ remedy: "Make a longer one: head -c 24 /dev/urandom | base64" },
	);
}
