import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A strict service: it executes every whole write, notes it before it answers, and knows no keys. */
export interface StrictService {
	readonly port: number;
	/** The idempotency keys of what was executed. */
	readonly executed: string[];
	close(): void;
}

/** What it answers when it did what it was asked to. */
export const ACCEPTED = JSON.stringify({
	data: { task_id: "p-1", status: "PENDING", created_at: 1_700_000_000_000, schedule_id: null },
});

export async function startService(): Promise<StrictService> {
	const executed: string[] = [];
	const server = createServer((request, response) => {
		const pieces: Buffer[] = [];
		let come = 0;
		request
			.on("error", () => {})
			.on("data", (piece: Buffer) => {
				pieces.push(piece);
				come += piece.length;
				// With its last byte a write is executed, whatever becomes of the connection then.
				if (come !== Number(request.headers["content-length"])) return;
				JSON.parse(Buffer.concat(pieces).toString("utf8"));
				executed.push(String(request.headers["idempotency-key"]));
				const length = Buffer.byteLength(ACCEPTED);
				response
					.writeHead(200, { "content-type": "application/json", "content-length": length })
					.end(ACCEPTED);
			});
	});
	server.on("clientError", (_, socket) => socket.destroy()).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		executed,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
