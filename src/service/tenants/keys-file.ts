import { join } from "node:path";
import { readIfThere, writePrivate } from "../../system/private.ts";
import { StoreFault } from "../store/fault.ts";
import { jsonObject } from "../store/json.ts";
import { locked } from "../store/locked.ts";
import { SCOPES, type Scope, TENANT_NAME } from "./scopes.ts";

/** A key as it is kept: nobody can make the key of it. */
export interface KeptKey {
	readonly id: string;
	/** What it is for, as a person calls it. */
	readonly name: string;
	readonly tenant: string;
	readonly scopes: readonly Scope[];
	/** Of the whole key, hexadecimal: it is random, so that nobody finds it by trying. */
	readonly sha256: string;
	/** Epoch milliseconds. */
	readonly createdAt: number;
	/** Likewise. Absent: it is good. */
	readonly revokedAt?: number;
}

const LOCK_MS = 10_000;

/** Where the keys of a data folder are. */
export function keysPath(data: string): string {
	return join(data, "keys.json");
}

/** None where there is no file. Throws `StoreFault` for one that is not a list of keys. */
export async function readKeys(data: string): Promise<readonly KeptKey[]> {
	const path = keysPath(data);
	const text = await readIfThere(path);
	if (text === undefined) return [];
	const book = jsonObject(text);
	if (book?.format === 1 && Array.isArray(book.keys) && book.keys.every(isKey)) return book.keys;
	throw new StoreFault(`${path} is not a list of keys of this version of the service.`, {
		remedy: "Restore it from a backup, or delete it and make the keys anew: showrun keys create.",
	});
}

/** Changes the keys; durable before it resolves. A running service sees it at its next request. */
export function changeKeys<Result>(
	data: string,
	how: (keys: readonly KeptKey[]) => { readonly keys: readonly KeptKey[]; readonly result: Result },
): Promise<Result> {
	return locked(keysPath(data), LOCK_MS, async () => {
		const { keys, result } = how(await readKeys(data));
		await writePrivate(keysPath(data), `${JSON.stringify({ format: 1, keys }, undefined, "\t")}\n`);
		return result;
	});
}

function isKey(value: unknown): value is KeptKey {
	const key = value as Partial<Record<keyof KeptKey, unknown>> | null;
	if (typeof key !== "object" || key === null) return false;
	const scopes: readonly unknown[] = SCOPES;
	return (
		[key.id, key.name, key.tenant, key.sha256].every((text) => typeof text === "string") &&
		TENANT_NAME.test(String(key.tenant)) &&
		typeof key.createdAt === "number" &&
		Array.isArray(key.scopes) &&
		key.scopes.every((scope) => scopes.includes(scope)) &&
		(key.revokedAt === undefined || typeof key.revokedAt === "number")
	);
}
