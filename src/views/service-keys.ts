import { plain } from "./ink.ts";
import { columns } from "./state.ts";

/** A key as it may be shown: not the key itself. */
export interface KeyEntry {
	readonly id: string;
	readonly name: string;
	readonly tenant: string;
	readonly scopes: readonly string[];
	/** ISO 8601. */
	readonly created: string;
	/** Likewise. Absent: it is good. */
	readonly revoked?: string;
}

/** The keys as a table. */
export function renderKeys(keys: readonly KeyEntry[]): string {
	if (keys.length === 0) return "There are no keys. Make one with: showrun keys create NAME\n";
	return columns(
		keys.map(({ id, name, tenant, scopes, created, revoked }) => [
			id,
			plain(tenant),
			plain(name),
			scopes.join(","),
			revoked === undefined ? `made ${created.slice(0, 10)}` : `revoked ${revoked.slice(0, 10)}`,
		]),
	);
}
