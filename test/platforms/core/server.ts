/** A port of 127.0.0.1 for each real host, one for the test, and one where nobody should come. */
import { once } from "node:events";
import { appendFileSync, mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { empty } from "./answer.ts";
import { openCanaries } from "./canaries.ts";
import { virtualClock } from "./clock.ts";
import { type Control, controlListener } from "./control.ts";
import { type RequestNote, type Serving, serve } from "./exchange.ts";
import { type Faultable, plannedFaults } from "./faults.ts";
import { openLog } from "./log.ts";
import type { Platform, Route, World } from "./platform.ts";
import { tokenBook } from "./tokens.ts";
import { readBody, send } from "./wire.ts";

export interface ServerOptions {
	/** Where the log, the requests and the list of canaries are written. */
	readonly dir: string;
	readonly platforms: (world: World) => readonly Platform[];
	/** First port of the hosts, in their order; 0: any free ones. */
	readonly port?: number;
	/** Virtual time at the start, and how fast it runs (default: the machine's). */
	readonly now?: number;
	readonly rate?: number;
}

/** Where everything is, as `serve.ts` prints it. */
export interface Addresses {
	/** By real host: `http://127.0.0.1:PORT` in place of `https://HOST`. */
	readonly hosts: Readonly<Record<string, string>>;
	/** The test's own door: `/__control/…`. */
	readonly control: string;
	readonly trap: string;
	readonly log: string;
	readonly requests: string;
	readonly canaries: string;
}

export interface PlatformServer extends Addresses {
	close(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<PlatformServer> {
	mkdirSync(options.dir, { recursive: true, mode: 0o700 });
	const path = (name: string) => join(options.dir, name);
	const clock = virtualClock(options.now ?? Date.now(), options.rate);
	const log = openLog(path("commits.jsonl"), clock);
	const canaries = openCanaries(path("canaries.txt"));
	const origins: Record<string, string> = {};
	const origin = (host: string) => origins[host] ?? "";
	const world: World = { clock, log, canaries, tokens: tokenBook(clock, canaries), origin };
	const platforms = options.platforms(world);
	const routes = platforms.flatMap((each) => each.routes.flatMap(faultable));
	const notes: RequestNote[] = [];
	const note = (each: RequestNote) => {
		notes.push(each);
		appendFileSync(path("requests.jsonl"), `${JSON.stringify(each)}\n`, { mode: 0o600 });
	};
	const faults = plannedFaults(routes);
	const serving: Serving = { world, platforms, faults, note, trap: () => origin("trap") };
	const control: Control = { world, platforms, faults, notes };
	const names = [...new Set(platforms.flatMap(({ hosts }) => hosts)), "trap", "control"];
	const servers: Server[] = [];
	for (const [at, name] of names.entries()) {
		const server = listenerOf(name, { serving, control });
		server.listen(options.port ? options.port + at : 0, "127.0.0.1");
		await once(server, "listening");
		origins[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		servers.push(server);
	}
	const { trap = "", control: door = "", ...hosts } = origins;
	const files = { log: log.file, requests: path("requests.jsonl"), canaries: canaries.file };
	const close = () => closeAll(servers).then(() => log.close());
	return { hosts, trap, control: `${door}/__control`, ...files, close };
}

function faultable({ name, names = [name], quirks = [] }: Route): readonly Faultable[] {
	return names.map((each) => ({ name: each, quirks }));
}

function listenerOf(
	name: string,
	{ serving, control }: { readonly serving: Serving; readonly control: Control },
): Server {
	if (name === "control") return createServer(controlListener(control));
	const server = createServer((request, response) => {
		response.on("error", () => {});
		const served =
			name === "trap" ? trapped(serving, { request, response }) : serve(serving, name, { request, response });
		served.catch((error: unknown) => {
			violation(serving, `the fake failed: ${error instanceof Error ? error.stack : error}`);
			response.destroy();
		});
	});
	server.on("checkContinue", (request, response) => {
		violation(serving, "sent Expect");
		response.writeHead(417).end();
		request.resume();
	});
	server.requestTimeout = 0;
	server.keepAliveTimeout = 1000;
	return server;
}

async function trapped(
	serving: Serving,
	{ request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
	violation(serving, `followed a redirect to ${request.url?.split("?")[0]}`);
	await readBody(request);
	await send(response, { answer: empty(404), now: serving.world.clock.now() });
}

function violation({ world }: Serving, what: string): void {
	world.log.append("none", { kind: "violation", route: "none", what });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
	for (const server of servers) {
		server.close();
		server.closeAllConnections();
	}
	await Promise.all(servers.map((server) => server.listening && once(server, "close")));
}
