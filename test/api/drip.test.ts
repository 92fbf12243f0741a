import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createDeclaration } from "../../src/api/declaration.ts";
import { createLimiter } from "../../src/api/rate-limit.ts";
import { type Reader, read } from "../../src/api/read.ts";
import { createSkewMeter } from "../../src/api/skew-meter.ts";
import { upload } from "../../src/api/upload.ts";
import { Secret } from "../../src/model/secret.ts";
import { systemClock } from "../../src/system/clock.ts";
import { type Behaviour, type Link, withFaultServer } from "./fault-server.ts";

const drips = suite("an answer that drips without end");

const never = new AbortController().signal;
/** Begins an answer and goes on with a line every few milliseconds. */
const dripping = (start: string, line: string) => (link: Link) => {
	link.socket.write(start);
	const timer = setInterval(() => link.socket.write(line), 10);
	link.socket.on("close", () => clearInterval(timer));
};
const ways: Record<string, (link: Link) => void> = {
	"in its headers": dripping("HTTP/1.1 200 OK\r\n", "x-a: b\r\n"),
	"in its body": dripping("HTTP/1.1 200 OK\r\ncontent-length: 90000\r\n\r\n", " "),
	"in interim answers": dripping("", "HTTP/1.1 102 Processing\r\n\r\n"),
};

/** Works with a service that never comes to the end of an answer, and counts the connections to it. */
async function withReader(
	behaviour: Behaviour,
	use: (reader: Reader, connections: () => number) => Promise<void>,
): Promise<void> {
	const { Agent } = await import("undici");
	const dispatcher = new Agent();
	await withFaultServer(behaviour, ({ url, links }) => {
		const reader = {
			connection: { url, apiKey: new Secret("key") },
			headers: {},
			limiter: createLimiter(Number.POSITIVE_INFINITY, systemClock),
			skew: createSkewMeter(systemClock),
			declaration: createDeclaration(),
			clock: systemClock,
			dispatcher,
			timeoutMs: 50,
			contact: { made: true },
		};
		return use(reader, () => links.length);
	}).finally(() => dispatcher.destroy());
}

async function assertFails(step: Promise<unknown>, words: RegExp): Promise<void> {
	const fault = await step.then(
		() => assert.unreachable("it did not fail"),
		(error: unknown) => error,
	);
	assert.match(String(fault), words);
}

for (const [title, way] of Object.entries(ways)) {
	drips(`${title} ends a read, after six tries at the most`, () =>
		withReader({ headed: way }, async (reader, tries) => {
			const step = read(reader, { method: "GET", path: "/", signal: never });
			await assertFails(step, /took too long|cut off|no response in time/);
			assert.ok(tries() <= 6, `${tries()} tries`);
		}),
	);

	drips(`${title} ends an upload`, () =>
		withReader(
			{
				whole: (link) => {
					if (link.line.startsWith("PUT")) return way(link);
					const upload_url = `${link.server.url}/put`;
					link.answer(200, JSON.stringify({ data: { identity: "i-1", upload_url } }));
				},
			},
			async (reader) => {
				const folder = await mkdtemp(join(tmpdir(), "showrun-drip-"));
				const path = join(folder, "talk.mp4");
				await writeFile(path, "x".repeat(1_000));
				const step = upload(
					reader,
					{ path, progress: () => {} },
					{ signal: never, resumes: () => false, transcripts: false },
				);
				// A status is an answer, whatever its body does.
				if (title === "in its body") assert.is(await step, "i-1");
				else await assertFails(step, /The upload of talk.mp4 failed/);
				await rm(folder, { recursive: true });
			},
		),
	);
}

drips.run();
