import { randomBytes } from "node:crypto";
import { StopFault } from "../../model/fault.ts";
import { Secret } from "../../model/secret.ts";
import { sha256 } from "../../system/files.ts";
import { sameText } from "../links.ts";
import type { Texts } from "../store/store.ts";
import { changeKeys, KEYS, type KeptKey, readKeys } from "./keys-file.ts";
import type { Scope } from "./scopes.ts";

/** What a person wants of a key. */
export interface WantedKey {
	readonly name: string;
	readonly tenant: string;
	readonly scopes: readonly Scope[];
	/** Epoch milliseconds. */
	readonly now: number;
}

/** Makes a key: it is shown once, here. Throws `StopFault` where a good one of the tenant has the name. */
export function createKey(
	texts: Texts,
	{ name, tenant, scopes, now }: WantedKey,
): Promise<{ readonly kept: KeptKey; readonly key: Secret }> {
	const id = randomBytes(5).toString("hex");
	const key = `sk_${id}_${randomBytes(24).toString("base64url")}`;
	const kept: KeptKey = { id, name, tenant, scopes, sha256: sha256(key), createdAt: now };
	return changeKeys(texts, (keys) => {
		if (keys.some((each) => each.tenant === tenant && each.name === name && each.revokedAt === undefined))
			throw new StopFault(`The tenant ${tenant} has a key called ${name} already.`, {
				remedy: "Choose another name, or revoke that one first: showrun keys revoke.",
			});
		return { keys: [...keys, kept], result: { kept, key: new Secret(key) } };
	});
}

/**
 * Revokes the key of that id, or the only one of that name. What was made with it stays. Throws `StopFault`
 * where there is none, or more than one.
 */
export function revokeKey(texts: Texts, called: string, now: number): Promise<KeptKey> {
	return changeKeys(texts, (keys) => {
		const good = keys.filter((key) => key.revokedAt === undefined);
		const byId = good.filter(({ id }) => id === called);
		const meant = byId.length > 0 ? byId : good.filter(({ name }) => name === called);
		const [key, other] = meant;
		if (key === undefined || other !== undefined)
			throw new StopFault(
				key === undefined ? `There is no key ${called}.` : `Several keys are called ${called}.`,
				{ remedy: "Name it by its id: showrun keys list" },
			);
		const revoked = { ...key, revokedAt: now };
		return { keys: keys.map((each) => (each === key ? revoked : each)), result: revoked };
	});
}

/** The keys as they are now, whichever process changes them. */
export interface KeyBook {
	/** The good key that was shown. */
	find(shown: string): Promise<KeptKey | undefined>;
	/** Whether the key of that id is there and was not revoked. */
	isGood(id: string): Promise<boolean>;
	/** Whoever has or had a key. */
	tenants(): Promise<readonly string[]>;
}

/** Opens the book; there need be no key. */
export function openKeys(texts: Texts): KeyBook {
	let known: { readonly stamp: string; readonly keys: readonly KeptKey[] } | undefined;
	const current = async () => {
		const stamp = await texts.stamp(KEYS);
		if (known?.stamp !== stamp) known = { stamp, keys: await readKeys(texts) };
		return known.keys;
	};
	return {
		find: async (shown) => {
			const given = sha256(shown);
			const good = (await current()).filter(({ revokedAt }) => revokedAt === undefined);
			// Every key is compared, so that time tells nothing about any of them.
			return good.filter((key) => sameText(key.sha256, given)).at(0);
		},
		isGood: async (id) => (await current()).some((key) => key.id === id && key.revokedAt === undefined),
		tenants: async () => [...new Set((await current()).map(({ tenant }) => tenant))],
	};
}
