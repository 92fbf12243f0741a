import type { ClientRequest, IncomingMessage } from "node:http";
import { isIP, type LookupFunction, connect as open, type Socket } from "node:net";
import { defined } from "../model/defined.ts";
import { withoutInterim } from "./interim-answers.ts";
import { type Environment, proxyFor, withoutUser } from "./proxy.ts";
import { Ending } from "./sending/ending.ts";

/** How a connection is made. */
export interface ConnectOptions {
	/** Longest time until it stands, in milliseconds. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal;
	/** Names the proxies. Absent: the environment of this process. */
	readonly env?: Environment;
	/** Resolves names, and may refuse what they resolve to. Absent: as the machine does. */
	readonly lookup?: LookupFunction;
}

/**
 * Connects to the origin of a URL, with TLS where it says https: directly, or through the proxy that the
 * environment names for it. Through a proxy always by CONNECT, also for http: a proxy that forwards requests
 * may send one a second time, one that carries bytes cannot.
 */
export async function connectTo(url: URL, options: ConnectOptions): Promise<Socket> {
	const ending = new Ending();
	const timer = setTimeout(() => ending.end(timeout()), options.timeoutMs);
	const stop = () => ending.end(options.signal?.reason);
	if (options.signal?.aborted) stop();
	options.signal?.addEventListener("abort", stop);
	try {
		const proxy = proxyFor(url, options.env ?? process.env);
		const socket = proxy ? await tunnel(proxy, url, ending) : await directly(url, ending, options.lookup);
		return url.protocol === "https:" ? await secured(socket, url, ending) : socket;
	} finally {
		clearTimeout(timer);
		options.signal?.removeEventListener("abort", stop);
	}
}

/** The same for undici: the `connect` of its agents and clients, which does not know interim answers. */
export function connector(options: Omit<ConnectOptions, "signal">) {
	return (
		{ protocol, host = "" }: { readonly protocol: string; readonly host?: string },
		done: (...end: [null, Socket] | [Error, null]) => void,
	): void => {
		connectTo(new URL(`${protocol}//${host}`), options).then(
			(socket) => done(null, withoutInterim(socket)),
			(error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
		);
	};
}

function timeout(): Error {
	return Object.assign(new Error("connection timed out"), { code: "ETIMEDOUT" });
}

function directly(url: URL, ending: Ending, lookup?: LookupFunction): Promise<Socket> {
	const to = { host: bare(url.hostname), port: portOf(url), ...defined({ lookup }) };
	return ready(open(to), "connect", ending);
}

async function secured(socket: Socket, url: URL, ending: Ending): Promise<Socket> {
	const { connect } = await import("node:tls");
	const host = bare(url.hostname);
	const name = isIP(host) ? {} : { servername: host };
	return ready(connect({ socket, host, ...name, ALPNProtocols: ["http/1.1"] }), "secureConnect", ending);
}

/** Waits until a socket can be written to; destroys it where it cannot. */
function ready<Kind extends Socket>(socket: Kind, event: string, ending: Ending): Promise<Kind> {
	return new Promise((settle, reject) => {
		const end = (error: unknown) => {
			socket.off(event, begin).off("error", end).off("close", gone);
			socket.on("error", () => {}).destroy();
			reject(error);
		};
		const gone = () => end(Object.assign(new Error("closed while connecting"), { code: "ECONNRESET" }));
		const begin = () => {
			// Said before, it would be told the system twice.
			socket.setNoDelay(true).setKeepAlive(true, 60_000);
			// Whoever gets it listens later; until then an error is told by its being destroyed.
			socket
				.off("error", end)
				.off("close", gone)
				.on("error", () => {});
			settle(socket);
		};
		socket.once(event, begin).once("error", end).once("close", gone);
		// It may come while a socket that stands is made part of another: then both end.
		ending.onEnd(() => end(ending.reason));
	});
}

/** A connection through a proxy, as CONNECT makes it. */
async function tunnel(proxy: URL, url: URL, ending: Ending): Promise<Socket> {
	const { request } = await import("node:http");
	const path = `${url.hostname}:${portOf(url)}`;
	const socket = await directly(proxy, ending)
		.then((plain) => (proxy.protocol === "https:" ? secured(plain, proxy, ending) : plain))
		.catch((cause: Error) => Promise.reject(ending.isOver ? cause : broken(proxy, path, cause)));
	const headers = { host: path, ...authorization(proxy) };
	const asked = request({ method: "CONNECT", path, headers, createConnection: () => socket });
	ending.onEnd(() => asked.destroy());
	return new Promise((settle, reject) => {
		const fail = (cause: unknown) => {
			socket.destroy();
			reject(ending.isOver ? ending.reason : cause);
		};
		asked.once("connect", (answer: IncomingMessage, tunnelled: Socket, head: Buffer) => {
			const { statusCode = 0 } = answer;
			if (statusCode < 200 || statusCode > 299) return fail(refusal(proxy, path, statusCode));
			if (head.length > 0) tunnelled.unshift(head);
			detach(asked, tunnelled);
			settle(tunnelled);
		});
		asked.once("error", (cause: Error) => fail(broken(proxy, path, cause))).end();
	});
}

/** The request is over; its limit is no longer the tunnel's. */
function detach(asked: ClientRequest, tunnelled: Socket): void {
	asked.on("error", () => {});
	tunnelled.removeAllListeners("timeout");
}

function authorization({ username, password }: URL): Readonly<Record<string, string>> {
	if (username === "" && password === "") return {};
	const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return { "proxy-authorization": `Basic ${Buffer.from(text).toString("base64")}` };
}

function refusal(proxy: URL, path: string, status: number): Error {
	const why =
		status === 407
			? "wants a user name and a password, as in http://user:password@proxy:3128 (status 407)"
			: `refuses CONNECT to ${path} (status ${status}); a proxy that only forwards may send a request twice`;
	return Object.assign(new Error(`the proxy ${withoutUser(proxy)} ${why}`), { code: "ERR_PROXY" });
}

function broken(proxy: URL, path: string, cause: Error): Error {
	const { code } = cause as NodeJS.ErrnoException;
	const why = code === undefined ? cause.message : `${cause.message} (${code})`;
	const message = `the proxy ${withoutUser(proxy)} made no connection to ${path}: ${why}`;
	return Object.assign(new Error(message, { cause }), { code: "ERR_PROXY" });
}

function portOf({ port, protocol }: URL): number {
	return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** IP addresses of version 6 stand in brackets in a URL only. */
function bare(host: string): string {
	return host.replace(/^\[|\]$/g, "");
}
