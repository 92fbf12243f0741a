import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryBeside, writeNew } from "./files.ts";

/**
 * Values kept in a folder that others may write to, such as a workspace somebody sent. What was not sealed
 * with this user's own key, or is torn, is not there. A help only: a failure to keep a value is no failure.
 */
export interface SignedCache {
	get(name: string): Promise<unknown>;
	put(name: string, value: unknown): Promise<void>;
}

/** So many values are kept; of more, the older half goes. */
const MOST = 2_000;

/**
 * Opens the folder. `keyFile` holds the user's key and is made where it is missing; undefined where it cannot
 * be made. Names are hexadecimal.
 */
export async function openSignedCache(folder: string, keyFile: string): Promise<SignedCache | undefined> {
	const key = await readKey(keyFile).catch(() => undefined);
	if (key === undefined) return undefined;
	return {
		get: (name) => read(join(folder, name), (body) => seal(key, name, body)).catch(() => undefined),
		put: (name, value) => write(join(folder, name), (body) => seal(key, name, body), value).catch(() => {}),
	};
}

async function readKey(file: string): Promise<Buffer> {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	// Two first runs at once: one makes the key, the other finds it.
	await writeNew(file, randomBytes(32), 0o600).catch(() => {});
	const key = await readFile(file);
	if (key.length !== 32) throw new Error(`${file} is no key`);
	return key;
}

type Sealing = (body: string) => Buffer;

function seal(key: Buffer, name: string, body: string): Buffer {
	return createHmac("sha256", key).update(`${name}\n`).update(body).digest();
}

async function read(path: string, sealing: Sealing): Promise<unknown> {
	const text = await readFile(path, "utf8");
	const end = text.indexOf("\n");
	const body = text.slice(end + 1);
	const [given, due] = [Buffer.from(text.slice(0, Math.max(0, end)), "hex"), sealing(body)];
	return given.length === due.length && timingSafeEqual(given, due) ? JSON.parse(body) : undefined;
}

async function write(path: string, sealing: Sealing, value: unknown): Promise<void> {
	const body = JSON.stringify(value);
	const beside = temporaryBeside(path);
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	try {
		await writeFile(beside, `${sealing(body).toString("hex")}\n${body}`, { mode: 0o600 });
		await rename(beside, path);
	} finally {
		await rm(beside, { force: true });
	}
	await prune(dirname(path));
}

async function prune(folder: string): Promise<void> {
	const names = await readdir(folder);
	if (names.length <= MOST) return;
	const aged = await Promise.all(
		names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
	);
	const old = aged.sort((a, b) => a.at - b.at).slice(0, names.length - MOST / 2);
	for (const { name } of old) await rm(join(folder, name), { force: true });
}
