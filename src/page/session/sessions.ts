import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { PageUser } from "../../model/page-user.ts";
import type { Visitor } from "./roles.ts";

/** A visitor who came in. */
export interface Session {
	readonly visitor: Visitor;
	/** First part of the path of all pages: a cookie that another local server was sent does not tell it. */
	readonly key: string;
	/** Value of the cookie. */
	readonly secret: string;
	/** What a form has to bring along; the cookie does not tell it. */
	readonly writeToken: string;
	readonly expiresAt: number;
}

export interface Sessions {
	/** A code that lets one visitor in, once, within some minutes. */
	invite(visitor: Visitor): string;
	/** Undefined: the code was used, is too old, or was never given. */
	enter(code: string): Session | undefined;
	/** Undefined: nobody has that token. */
	signIn(token: string): Session | undefined;
	/** Undefined: there is none, or it is over. */
	find(key: string, secret: string): Session | undefined;
	end(session: Session): void;
}

/** How long a link from the terminal can be used, in milliseconds. */
export const LINK_MS = 15 * 60_000;
/** How long a session lasts without a visit, in milliseconds. */
export const IDLE_MS = 12 * 3_600_000;
/** The oldest ones end where more people come in. */
const MOST = 200;

/** Sessions are in memory alone: a restart ends them. */
export function openSessions(users: readonly PageUser[], now: () => number): Sessions {
	const links = new Map<string, { readonly visitor: Visitor; readonly until: number }>();
	const sessions = new Map<string, Session>();
	const begin = (visitor: Visitor) => {
		const session = newSession(visitor, now());
		sessions.set(session.key, session);
		for (const old of [...sessions.keys()].slice(0, Math.max(0, sessions.size - MOST))) sessions.delete(old);
		return session;
	};
	return {
		invite(visitor) {
			const code = random(24);
			links.set(digest(code), { visitor, until: now() + LINK_MS });
			return code;
		},
		enter(code) {
			const link = links.get(digest(code));
			links.delete(digest(code));
			return link !== undefined && now() <= link.until ? begin(link.visitor) : undefined;
		},
		signIn(token) {
			const user = userWith(token, users);
			return user && begin({ name: user.name, role: user.role });
		},
		find(key, secret) {
			const found = sessions.get(key);
			if (found === undefined || !same(found.secret, secret)) return undefined;
			sessions.delete(key);
			if (now() > found.expiresAt) return undefined;
			const seen = { ...found, expiresAt: now() + IDLE_MS };
			sessions.set(key, seen);
			return seen;
		},
		end: ({ key }) => void sessions.delete(key),
	};
}

function newSession(visitor: Visitor, now: number): Session {
	return { visitor, key: random(12), secret: random(32), writeToken: random(24), expiresAt: now + IDLE_MS };
}

function userWith(token: string, users: readonly PageUser[]): PageUser | undefined {
	const shown = digest(token);
	// All are compared, so that time tells nothing about any of them.
	return users.filter(({ tokenSha256 }) => same(tokenSha256, shown))[0];
}

/** Whether two texts are the same; how long that takes tells nothing about them. */
export function same(one: string, other: string): boolean {
	return timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));
}

/** What a user's token is known by. */
export function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

/** Unguessable, and fit for addresses. */
export function random(bytes: number): string {
	return randomBytes(bytes).toString("base64url");
}
