import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CallOutcome } from "../../src/api/port.ts";
import type { OutcomeClass } from "../../src/model/snapshot.ts";
import { ACCEPTED, type Behaviour, type Link, withFaultServer } from "./fault-server.ts";
import { PAYLOAD, sendTo } from "./sending.ts";

const faults = suite("what the network and the service can do to a write");

/** Class, next, how often it was executed, how often it was armed. */
type Expected = readonly [OutcomeClass, CallOutcome<"publish">["next"], number, number];

const whole = (act: (link: Link) => void): Behaviour => ({ whole: act });
const committed = (act: (link: Link) => void): Behaviour => ({
	whole: (link) => {
		link.commit();
		act(link);
	},
});
const packed = (link: Link, bytes: Buffer, encoding: string) => {
	const head = `content-encoding: ${encoding}\r\ncontent-length: ${bytes.length}`;
	link.socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
	link.socket.write(bytes);
};
const later = (act: (link: Link) => void) => (link: Link) => void setTimeout(() => act(link), 120);
const raw = (text: string) => (link: Link) => void link.socket.write(text);
const rawThenReset = (text: string) => (link: Link) => link.socket.write(text, () => link.reset());

const DONE: Expected = ["done", undefined, 1, 1];
const NOT_SENT: Expected = ["not-sent", "retry", 0, 0];
const REFUSED: Expected = ["refused", "stop", 0, 1];
const UNKNOWN_NOT_EXECUTED: Expected = ["unknown", "stop", 0, 1];
const UNKNOWN_EXECUTED: Expected = ["unknown", "stop", 1, 1];

const table: Record<string, [Behaviour, Expected]> = {
	"200 with an id is done": [committed((link) => link.answer(200, ACCEPTED)), DONE],
	"201 and 202 with an id are done": [committed((link) => link.answer(202, ACCEPTED)), DONE],
	"a slow 200 is done": [committed(later((link) => link.answer(200, ACCEPTED))), DONE],
	"an interim 103 before the 200 is done": [
		committed(
			(link) => raw("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n")(link) ?? link.answer(200, ACCEPTED),
		),
		DONE,
	],
	"an unasked 100, 102 and 103 before the 200 are passed over": [
		committed(
			(link) =>
				raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\n\r\n")(link) ??
				link.answer(200, ACCEPTED),
		),
		DONE,
	],
	"a 100 on the headers is passed over": [
		{
			headed: raw("HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n"),
			whole: (link) => {
				link.commit();
				link.answer(200, ACCEPTED);
			},
		},
		DONE,
	],
	"a compressed 200 is done": [committed((link) => packed(link, gzipSync(ACCEPTED), "gzip")), DONE],
	"a 200 of brotli is done": [committed((link) => packed(link, brotliCompressSync(ACCEPTED), "br")), DONE],
	"a 200 of raw deflate is done": [
		committed((link) => packed(link, deflateRawSync(ACCEPTED), "deflate")),
		DONE,
	],
	"a 200 with a byte order mark is done": [committed((link) => link.answer(200, `\ufeff${ACCEPTED}`)), DONE],
	"a 200 with headers of 100 KB is done": [
		committed((link) => link.answer(200, ACCEPTED, { "x-long": "x".repeat(100_000) })),
		DONE,
	],
	"two 200 are one": [
		committed((link) => {
			link.answer(200, ACCEPTED);
			link.answer(200, ACCEPTED.replace("p-1", "p-2"));
		}),
		DONE,
	],
	"a 200 of HTTP/1.0 is done": [
		committed((link) => void link.socket.end(`HTTP/1.0 200 OK\r\n\r\n${ACCEPTED}`)),
		DONE,
	],
	"a compressed 200 that is too large is unknown": [
		committed((link) => packed(link, gzipSync(Buffer.alloc(80 << 20, " ")), "gzip")),
		UNKNOWN_EXECUTED,
	],
	"a 422 that ends with a broken connection is unknown": [
		whole((link) => {
			raw('HTTP/1.1 422 No\r\nconnection: close\r\n\r\n{"message":"no"}')(link);
			later((each) => each.reset())(link);
		}),
		UNKNOWN_NOT_EXECUTED,
	],
	"headers that never end are unknown": [
		committed((link) => {
			const drip = setInterval(() => link.socket.write("x-a: b\r\n"), 40);
			link.socket.write("HTTP/1.1 200 OK\r\n");
			link.socket.on("close", () => clearInterval(drip));
		}),
		UNKNOWN_EXECUTED,
	],
	"a chunked 200 is done": [
		committed(
			raw(
				`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${Buffer.byteLength(ACCEPTED).toString(16)}\r\n${ACCEPTED}\r\n0\r\n\r\n`,
			),
		),
		DONE,
	],
	"a 200 that ends with the connection is done": [
		committed((link) => void link.socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${ACCEPTED}`)),
		DONE,
	],

	"a reset at accept is not sent": [{ connected: (link) => link.reset() }, NOT_SENT],
	"a close at accept is not sent": [{ connected: (link) => void link.socket.end() }, NOT_SENT],
	"a reset on the headers is not sent": [{ headed: (link) => link.reset() }, NOT_SENT],
	"a reset before the last byte is not sent": [{ held: (link) => link.reset() }, NOT_SENT],
	"a close before the last byte is not sent": [{ held: (link) => link.socket.destroy() }, NOT_SENT],
	"a 503 before the last byte is not sent": [{ held: (link) => link.answer(503, "busy") }, NOT_SENT],
	"a 502 and a close on the headers is not sent": [
		{ headed: (link) => void link.socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n") },
		NOT_SENT,
	],
	"a page before the last byte is not sent, and not tried again": [
		{ held: (link) => link.answer(200, "<html>sign in</html>") },
		["not-sent", "stop", 0, 0],
	],
	"a 403 before the last byte is refused": [
		{ held: (link) => link.answer(403, '{"message":"no"}') },
		["refused", "stop", 0, 0],
	],
	"a 429 before the last byte is refused for now": [
		{ held: (link) => link.answer(429, "") },
		["refused", "retry", 0, 0],
	],
	"a 403 that drips before the last byte is not sent": [
		{ held: raw("HTTP/1.1 403 No\r\ncontent-length: 500\r\n\r\n{") },
		NOT_SENT,
	],
	"a 403 in two pieces before the last byte is refused": [
		{
			held: (link) =>
				raw("HTTP/1.1 403 No\r\ncontent-length: 2\r\n\r\n{")(link) ??
				later((each) => void each.socket.write("}"))(link),
		},
		["refused", "stop", 0, 0],
	],
	"an id before the last byte is unknown": [
		{ held: (link) => link.answer(200, ACCEPTED) },
		["unknown", "stop", 0, 0],
	],
	"an answer that breaks off before the last byte is not sent": [
		{ held: rawThenReset(`HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n${ACCEPTED}`) },
		["not-sent", "stop", 0, 0],
	],

	"a 307 is refused, and not followed": [
		whole((link) => link.answer(307, "", { location: `${link.server.url}/elsewhere` })),
		REFUSED,
	],
	"a 301 is refused": [whole((link) => link.answer(301, "", { location: "/x" })), REFUSED],
	"a 429 is refused for now": [whole((link) => link.answer(429, "{}")), ["refused", "retry", 0, 1]],
	"a large 400 is refused": [
		whole((link) => link.answer(400, `<html>${"x".repeat(3 << 20)}</html>`)),
		REFUSED,
	],
	"a 403 about an account's token waits": [
		whole((link) => link.answer(403, '{"message":"Account token expired, please reconnect"}')),
		["refused", "wait", 0, 1],
	],
	"a 400 about a token waits": [
		whole((link) => link.answer(400, '{"data":{"detail":"invalid token"}}')),
		["refused", "wait", 0, 1],
	],

	"a 500 is unknown": [whole((link) => link.answer(500, "oops")), UNKNOWN_NOT_EXECUTED],
	"a 503 after execution is unknown": [committed((link) => link.answer(503, "oops")), UNKNOWN_EXECUTED],
	"a reset before execution is unknown": [whole((link) => link.reset()), UNKNOWN_NOT_EXECUTED],
	"a reset after execution is unknown": [committed((link) => link.reset()), UNKNOWN_EXECUTED],
	"a close before execution is unknown": [whole((link) => void link.socket.end()), UNKNOWN_NOT_EXECUTED],
	"a close after execution is unknown": [committed((link) => void link.socket.end()), UNKNOWN_EXECUTED],
	"silence without execution is unknown": [whole(() => {}), UNKNOWN_NOT_EXECUTED],
	"silence after execution is unknown": [committed(() => {}), UNKNOWN_EXECUTED],
	"a reset in the status line is unknown": [committed(rawThenReset("HTTP/1.1 20")), UNKNOWN_EXECUTED],
	"a reset in the answer's body is unknown": [
		committed(rawThenReset(`HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n${ACCEPTED}`)),
		UNKNOWN_EXECUTED,
	],
	"an answer that drips without end is unknown": [
		committed(raw("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{")),
		UNKNOWN_EXECUTED,
	],
	"a 400 that breaks off is unknown": [
		whole(rawThenReset('HTTP/1.1 400 Bad\r\ncontent-length: 500\r\n\r\n{"mess')),
		UNKNOWN_NOT_EXECUTED,
	],
	"bytes that are no HTTP are unknown": [committed(raw("SSH-2.0-OpenSSH_9.6\r\n")), UNKNOWN_EXECUTED],
	"a 101 is unknown": [
		committed(raw("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")),
		UNKNOWN_EXECUTED,
	],
	"a 200 that is not JSON is unknown": [
		committed((link) => link.answer(200, "\u0000\u0001garbage")),
		UNKNOWN_EXECUTED,
	],
	"a 200 page is unknown": [committed((link) => link.answer(200, "<html>Welcome</html>")), UNKNOWN_EXECUTED],
	"a 200 without an id is unknown": [
		committed((link) => link.answer(200, '{"data":{"status":"PENDING"}}')),
		UNKNOWN_EXECUTED,
	],
	"a 200 with an error is unknown": [
		whole((link) => link.answer(200, '{"id":"err-7","error":"internal"}')),
		UNKNOWN_NOT_EXECUTED,
	],
	"a 200 with an id outside data is unknown": [
		committed((link) => link.answer(200, '{"task_id":"p-1"}')),
		UNKNOWN_EXECUTED,
	],
	"a 204 is unknown": [committed((link) => raw("HTTP/1.1 204 No Content\r\n\r\n")(link)), UNKNOWN_EXECUTED],
	"a 200 that is not packed as it says is unknown": [
		committed((link) => link.answer(200, "\u001f\u008b\b", { "content-encoding": "gzip" })),
		UNKNOWN_EXECUTED,
	],
};
table["a 402 is refused for now"] = [whole((link) => link.answer(402, "{}")), ["refused", "wait", 0, 1]];
for (const status of [400, 401, 403, 404, 405, 410, 413, 415, 422])
	table[`a ${status} is refused`] = [whole((link) => link.answer(status, "{}")), REFUSED];
for (const status of [406, 408, 409, 418, 423, 425, 451, 499, 501, 502, 504, 520, 599])
	table[`a ${status} is unknown`] = [whole((link) => link.answer(status, "{}")), UNKNOWN_NOT_EXECUTED];

/** An answer that never comes to its end is not waited for long here. */
const WITHOUT_END = /silence|never end|drips/;
for (const [title, [behaviour, expected]] of Object.entries(table)) {
	faults(title, () =>
		withFaultServer(behaviour, async (server) => {
			let armed = 0;
			const limits = {
				...(WITHOUT_END.test(title) && { answerMs: 500 }),
				// What the other end does first is heard, however late a busy machine is.
				...(behaviour.whole === undefined && { settleMs: 60_000 }),
			};
			const outcome = await sendTo(server.url, { arm: async () => void armed++, limits });
			assert.equal([outcome.class, outcome.next, server.commits.length, armed], expected, outcome.message);
			assert.ok(server.links.length <= 1, "it was sent on one connection, once");
			assert.is(outcome.answer !== undefined, outcome.class === "done");
			assert.is(outcome.remedy === undefined, outcome.class === "done");
			if (server.commits.length > 0) assert.is(server.commits[0]?.payload, PAYLOAD);
		}),
	);
}

faults("nothing that was executed is ever called not sent or refused", () => {
	const wrong = Object.values(table).filter(
		([, [found, , commits]]) => commits > 0 && found !== "done" && found !== "unknown",
	);
	assert.equal(wrong, []);
});

faults.run();
