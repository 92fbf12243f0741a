import { PAGE_ROLES, type PageRole, type PageUser } from "../../model/page-user.ts";

/** Whether a role includes another. */
export function may(role: PageRole, needed: PageRole): boolean {
	return PAGE_ROLES.indexOf(role) >= PAGE_ROLES.indexOf(needed);
}

/** Who looks at a page. */
export type Visitor = Pick<PageUser, "name" | "role">;
