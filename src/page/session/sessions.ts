import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { defined } from "../../model/defined.ts";
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

/** A session that goes on in another process. */
export interface KeptSession {
	readonly session: Session;
	/** Sha256 of the token that it began with. Absent: it began with a link. */
	readonly token?: string;
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
	/** Ends those of users who are no longer among these, or have another token; the others have their role. */
	allow(users: readonly PageUser[]): void;
	/** All there are, for the process that goes on with them. */
	kept(): readonly KeptSession[];
}

/** How long a link from the terminal can be used, in milliseconds. */
export const LINK_MS = 15 * 60_000;
/** How long a session lasts without a visit, in milliseconds. */
export const IDLE_MS = 12 * 3_600_000;
/** The oldest ones end where more people come in. */
const MOST = 200;

/** What sessions begin with. */
interface SessionsOptions {
	readonly users: readonly PageUser[];
	readonly now: () => number;
	/** Those of the process before. Absent: none. */
	readonly before?: readonly KeptSession[];
}

/** Sessions are in memory alone: unless they are handed on, a restart ends them. */
export function openSessions({ users: first, now, before = [] }: SessionsOptions): Sessions {
	let users = first;
	const links = openLinks(now);
	const sessions = new Map<string, KeptSession>(before.map((each) => [each.session.key, each]));
	const begin = (visitor: Visitor, token?: string) => {
		const session = newSession(visitor, now());
		sessions.set(session.key, { session, ...defined({ token }) });
		for (const old of [...sessions.keys()].slice(0, Math.max(0, sessions.size - MOST))) sessions.delete(old);
		return session;
	};
	const opened: Sessions = {
		invite: links.invite,
		enter(code) {
			const visitor = links.use(code);
			return visitor && begin(visitor);
		},
		signIn(token) {
			const user = userWith(token, users);
			return user && begin({ name: user.name, role: user.role }, user.tokenSha256);
		},
		find(key, secret) {
			const found = sessions.get(key);
			if (found === undefined || !same(found.session.secret, secret)) return undefined;
			sessions.delete(key);
			if (now() > found.session.expiresAt) return undefined;
			const session = { ...found.session, expiresAt: now() + IDLE_MS };
			sessions.set(key, { ...found, session });
			return session;
		},
		end: ({ key }) => void sessions.delete(key),
		allow(now) {
			users = now;
			for (const [key, kept] of sessions) replace(sessions, key, allowed(kept, users));
		},
		kept: () => [...sessions.values()],
	};
	opened.allow(users);
	return opened;
}

/** Links from the terminal. Each is used once. */
function openLinks(now: () => number) {
	const links = new Map<string, { readonly visitor: Visitor; readonly until: number }>();
	return {
		invite(visitor: Visitor): string {
			const code = random(24);
			links.set(digest(code), { visitor, until: now() + LINK_MS });
			return code;
		},
		use(code: string): Visitor | undefined {
			const link = links.get(digest(code));
			links.delete(digest(code));
			return link !== undefined && now() <= link.until ? link.visitor : undefined;
		},
	};
}

function replace<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
	if (value === undefined) map.delete(key);
	else map.set(key, value);
}

/** The session as its user is now. Undefined: there is no such user any more. */
function allowed(kept: KeptSession, users: readonly PageUser[]): KeptSession | undefined {
	const { session, token } = kept;
	if (token === undefined) return kept;
	const user = users.find(({ name, tokenSha256 }) => name === session.visitor.name && tokenSha256 === token);
	return user && { ...kept, session: { ...session, visitor: { name: user.name, role: user.role } } };
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
