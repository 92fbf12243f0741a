import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Session } from "./sessions.ts";

/** The cookie of this run of the program: cookies do not know ports, so each run has a name of its own. */
export interface SessionCookie {
	read(context: Context): string;
	/** It is sent to the pages of its own session only, whose path nobody else knows. */
	write(context: Context, session: Session): void;
	clear(context: Context, session: Session): void;
}

export function sessionCookie(name: string, isSecure: () => boolean): SessionCookie {
	const options = (key: string) =>
		({ path: pathOf(key), httpOnly: true, sameSite: "Strict", secure: isSecure() }) as const;
	return {
		read: (context) => getCookie(context, name) ?? "",
		write: (context, { key, secret }) => setCookie(context, name, secret, options(key)),
		clear: (context, { key }) => setCookie(context, name, "", { ...options(key), maxAge: 0 }),
	};
}

/** Where the pages of a session are. */
export function pathOf(key: string): string {
	return `/s/${key}/`;
}
