import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What the network between the two programs does. */
export type Weather = "fair" | "cut" | "slow";

/** A proxy of bytes whose network can be cut and slowed. */
export interface Network {
	readonly port: number;
	set(weather: Weather): void;
	close(): void;
}

const SLOW_MS = 150;

/** Opens a proxy in front of a port. */
export async function openNetwork(to: number): Promise<Network> {
	const sockets = new Set<Socket>();
	let weather: Weather = "fair";
	const keep = (socket: Socket) => {
		sockets.add(socket);
		return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
	};
	const server = createServer((client) => {
		keep(client);
		if (weather === "cut") return void client.resetAndDestroy();
		const service = keep(connect({ port: to, host: "127.0.0.1" }));
		carry(client, service, () => weather);
		carry(service, client, () => weather);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		set(next) {
			weather = next;
			if (next === "cut") for (const socket of sockets) socket.resetAndDestroy();
		},
		close() {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}

function carry(from: Socket, to: Socket, weather: () => Weather): void {
	from.on("data", (piece: Buffer) => {
		if (weather() === "fair") return void to.write(piece);
		from.pause();
		setTimeout(() => {
			to.write(piece);
			from.resume();
		}, SLOW_MS);
	});
	from.on("close", () => setTimeout(() => to.destroySoon(), weather() === "fair" ? 0 : 2 * SLOW_MS));
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}
