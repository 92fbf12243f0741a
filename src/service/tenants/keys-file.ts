import { StoreFault } from "../store/fault.ts";
import { jsonObject } from "../store/json.ts";
import type { Texts } from "../store/store.ts";
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

/** What the keys are kept under. */
export const KEYS = "keys.json";

/** None where none are kept. Throws `StoreFault` for what is not a list of keys. */
export async function readKeys(texts: Texts): Promise<readonly KeptKey[]> {
	return keysIn(await texts.read(KEYS), texts);
}

function keysIn(text: string | undefined, { where }: Texts): readonly KeptKey[] {
	if (text === undefined) return [];
	const book = jsonObject(text);
	if (book?.format === 1 && Array.isArray(book.keys) && book.keys.every(isKey)) return book.keys;
	throw new StoreFault(`${where(KEYS)} is not a list of keys of this version of the service.`, {
		remedy: "Restore it from a backup, or delete it and make the keys anew: showrun keys create.",
	});
}

/** Changes the keys; durable before it resolves. A running service sees it at its next request. */
export function changeKeys<Result>(
	texts: Texts,
	how: (keys: readonly KeptKey[]) => { readonly keys: readonly KeptKey[]; readonly result: Result },
): Promise<Result> {
	return texts.change(KEYS, (text) => {
		const { keys, result } = how(keysIn(text, texts));
		return { result, text: `${JSON.stringify({ format: 1, keys }, undefined, "\t")}\n` };
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
