import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Meddling, Place } from "./proxy.ts";
import { ACCEPTED } from "./service.ts";

/** What must come of a post: its outcome in the end, and how often it was executed. */
export type Verdict = `${"done" | "unknown" | "refused" | "not-sent"}, ${0 | 1 | 2}`;

/** One thing that can happen to a post between the client and the service. */
export interface TransportFault extends Meddling {
	readonly expected: Verdict;
	/** Why no client can prevent what it leads to. */
	readonly unpreventable?: string;
}

const DONE = { expected: "done, 1" } as const;
const UNKNOWN = { expected: "unknown, 1" } as const;
const OTHER = ACCEPTED.replace("p-1", "p-9");

const say =
	(head: string, body: string | Buffer = ACCEPTED) =>
	(client: Socket) => {
		const lines =
			head.includes("ength:") || head.includes("ransfer")
				? head
				: `${head}\r\ncontent-length: ${Buffer.byteLength(body)}`;
		client.write(`${lines}\r\n\r\n`);
		client.write(body);
	};
const OK = "HTTP/1.1 200 OK";
const status = (code: number, body = "{}") => say(`HTTP/1.1 ${code} Words`, body);
const coded = (coding: string, body: Buffer) => say(`${OK}\r\ncontent-encoding: ${coding}`, body);
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = (body: string) => say(`${OK}\r\ntransfer-encoding: chunked`, body);
const withId = (id: string) => say(OK, `{"data":{"task_id":${id},"status":"PENDING","created_at":1}}`);
const before = (interim: string) => (client: Socket, whole: Buffer) => {
	client.write(interim);
	client.write(whole);
};
const closing = (head: string) => (client: Socket) => void client.end(`${head}\r\n\r\n${ACCEPTED}`);

async function drip(client: Socket, text: string | Buffer, ms: number): Promise<void> {
	for (const byte of Buffer.from(text)) {
		if (client.destroyed) return;
		client.write(Buffer.from([byte]));
		await wait(ms);
	}
}

async function dripForEver(client: Socket, start: string, line: string): Promise<void> {
	client.write(start);
	while (!client.destroyed) await drip(client, line, 10);
}

/** Before the last byte nothing can be executed: the next try posts it. After it only a person can tell. */
const CUTS: Readonly<Record<Place, Verdict>> = {
	"at its beginning": "done, 1",
	"in the headers": "done, 1",
	"after the headers": "done, 1",
	"in the body": "done, 1",
	"with the last byte on the way": "unknown, 0",
	"after the last byte": "unknown, 1",
	"in the answer": "unknown, 1",
};

const cuts = Object.entries(CUTS).flatMap(([at, expected]) =>
	(["RST", "FIN"] as const).map((by): [string, TransportFault] => [
		`cut ${at} by ${by}`,
		{ cut: { at: at as Place, by }, expected },
	]),
);

const REFUSES = "a service that refuses what it executed";

export const TRANSPORT_FAULTS: Readonly<Record<string, TransportFault>> = {
	none: DONE,
	...Object.fromEntries(cuts),
	"the answer drips": { ...DONE, answer: (client, whole) => drip(client, whole, 1) },
	"headers drip without end": {
		...UNKNOWN,
		answer: (client) => dripForEver(client, `${OK}\r\n`, "x-a: b\r\n"),
	},
	"the status line drips without end": {
		...UNKNOWN,
		answer: (client) => dripForEver(client, "HTTP/1.1 200 ", "OK "),
	},
	"the body drips without end": {
		...UNKNOWN,
		answer: (client) => dripForEver(client, `${OK}\r\ncontent-length: 90000\r\n\r\n`, " "),
	},
	"interim answers without end": {
		...UNKNOWN,
		answer: (client) => dripForEver(client, "", "HTTP/1.1 102 Processing\r\n\r\n"),
	},
	silence: { ...UNKNOWN, answer: () => {} },
	"the answer comes twice": {
		...DONE,
		answer: (client, whole) => void client.write(Buffer.concat([whole, whole])),
	},
	"a second answer with another id": {
		...DONE,
		answer: (client, whole) => void (client.write(whole) && say(OK, OTHER)(client)),
	},
	"100 before the answer": { ...DONE, answer: before("HTTP/1.1 100 Continue\r\n\r\n") },
	"100 before the last byte": {
		...DONE,
		early: (client) => void client.write("HTTP/1.1 100 Continue\r\n\r\n"),
	},
	"100 before the request": {
		...DONE,
		first: (client) => void client.write("HTTP/1.1 100 Continue\r\n\r\n"),
	},
	"100 with headers, 20 times": {
		...DONE,
		answer: before("HTTP/1.1 100 Go on\r\nx-a: b\r\n\r\n".repeat(20)),
	},
	"102 before the answer": { ...DONE, answer: before("HTTP/1.1 102 Processing\r\n\r\n") },
	"103 before the answer": { ...DONE, answer: before("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n") },
	"101 in place of the answer": {
		...UNKNOWN,
		answer: (client) => void client.write("HTTP/1.1 101 Switch\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
	},
	"HTTP/1.0 that closes": { ...DONE, answer: closing("HTTP/1.0 200 OK") },
	"HTTP/1.0 with a length": { ...DONE, answer: say("HTTP/1.0 200 OK") },
	"a body that ends with its connection": { ...DONE, answer: closing(`${OK}\r\nconnection: close`) },
	"HTTP/0.9": { ...UNKNOWN, answer: (client) => void client.end(ACCEPTED) },
	chunks: { ...DONE, answer: chunked(`${chunk(ACCEPTED.slice(0, 9))}${chunk(ACCEPTED.slice(9))}0\r\n\r\n`) },
	"chunks with extensions and trailers": {
		...DONE,
		answer: chunked(`${chunk(ACCEPTED).replace("\r", ";a=b\r")}0\r\nx-sum: 1\r\n\r\n`),
	},
	"garbage for a chunk's length": { ...UNKNOWN, answer: chunked(`zz\r\n${ACCEPTED}\r\n0\r\n\r\n`) },
	"garbage after the first chunk": { ...UNKNOWN, answer: chunked(`${chunk(ACCEPTED)}!!garbage\r\n`) },
	"chunks that break off": {
		...UNKNOWN,
		answer: (client) => void client.end(`${OK}\r\ntransfer-encoding: chunked\r\n\r\n${chunk(ACCEPTED)}`),
	},
	"both lengths": {
		...UNKNOWN,
		answer: say(`${OK}\r\ncontent-length: 9\r\ntransfer-encoding: chunked`, `${chunk(ACCEPTED)}0\r\n\r\n`),
	},
	"two lengths that differ": { ...UNKNOWN, answer: say(`${OK}\r\ncontent-length: 9\r\ncontent-length: 90`) },
	"a length that is too small": { ...UNKNOWN, answer: say(`${OK}\r\ncontent-length: 9`) },
	"a length that is too large": { ...UNKNOWN, answer: say(`${OK}\r\ncontent-length: 900`) },
	"gzip unasked": { ...DONE, answer: coded("gzip", gzipSync(ACCEPTED)) },
	"deflate unasked": { ...DONE, answer: coded("deflate", deflateSync(ACCEPTED)) },
	"brotli unasked": { ...DONE, answer: coded("br", brotliCompressSync(ACCEPTED)) },
	"gzip that breaks off": { ...UNKNOWN, answer: coded("gzip", gzipSync(ACCEPTED).subarray(0, -9)) },
	"gzip that is none": { ...UNKNOWN, answer: coded("gzip", Buffer.from(ACCEPTED)) },
	"gzip of 100 MB": { ...UNKNOWN, answer: coded("gzip", gzipSync(Buffer.alloc(100 << 20, 32))) },
	"an unknown compression": { ...UNKNOWN, answer: coded("zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])) },
	"a byte order mark": { ...DONE, answer: say(OK, `\ufeff${ACCEPTED}`) },
	"UTF-16": { ...UNKNOWN, answer: say(OK, Buffer.from(ACCEPTED, "utf16le")) },
	"an id that is a number": { ...DONE, answer: withId("12") },
	"an id that is a broken number": { ...UNKNOWN, answer: withId("1.5") },
	"an id that is a list": { ...UNKNOWN, answer: withId('["p-1"]') },
	"an id that is an object": { ...UNKNOWN, answer: withId('{"id":"p-1"}') },
	"an id that is empty": { ...UNKNOWN, answer: withId('""') },
	"an id that is null": { ...UNKNOWN, answer: withId("null") },
	"an id of 10 KB": { ...UNKNOWN, answer: withId(JSON.stringify("p".repeat(10_000))) },
	"no id": { ...UNKNOWN, answer: say(OK, '{"data":{"status":"PENDING"}}') },
	"an error with status 200": { ...UNKNOWN, answer: say(OK, '{"error":"internal"}') },
	"a page with status 200": { ...UNKNOWN, answer: say(OK, "<html>Sign in</html>") },
	"204 without a body": { ...UNKNOWN, answer: (client) => void client.write("HTTP/1.1 204 None\r\n\r\n") },
	"408 after execution": { ...UNKNOWN, answer: status(408) },
	"409 after execution": { ...UNKNOWN, answer: status(409) },
	"425 after execution": { ...UNKNOWN, answer: status(425) },
	"499 after execution": { ...UNKNOWN, answer: status(499) },
	"500 after execution": { ...UNKNOWN, answer: status(500) },
	"502 of a gateway after execution": { ...UNKNOWN, answer: status(502, "<html>Bad gateway</html>") },
	"503 after execution": { ...UNKNOWN, answer: status(503) },
	"504 after execution": { ...UNKNOWN, answer: status(504) },
	"400 after execution that breaks off": {
		...UNKNOWN,
		answer: (client) => void client.end("HTTP/1.1 400 Bad\r\ncontent-length: 90\r\n\r\n{"),
	},
	"400 after execution": { expected: "refused, 1", answer: status(400), unpreventable: REFUSES },
	"429 after execution": { expected: "done, 2", answer: status(429), unpreventable: REFUSES },
	"307 after execution": { expected: "refused, 1", answer: status(307), unpreventable: REFUSES },
	"the request is carried twice": {
		expected: "done, 2",
		times: 2,
		unpreventable: "a proxy that sends again",
	},
	"headers of 100 KB": { ...DONE, answer: say(`${OK}\r\nx-a: ${"a".repeat(100_000)}`) },
	"headers of 1 MB": { ...UNKNOWN, answer: say(`${OK}\r\nx-a: ${"a".repeat(1 << 20)}`) },
	"a thousand headers": { ...DONE, answer: say(`${OK}${"\r\nx-a: b".repeat(1_000)}`) },
	"no HTTP at all": { ...UNKNOWN, answer: (client) => void client.write("SSH-2.0-OpenSSH_9.6\r\n") },
	"NUL in a header": { ...UNKNOWN, answer: say(`${OK}\r\nx-a: \u0000`) },
	"garbage after the answer": {
		...DONE,
		answer: (client, whole) => void client.write(Buffer.concat([whole, Buffer.from("\u0000\u0001!!")])),
	},
	"an answer that keeps the connection, which closes": {
		...DONE,
		answer: (client, whole) =>
			void client.end(String(whole).replace(/connection: close/i, "connection: keep-alive")),
	},
	"403 before the last byte": { expected: "refused, 0", early: status(403) },
	"429 before the last byte": { ...DONE, early: status(429) },
	"503 before the last byte": { ...DONE, early: status(503) },
	"a page before the last byte": { expected: "not-sent, 0", early: say(OK, "<html>Sign in</html>") },
	"an id before the last byte": { expected: "unknown, 0", early: say(OK) },
	"half an answer before the last byte": {
		expected: "not-sent, 0",
		early: (client) => void client.end(`${OK}\r\ncontent-length: 99\r\n\r\n{`),
	},
	"an answer to another request first": { expected: "unknown, 0", first: say(OK, OTHER) },
};
