import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

/** What happens to a statement of a client: before the server has it, or once its answer is on the way. */
export interface Fault {
	/** Which one, counted over all connections from 1. */
	readonly at: number;
	readonly when: "before" | "after";
	/** The connection ends with it. Absent: it goes on once this resolves. */
	readonly act: (statement: string) => Promise<void> | void;
	readonly goesOn?: true;
}

/** Stands between a client and the server, and counts statements. */
export interface Between {
	readonly folder: string;
	/** Statements so far. */
	readonly statements: readonly string[];
	fault: Fault | undefined;
	close(): Promise<void>;
}

/** Listens beside the server's own socket. */
export async function proxyTo(server: string, folder: string): Promise<Between> {
	const statements: string[] = [];
	const sockets = new Set<Socket>();
	const proxy = {
		folder,
		statements,
		fault: undefined as Fault | undefined,
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((done) => listener.close(done));
			rmSync(join(folder, ".s.PGSQL.5432"), { force: true });
		},
	};
	const listener = createServer((client) => {
		const upstream = connect(join(server, ".s.PGSQL.5432"));
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on("error", () => {});
			socket.on("close", () => {
				sockets.delete(socket);
				client.destroy();
				upstream.destroy();
			});
		}
		relay(proxy, client, upstream);
	});
	await new Promise<void>((done) => listener.listen(join(folder, ".s.PGSQL.5432"), done));
	return proxy;
}

interface Relay {
	readonly proxy: { fault: Fault | undefined; readonly statements: string[] };
	readonly client: Socket;
	readonly upstream: Socket;
	/** What was asked last, and the fault that waits for its answer. */
	text: string;
	armed: Fault | undefined;
}

function relay(proxy: Relay["proxy"], client: Socket, upstream: Socket): void {
	const relay: Relay = { proxy, client, upstream, text: "", armed: undefined };
	let turn: Promise<void> = Promise.resolve();
	const messages = messagesOf((message, type) => {
		turn = turn.then(() => forward(relay, message, type));
	});
	client.on("data", messages);
	upstream.on("data", (bytes) => {
		const { armed } = relay;
		relay.armed = undefined;
		if (armed === undefined) return void client.write(bytes);
		turn = turn.then(async () => {
			await armed.act(relay.text);
			if (armed.goesOn) client.write(bytes);
			else client.destroy();
		});
	});
}

/** A statement is asked for by `Query`, or by the `Sync` behind its parts. */
async function forward(relay: Relay, message: Buffer, type: string): Promise<void> {
	const { proxy, client, upstream } = relay;
	if (type === "Q" || type === "P") relay.text = message.toString("latin1", 5).replaceAll("\0", " ").trim();
	if (type === "Q" || type === "S") proxy.statements.push(relay.text);
	const { fault } = proxy;
	if ((type === "Q" || type === "S") && fault?.at === proxy.statements.length) {
		proxy.fault = undefined;
		if (fault.when === "after") relay.armed = fault;
		else {
			await fault.act(relay.text);
			if (!fault.goesOn) return void client.destroy();
		}
	}
	upstream.write(message);
}

/** Cuts what a client sends into messages; the first has no type. */
function messagesOf(each: (message: Buffer, type: string) => void): (bytes: Buffer) => void {
	let waiting = Buffer.alloc(0);
	let head = 0;
	return (bytes) => {
		waiting = Buffer.concat([waiting, bytes]);
		while (waiting.length >= head + 4) {
			const length = head + waiting.readUInt32BE(head);
			if (waiting.length < length) return;
			const message = waiting.subarray(0, length);
			waiting = waiting.subarray(length);
			each(message, message.toString("latin1", 0, head));
			head = 1;
		}
	};
}
