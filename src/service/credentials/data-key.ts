import { randomBytes } from "node:crypto";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Secret } from "../../model/secret.ts";
import { errorCode } from "../../system/error-code.ts";
import { readIfThere, writePrivate } from "../../system/private.ts";
import { StoreFault } from "../store/fault.ts";

/** Where the keys are that seal the credentials of accounts. */
export interface KeySource {
	/** SHOWRUN_CREDENTIALS_KEY. Wins. */
	readonly given?: Secret;
	/** SHOWRUN_CREDENTIALS_FORMER_KEY: it still opens what it sealed. Only with `given`. */
	readonly former?: Secret;
	/** Path of a file of this user, outside of the data folder: a key a line, the one that seals first. */
	readonly file: string;
}

const HEX = /^[0-9a-f]{64}$/i;

/**
 * The keys; the first seals, each opens what it sealed. None: there is none yet. Throws `StoreFault` for one
 * that is no key, or that others may read.
 */
export async function readDataKeys({ given, former, file }: KeySource): Promise<readonly Buffer[]> {
	if (given !== undefined) {
		const keys = [keyIn(given.reveal(), "SHOWRUN_CREDENTIALS_KEY")];
		return former ? [...keys, keyIn(former.reveal(), "SHOWRUN_CREDENTIALS_FORMER_KEY")] : keys;
	}
	const text = await readIfThere(file);
	if (text === undefined) return [];
	await checkPrivate(file);
	return text
		.trim()
		.split("\n")
		.map((line) => keyIn(line, file));
}

/** Puts a new key before those in the file. Durable before it resolves. */
export async function addDataKey(file: string): Promise<void> {
	await writeKeys(file, [randomBytes(32), ...(await readDataKeys({ file }))]);
}

/** Takes all keys but the first out of the file. Durable before it resolves. */
export async function dropFormerKeys(file: string): Promise<void> {
	await writeKeys(file, (await readDataKeys({ file })).slice(0, 1));
}

function writeKeys(file: string, keys: readonly Buffer[]): Promise<void> {
	return writePrivate(file, `${keys.map((key) => key.toString("hex")).join("\n")}\n`);
}

/** The key that seals, made where there is none. */
export async function ownDataKey(source: KeySource): Promise<Buffer> {
	const [kept] = await readDataKeys(source);
	if (kept) return kept;
	await mkdir(dirname(source.file), { recursive: true, mode: 0o700 });
	try {
		const handle = await open(source.file, "wx", 0o600);
		try {
			await handle.writeFile(`${randomBytes(32).toString("hex")}\n`);
			await handle.sync();
		} finally {
			await handle.close();
		}
	} catch (error) {
		// Another process makes it at this moment.
		if (errorCode(error) !== "EEXIST") throw error;
	}
	const [made] = await readDataKeys(source);
	if (made) return made;
	throw new StoreFault(`The key in ${source.file} was removed while it was made.`, { remedy: "Try again." });
}

function keyIn(text: string, where: string): Buffer {
	const trimmed = text.trim();
	if (HEX.test(trimmed)) return Buffer.from(trimmed, "hex");
	throw new StoreFault(`${where} does not hold a key of 64 hexadecimal digits.`, {
		remedy: "Restore it; or make a new one (openssl rand -hex 32) and connect the accounts again.",
	});
}

async function checkPrivate(file: string): Promise<void> {
	const { mode } = await stat(file);
	if (process.platform === "win32" || (mode & 0o077) === 0) return;
	throw new StoreFault(`${file} can be read by others.`, { remedy: `Change that: chmod 600 '${file}'` });
}
