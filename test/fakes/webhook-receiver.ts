import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Webhook } from "standardwebhooks";

/** How a receiver behaves towards one message; the last of a list stays. */
export type Behaviour =
	| { readonly kind: "ok"; readonly body?: unknown; readonly afterMs?: number }
	/** A status, after it took the message or without. */
	| {
			readonly kind: "status";
			readonly status: number;
			readonly commits?: boolean;
			readonly headers?: Readonly<Record<string, string>>;
			readonly text?: string;
	  }
	/** The connection is reset: before anything is read, once all but the end came, with and without commit. */
	| { readonly kind: "reset"; readonly when: "headers" | "before_commit" | "after_commit" }
	/** Commits, and never answers. */
	| { readonly kind: "silent" }
	/** Commits, and breaks off in the middle of its answer. */
	| { readonly kind: "cut" };

/** One message that came to its end. */
export interface Arrived {
	readonly id: string;
	readonly bodySha256: string;
	readonly event: Readonly<Record<string, unknown>>;
	/** Of its file, where it brought one. */
	readonly fileSha256?: string;
}

export interface Receiver {
	readonly url: string;
	/** Messages it acted on: what was posted. */
	readonly commits: readonly Arrived[];
	/** Every message that came to its end, also those it dropped or did not act on. */
	readonly arrived: readonly Arrived[];
	/** What a sender did that no sender may do. */
	readonly wrong: readonly string[];
	readonly connections: () => number;
	/** The next messages are met like this. */
	behave(...behaviours: readonly Behaviour[]): void;
	/** What `?id=` is answered with. Absent: by what it committed. */
	settles(answer: ((id: string) => { status: number; body?: unknown }) | undefined): void;
	close(): Promise<void>;
}

interface State {
	readonly secret: string;
	readonly remembers: boolean;
	readonly now: () => number;
	readonly commits: Arrived[];
	readonly arrived: Arrived[];
	readonly wrong: string[];
	readonly sockets: Set<Socket>;
	connections: number;
	behaviours: Behaviour[];
	answer?: ((id: string) => { status: number; body?: unknown }) | undefined;
}

/**
 * A receiver of Standard Webhooks that takes everything strictly and forgives nothing. `remembers`: it drops
 * messages whose id it knows; else it acts on whatever comes. `now`: its clock, where it is not the
 * machine's.
 */
export async function startReceiver(
	secret: string,
	{ remembers = false, now = Date.now }: { readonly remembers?: boolean; readonly now?: () => number } = {},
): Promise<Receiver> {
	const state: State = {
		...{ secret, remembers, now, commits: [], arrived: [], wrong: [] },
		...{ sockets: new Set(), connections: 0, behaviours: [{ kind: "ok" }] },
	};
	const server = createServer((request, response) => {
		handle(state, request, response).catch((error: unknown) => {
			if (!request.socket.destroyed) state.wrong.push(`receiver failed: ${error}`);
			request.socket.destroy();
		});
	});
	server.on("connection", (socket) => {
		state.connections += 1;
		state.sockets.add(socket);
		socket.on("error", () => {}).on("close", () => state.sockets.delete(socket));
	});
	server.on("checkExpectation", () => state.wrong.push("sent Expect"));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { commits, arrived, wrong } = state;
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/posts`,
		...{ commits, arrived, wrong },
		connections: () => state.connections,
		behave: (...behaviours) => {
			state.behaviours = [...behaviours];
		},
		settles: (answer) => {
			state.answer = answer;
		},
		close: () => closed(server, state),
	};
}

async function closed(server: Server, { sockets }: State): Promise<void> {
	const ended = once(server, "close");
	server.close();
	for (const socket of sockets) socket.destroy();
	await ended;
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
	if (request.method === "GET") return settle(state, request, response);
	const behaviour = state.behaviours[0] ?? { kind: "ok" };
	if (state.behaviours.length > 1) state.behaviours.shift();
	if (behaviour.kind === "reset" && behaviour.when === "headers")
		return void request.socket.resetAndDestroy();
	const pieces: Buffer[] = [];
	for await (const piece of request) pieces.push(piece);
	const message = read(state, request, Buffer.concat(pieces));
	if (message === undefined) return answer(response, 401, { error: "not signed" });
	state.arrived.push(message);
	act(state, behaviour, { message, request, response });
}

interface Call {
	readonly message: Arrived;
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

function act(state: State, behaviour: Behaviour, { message, request, response }: Call): void {
	const isKnown = state.remembers && state.commits.some(({ id }) => id === message.id);
	const commit = () => !isKnown && state.commits.push(message);
	if (behaviour.kind === "status") {
		if (behaviour.commits) commit();
		for (const [name, value] of Object.entries(behaviour.headers ?? {})) response.setHeader(name, value);
		response.writeHead(behaviour.status).end(behaviour.text ?? "");
		return;
	}
	if (behaviour.kind === "reset" && behaviour.when === "before_commit")
		return void request.socket.resetAndDestroy();
	commit();
	if (behaviour.kind === "reset") return void request.socket.resetAndDestroy();
	if (behaviour.kind === "silent") return;
	if (behaviour.kind === "cut") {
		response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
		response.write('{"id":', () => request.socket.destroy());
		return;
	}
	const body = behaviour.body ?? {
		id: `post-${message.id}`,
		url: "https://example.com/posted",
		state: "posted",
	};
	setTimeout(() => answer(response, 200, body), behaviour.afterMs ?? 0);
}

/** The message, once everything about it was checked. Undefined: not signed by who knows the secret. */
function read(state: State, request: IncomingMessage, body: Buffer): Arrived | undefined {
	const { headers, httpVersion, method, url } = request;
	const must = (holds: boolean, what: string) => {
		if (!holds) state.wrong.push(what);
	};
	const id = String(headers["webhook-id"] ?? "");
	must(method === "POST" && url === "/hooks/posts", `${method} ${url}`);
	must(httpVersion === "1.1", `HTTP ${httpVersion}`);
	must(headers["content-length"] === String(body.length), `content-length ${headers["content-length"]}`);
	must(headers["transfer-encoding"] === undefined && headers.expect === undefined, "chunked, or Expect");
	must(/^msg_[A-Za-z0-9]+_acc_[A-Za-z0-9]+$/.test(id), `webhook-id ${id}`);
	must(headers["accept-encoding"] === "identity", `accept-encoding ${headers["accept-encoding"]}`);
	const parts = partsOf(String(headers["content-type"]), body);
	must(parts.event.length < 20_000, `${parts.event.length} bytes`);
	try {
		const event = verified(state, parts.event, headers);
		const file = parts.file === undefined ? {} : { fileSha256: sha256(parts.file) };
		return { id, bodySha256: sha256(body), event, ...file };
	} catch (error) {
		state.wrong.push(`signature: ${error}`);
		return undefined;
	}
}

/**
 * By an independent reader. It knows the machine's clock only: at another time what it would have signed
 * counts.
 */
function verified(
	{ secret, now }: State,
	text: string,
	headers: IncomingMessage["headers"],
): Arrived["event"] {
	const reader = new Webhook(secret);
	const { "webhook-id": id, "webhook-timestamp": sent, "webhook-signature": signature } = headers;
	if (now === Date.now) return reader.verify(text, headers as Record<string, string>) as Arrived["event"];
	if (Math.abs(now() / 1000 - Number(sent)) > 300) throw new Error("too old, or too new");
	if (reader.sign(String(id), new Date(Number(sent) * 1000), text) !== signature)
		throw new Error("signature");
	return JSON.parse(text);
}

function partsOf(type: string, body: Buffer): { readonly event: string; readonly file?: Buffer } {
	const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type)?.[1];
	if (boundary === undefined) return { event: type === "application/json" ? body.toString("utf8") : "" };
	const texts = body.toString("latin1").split(`--${boundary}`);
	const content = (name: string) => {
		const part = texts.find((text) => text.includes(`name="${name}"`)) ?? "";
		return Buffer.from(part.slice(part.indexOf("\r\n\r\n") + 4, -2), "latin1");
	};
	return { event: content("event").toString("utf8"), file: content("file") };
}

function settle(state: State, request: IncomingMessage, response: ServerResponse): void {
	const url = new URL(request.url ?? "", "http://receiver");
	const id = url.searchParams.get("id") ?? "";
	if (request.headers["webhook-signature"] === undefined) state.wrong.push("asked without a signature");
	const own = state.commits.some((each) => each.id === id)
		? { status: 200, body: { state: "posted", url: "https://example.com/posted" } }
		: { status: 404 };
	const { status, body } = state.answer?.(id) ?? own;
	answer(response, status, body ?? {});
}

function answer(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sha256(bytes: Buffer): string {
	return createHash("sha256").update(bytes).digest("hex");
}
