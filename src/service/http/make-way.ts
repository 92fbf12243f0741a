import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Keeps one place free where all are taken: of the connections that never got as far as a request, the oldest
 * is closed. Nothing was executed for it, and whoever only occupies places keeps nobody out.
 */
export function makeWay(server: Server, places: number): void {
	const [open, silent] = [new Set<Socket>(), new Set<Socket>()];
	server.on("connection", (socket) => {
		open.add(socket);
		silent.add(socket);
		socket.once("close", () => {
			open.delete(socket);
			silent.delete(socket);
		});
		const [oldest] = silent;
		if (open.size >= places && oldest !== socket) oldest?.destroy();
	});
	server.on("request", ({ socket }) => silent.delete(socket));
}
