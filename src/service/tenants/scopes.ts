/** What a key may be good for. `admin`: everything, and what the whole service tells of itself. */
export const SCOPES = ["read", "submit", "publish", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The tenant of the data folder itself: of the local key, and of keys given by the environment. */
export const FIRST_TENANT = "main";

/** Names of tenants are names of folders too. */
export const TENANT_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Folder of all tenants but the first, below the data folder and the outbox. */
export const TENANTS = "tenants";

/** Whether a key with these scopes may do that. */
export function allows(scopes: readonly Scope[], wanted: Scope): boolean {
	return scopes.includes(wanted) || scopes.includes("admin");
}
