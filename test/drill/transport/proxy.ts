import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** Where a connection is cut, as the bytes pass. */
export type Place =
	| "at its beginning"
	| "in the headers"
	| "after the headers"
	| "in the body"
	| "with the last byte on the way"
	| "after the last byte"
	| "in the answer";

/** What the proxy does to one request; what is absent it carries faithfully. */
export interface Meddling {
	readonly cut?: { readonly at: Place; readonly by: "RST" | "FIN" };
	/** Before any of the request is carried. */
	readonly first?: (client: Socket) => void;
	/** Once all but the last byte was carried. */
	readonly early?: (client: Socket) => void;
	/** In place of the service's whole answer. */
	readonly answer?: (client: Socket, whole: Buffer) => void | Promise<void>;
	/** Carries the whole request so often, over connections of its own. */
	readonly times?: number;
}

export interface RawProxy {
	readonly url: string;
	/** What is done to the connections that come from now on. */
	meddling: Meddling;
	/** How many connections came. */
	readonly connections: { count: number };
	close(): void;
}

/** A proxy of bytes before a service, which knows only where a request's parts end. */
export async function startProxy(port: number, meddling: Meddling): Promise<RawProxy> {
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
	};
	const server = createServer({ allowHalfOpen: true }, (client) => {
		proxy.connections.count++;
		keep(client);
		carry(client, () => keep(connect({ port, host: "127.0.0.1" })), proxy.meddling);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const proxy: RawProxy = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		meddling,
		connections: { count: 0 },
		close: () => {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
	return proxy;
}

function carry(client: Socket, dial: () => Socket, meddling: Meddling): void {
	const { cut, first, early, times = 1 } = meddling;
	const end = () => (cut?.by === "RST" ? client.resetAndDestroy() : client.end());
	if (cut?.at === "at its beginning") return void end();
	first?.(client);
	const service = dial();
	let [come, carried, isOver] = [Buffer.alloc(0), 0, false];
	client.on("data", (piece: Buffer) => {
		if (isOver) return;
		come = Buffer.concat([come, piece]);
		const { stop, size } = partsOf(come, cut?.at);
		const until = Math.min(come.length, stop);
		service.write(come.subarray(carried, until));
		const held = carried < size - 1 && until >= size - 1;
		carried = until;
		if (held) early?.(client);
		if (come.length >= size) for (let extra = 1; extra < times; extra++) dial().write(come);
		if (come.length < stop || stop === Number.POSITIVE_INFINITY) return;
		isOver = true;
		service.destroy();
		end();
	});
	client.on("close", () => service.destroy());
	giveBack({ client, service, end }, meddling);
}

interface Ends {
	readonly client: Socket;
	readonly service: Socket;
	readonly end: () => void;
}

/**
 * Waits for the service's whole answer, which says how long it is, and gives back what the meddling makes of
 * it.
 */
function giveBack({ client, service, end }: Ends, { cut, answer }: Meddling): void {
	let whole = Buffer.alloc(0);
	service.on("data", async (piece: Buffer) => {
		whole = Buffer.concat([whole, piece]);
		if (whole.length < partsOf(whole, undefined).size) return;
		if (cut?.at === "after the last byte") return end();
		if (cut?.at === "in the answer") {
			client.write(whole.subarray(0, whole.length - 20));
			await wait(40);
			return end();
		}
		if (answer === undefined) client.write(whole);
		else await answer(client, whole);
	});
}

/** How long a message is, and up to where it is carried. */
function partsOf(bytes: Buffer, at: Place | undefined): { readonly stop: number; readonly size: number } {
	const never = Number.POSITIVE_INFINITY;
	const head = bytes.indexOf("\r\n\r\n") + 4;
	if (at === "in the headers") return { stop: 30, size: never };
	if (head < 4) return { stop: never, size: never };
	const length = Number(/\r\ncontent-length: *(\d+)/i.exec(bytes.toString("latin1", 0, head))?.[1] ?? 0);
	const size = head + length;
	const stops: Partial<Record<Place, number>> = {
		"after the headers": head,
		"in the body": head + Math.floor(length / 2),
	};
	// The last byte arrives here and goes no further.
	if (at === "with the last byte on the way") return { stop: bytes.length >= size ? size - 1 : never, size };
	return { stop: (at && stops[at]) ?? never, size };
}
