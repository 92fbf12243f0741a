import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { PageUser } from "../model/page-user.ts";
import { pageApp } from "./app.ts";
import { ASSET_PATHS, ASSETS } from "./assets/assets.ts";
import type { PageFront } from "./port.ts";
import type { Env } from "./routes/context.ts";
import { sessionCookie } from "./session/cookie.ts";
import type { Visitor } from "./session/roles.ts";
import { type KeptSession, openSessions, random } from "./session/sessions.ts";

/** How the page is served. */
export interface PageOptions {
	readonly front: PageFront;
	readonly users: readonly PageUser[];
	/** Origin that a web server in front passes on, for example `https://clips.example.com`. Absent: none. */
	readonly publicUrl?: string;
	readonly now: () => number;
	/** Hears of bugs. */
	readonly log: (text: string) => void;
	/** A visitor whose page takes longer is shown that. Absent: 0.7 s. Milliseconds. */
	readonly patienceMs?: number;
	/** Who was in before, in another process. Absent: nobody. */
	readonly before?: WhoIsIn;
}

/** Who is in, for the process that serves the page next. */
export interface WhoIsIn {
	/** Name of the cookie. */
	readonly cookie: string;
	readonly sessions: readonly KeptSession[];
}

/** The page as routes, to be served under an address that is known later. */
export interface OpenPage {
	readonly routes: Hono<Env>;
	/** Says where it is reached on this machine. */
	serveAt(host: string, port: number): void;
	/** A link that lets one visitor in, once, within 15 minutes. */
	link(visitor: Visitor): string;
	/** Only these may sign in from now on; whoever is no longer among them is out at once. */
	allow(users: readonly PageUser[]): void;
	whoIsIn(): WhoIsIn;
}

/** Opens the page; nothing listens yet. */
export function openPage({ front, users, publicUrl, now, log, before, patienceMs }: PageOptions): OpenPage {
	let own: readonly string[] = [];
	const sessions = openSessions({ users, now, ...defined({ before: before?.sessions }) });
	const name = before?.cookie ?? `showrun-${random(6)}`;
	const origins = () => [...own, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])];
	const parts = {
		front,
		sessions,
		log,
		assets: ASSET_PATHS,
		patienceMs: patienceMs ?? PATIENCE_MS,
		cookie: sessionCookie(name, () => publicUrl?.startsWith("https:") ?? false),
	};
	return {
		routes: pageApp(parts, ASSETS, { origins }),
		serveAt(host, port) {
			const names = LOOPBACK.test(host) ? ["127.0.0.1", "localhost", "[::1]"] : [host];
			own = names.map((name) => `http://${name}:${port}`);
		},
		link: (visitor) => `${publicUrl ?? own[0] ?? ""}/enter/${sessions.invite(visitor)}`,
		allow: sessions.allow,
		whoIsIn: () => ({ cookie: name, sessions: sessions.kept() }),
	};
}

const PATIENCE_MS = 700;
const LOOPBACK = /^(127\.0\.0\.1|localhost|::1)$/;

/** A page that is served. */
export interface ServedPage extends Pick<OpenPage, "link" | "allow" | "whoIsIn"> {
	readonly url: string;
	stop(): Promise<void>;
}

/** Serves the page alone; port 0: any free one. Throws `StopFault` when the port is taken. */
export async function servePage(
	options: PageOptions,
	{ host, port }: { readonly host: string; readonly port: number },
): Promise<ServedPage> {
	const page = openPage(options);
	const server = createServer(getRequestListener(page.routes.fetch));
	await listening(server, host, port);
	const address = server.address();
	const bound = typeof address === "object" && address ? address.port : port;
	page.serveAt(host, bound);
	return {
		url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
		...{ link: page.link, allow: page.allow, whoIsIn: page.whoIsIn },
		stop: () =>
			new Promise((stopped) => {
				server.close(() => stopped());
				server.closeAllConnections();
			}),
	};
}

function listening(server: Server, host: string, port: number): Promise<void> {
	return new Promise((ready, failed) => {
		server.once("error", (error: NodeJS.ErrnoException) =>
			failed(
				new StopFault(`The page cannot listen on ${host}:${port}: ${error.code ?? error.message}.`, {
					remedy: "Choose another port with --port, or 0 for any free one.",
					cause: error,
				}),
			),
		);
		server.listen(port, host, ready);
	});
}
