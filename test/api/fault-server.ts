import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** One request on its connection, as far as it has come. */
export interface Link {
	readonly socket: Socket;
	readonly server: FaultServer;
	/** Method and path, once the head is complete. */
	readonly line: string;
	readonly headers: Readonly<Record<string, string>>;
	/** The bytes of the body so far. */
	readonly body: Buffer;
	/** Executes the request: only a body that parses can be executed. */
	commit(): void;
	answer(status: number, body: string, headers?: Readonly<Record<string, string>>): void;
	/** Ends the connection with a reset, like a killed process or a lost route. */
	reset(): void;
}

/** What the server does at each step of a request. Whatever is absent is waited through. */
export interface Behaviour {
	readonly connected?: (link: Link) => void;
	readonly headed?: (link: Link) => void;
	/** All but the last byte of the body is there. */
	readonly held?: (link: Link) => void;
	readonly whole?: (link: Link) => void;
}

/** A server of bytes. Its commit log is the ground truth: what a client believes is judged by it. */
export interface FaultServer {
	readonly url: string;
	readonly links: Link[];
	readonly commits: { readonly payload: string; readonly key: string | undefined }[];
	behaviour: Behaviour;
}

/** Runs a test against a server on 127.0.0.1; everything is closed afterwards. */
export async function withFaultServer(
	behaviour: Behaviour,
	test: (server: FaultServer) => Promise<void>,
): Promise<void> {
	const sockets = new Set<Socket>();
	const listener = createServer((socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket)).on("error", () => {});
		serve(socket, server);
	});
	listener.listen(0, "127.0.0.1");
	await once(listener, "listening");
	const server: FaultServer = {
		url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
		links: [],
		commits: [],
		behaviour,
	};
	try {
		await test(server);
	} finally {
		for (const socket of sockets) socket.destroy();
		listener.close();
	}
}

interface Growing extends Link {
	line: string;
	headers: Record<string, string>;
	body: Buffer;
}

function serve(socket: Socket, server: FaultServer): void {
	let link = newLink(socket, server);
	let rest: Buffer = Buffer.alloc(0);
	server.behaviour.connected?.(link);
	socket.on("data", (piece: Buffer) => {
		rest = Buffer.concat([rest, piece]);
		if (link.line === "") rest = takeHead(link, rest);
		if (link.line === "") return;
		const [before, wanted] = [link.body.length, Number(link.headers["content-length"] ?? 0)];
		link.body = Buffer.concat([link.body, rest]).subarray(0, wanted);
		rest = Buffer.alloc(0);
		if (before < wanted - 1 && link.body.length >= wanted - 1) server.behaviour.held?.(link);
		if (link.body.length < wanted) return;
		const finished = link;
		link = newLink(socket, server);
		server.behaviour.whole?.(finished);
	});
}

function takeHead(link: Growing, bytes: Buffer): Buffer {
	const end = bytes.indexOf("\r\n\r\n");
	if (end < 0) return bytes;
	const [line = "", ...fields] = bytes.toString("latin1", 0, end).split("\r\n");
	link.line = line.replace(/ HTTP\/1\.1$/, "");
	link.headers = Object.fromEntries(
		fields.map((field) => [
			field.slice(0, field.indexOf(":")).toLowerCase(),
			field.slice(field.indexOf(":") + 1).trim(),
		]),
	);
	link.server.links.push(link);
	link.server.behaviour.headed?.(link);
	return bytes.subarray(end + 4);
}

function newLink(socket: Socket, server: FaultServer): Growing {
	const link: Growing = {
		socket,
		server,
		line: "",
		headers: {},
		body: Buffer.alloc(0),
		commit() {
			const payload = link.body.toString("utf8");
			JSON.parse(payload);
			server.commits.push({ payload, key: link.headers["idempotency-key"] });
		},
		answer(status, body, headers = {}) {
			const fields = Object.entries({ "content-length": String(Buffer.byteLength(body)), ...headers }).map(
				([name, value]) => `${name}: ${value}\r\n`,
			);
			socket.write(`HTTP/1.1 ${status} Some Words\r\n${fields.join("")}\r\n${body}`);
		},
		reset: () => socket.resetAndDestroy(),
	};
	return link;
}

/** A 2xx of each kind that names what was made. */
export const ACCEPTED = JSON.stringify({
	data: {
		task_id: "p-1",
		status: "PENDING",
		created_at: 1_700_000_000_000,
		schedule_id: null,
		scheduled_at: null,
	},
});
