/** What a visitor may do: look, decide about clips as well, or everything. */
export const ROLES = ["look", "review", "run"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role includes another. */
export function may(role: Role, needed: Role): boolean {
	return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

export interface Visitor {
	readonly name: string;
	readonly role: Role;
}

/** Somebody who may sign in with a token, of which only the sha256 is known. */
export interface User extends Visitor {
	/** Hex. */
	readonly sha256: string;
}
