import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { connector } from "../../src/system/connect.ts";

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const answer = (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`;

/** What the server writes to each request, piece by piece, and `end` where it closes the connection. */
type Pieces = readonly string[];

/** Makes as many requests over one connection as there are scripts; what came of each. */
async function answers(scripts: readonly Pieces[], body?: string): Promise<readonly string[]> {
	const left = [...scripts];
	const server = createServer((socket) => {
		socket
			.on("error", () => {})
			.on("data", (bytes) => void (isWhole(bytes) && serve(socket, left.shift() ?? [])));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const dispatcher = new Agent({ connections: 1, connect: connector({ timeoutMs: 5_000 }) });
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	try {
		const found: string[] = [];
		for (const _ of scripts) {
			const sent = body === undefined ? { method: "GET" } : { method: "PUT", body: Readable.from([body]) };
			const asked = request(url, { ...sent, dispatcher, signal: AbortSignal.timeout(300_000) } as Parameters<
				typeof request
			>[1]);
			found.push(
				await asked.then(
					async (response) => `${response.statusCode} ${await response.body.text()}`,
					(error: Error) => error.message,
				),
			);
		}
		return found;
	} finally {
		await dispatcher.destroy();
		server.close();
	}
}

/** A request ends with its head, or with the last piece of its body. */
function isWhole(bytes: Buffer): boolean {
	return bytes.toString("latin1").endsWith("\r\n\r\n");
}

async function serve(socket: Socket, pieces: Pieces): Promise<void> {
	for (const piece of pieces) {
		if (piece === "end") socket.end();
		else socket.write(piece);
		await wait(5);
	}
}

const cases: Readonly<Record<string, readonly [readonly Pieces[], readonly string[]]>> = {
	"an answer without one": [[[answer("one")]], ["200 one"]],
	"one that nobody asked for": [[[CONTINUE, answer("one")]], ["200 one"]],
	"one in the same packet": [[[`${CONTINUE}${answer("one")}`]], ["200 one"]],
	"one in single bytes": [[[...CONTINUE, answer("one")]], ["200 one"]],
	"several, of either version": [
		[[CONTINUE, `HTTP/1.0 100 Go on\r\nx: y\r\n\r\n${CONTINUE}`, answer("one")]],
		["200 one"],
	],
	"one before each answer of a connection": [
		[[CONTINUE, answer("one")], [`${CONTINUE}${answer("two")}`], [answer("three")]],
		["200 one", "200 two", "200 three"],
	],
	"other interim answers beside it": [
		[["HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", CONTINUE, answer("one")]],
		["200 one"],
	],
	"an answer whose text is one": [
		[[`HTTP/1.1 200 OK\r\ncontent-length: ${CONTINUE.length}\r\n\r\n`, CONTINUE]],
		[`200 ${CONTINUE}`],
	],
	"an answer in pieces that begins like one": [
		[["HTTP/1.", "1 200 OK\r\ncontent-length: 1\r\n\r\n", "x"]],
		["200 x"],
	],
	"nothing but one": [[[CONTINUE, "end"]], ["other side closed"]],
	"half of one": [[["HTTP/1.1 100 Con", "end"]], ["other side closed"]],
};

const interim = suite("100 Continue");
for (const [title, [scripts, expected]] of Object.entries(cases)) {
	interim(`${title}, to a read`, async () => assert.equal(await answers(scripts), expected));
	interim(`${title}, to an upload`, async () =>
		assert.equal(await answers(scripts, `${"x".repeat(100_000)}\r\n\r\n`), expected),
	);
}
interim.run();
