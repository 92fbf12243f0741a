import type { PageRole, PageUser } from "../../model/page-user.ts";

/** Each includes those before it. */
const ROLES: readonly PageRole[] = ["look", "review", "run"];

/** Whether a role includes another. */
export function may(role: PageRole, needed: PageRole): boolean {
	return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Who looks at a page. */
export type Visitor = Pick<PageUser, "name" | "role">;
