import { defined } from "../../model/defined.ts";
import { createKey, revokeKey } from "../../service/tenants/keys.ts";
import { type KeptKey, readKeys } from "../../service/tenants/keys-file.ts";
import type { Scope } from "../../service/tenants/scopes.ts";
import { systemClock } from "../../system/clock.ts";
import { type KeyEntry, renderKeys } from "../../views/service-keys.ts";
import { err, lines, out } from "../terminal/terminal.ts";
import { ownStore } from "../wiring/data-folder.ts";

interface KeyFlags {
	readonly in: string;
	readonly json?: true;
}

/** `showrun keys create`: the key is printed once and kept as a hash. */
export async function createServiceKey(
	name: string,
	flags: KeyFlags & { readonly tenant: string; readonly scope: readonly Scope[] },
): Promise<void> {
	const { tenant, scope: scopes } = flags;
	const store = await ownStore(flags.in);
	const { kept, key } = await createKey(store, { name, tenant, scopes, now: systemClock.now() });
	if (flags.json) out(lines([{ type: "key", ...entryOf(kept), key: key.reveal() }]));
	else {
		err(`The key ${name} of the tenant ${tenant} (${scopes.join(", ")}); it cannot be shown again:\n`);
		out(`${key.reveal()}\n`);
	}
}

/** `showrun keys list`. */
export async function listServiceKeys(flags: KeyFlags): Promise<void> {
	const keys = (await readKeys(await ownStore(flags.in))).map(entryOf);
	out(flags.json ? lines(keys.map((key) => ({ type: "key", ...key }))) : renderKeys(keys));
}

/** `showrun keys revoke`: whoever shows it is refused from now on. */
export async function revokeServiceKey(called: string, flags: KeyFlags): Promise<void> {
	const revoked = await revokeKey(await ownStore(flags.in), called, systemClock.now());
	if (flags.json) out(lines([{ type: "revoked", ...entryOf(revoked) }]));
	else out(`Revoked the key ${revoked.name} (${revoked.id}) of the tenant ${revoked.tenant}.\n`);
}

function entryOf({ id, name, tenant, scopes, createdAt, revokedAt }: KeptKey): KeyEntry {
	const iso = (at: number) => new Date(at).toISOString();
	const revoked = revokedAt === undefined ? undefined : iso(revokedAt);
	return defined({ id, name, tenant, scopes, created: iso(createdAt), revoked });
}
