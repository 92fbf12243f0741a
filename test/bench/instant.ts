/**
 * A service that answers at once, as a process of its own: what is measured beside it is the
 * client alone. It says its address, accepts every post, and tells at `/received` how many bytes
 * came in since it was last asked. Runs until its standard input ends.
 */
import { createServer, type IncomingMessage } from "node:http";

let [received, made] = [0, 0];

const server = createServer((request, response) => {
	request.resume().once("end", () => {
		const body = request.url === "/received" ? take() : { data: answerTo(request) };
		const text = JSON.stringify(body);
		response
			.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
			.end(text);
	});
});
server.on("connection", (socket) =>
	socket.once("close", () => (received += socket.bytesRead)).on("error", () => {}),
);
server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	process.stdout.write(`at http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}\n`);
});
process.stdin.resume().on("end", () => process.exit(0));

function take(): number {
	const bytes = received;
	received = 0;
	return bytes;
}

function answerTo({ method, url = "" }: IncomingMessage): unknown {
	if (url.endsWith("/accounts"))
		return [
			{
				id: "a",
				platform: "youtube",
				platform_username: "Acme",
				token_valid: true,
				token_expiring_soon: false,
			},
		];
	const id = method === "POST" ? `p${++made}` : (url.split("/").at(-1) ?? "");
	return { id, task_id: id, status: method === "POST" ? "PENDING" : "DONE" };
}
