import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Secret } from "../../../src/model/secret.ts";
import { multipart } from "../../../src/service/delivery/destinations/webhook-multipart.ts";
import { systemClock } from "../../../src/system/clock.ts";
import { sendWebhook, type WebhookResult } from "../../../src/webhooks/send.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";

const EVENT = Buffer.from('{"type":"post.publish"}');
const SIZE = 3_000_000;

interface Sent {
	readonly result: WebhookResult;
	readonly armed: number;
	/** What arrived, whole or not. */
	readonly bytes: Buffer;
}

/** Sends a video of random bytes with a message; `meanwhile` changes it once it was measured. */
async function sent(
	video: Buffer,
	meanwhile: (path: string) => Promise<void> = async () => {},
): Promise<Sent> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-multipart-"));
	const path = join(folder, "video.mp4");
	const pieces: Buffer[] = [];
	const server = createServer((request, response) => {
		request.on("data", (piece: Buffer) => pieces.push(piece)).on("end", () => response.end("{}"));
		request.on("error", () => {});
	});
	try {
		await writeFile(path, video);
		await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
		const message = { id: "msg_1", ...multipart(EVENT, { path, size: video.length }), signed: EVENT };
		await meanwhile(path);
		const url = new Secret(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		let armed = 0;
		const arm = async () => {
			armed += 1;
		};
		const target = { url, secret: newWebhookSecret(), privateHosts: true };
		const signal = new AbortController().signal;
		const result = await sendWebhook(message, target, { arm, clock: systemClock, signal });
		return { result, armed, bytes: Buffer.concat(pieces) };
	} finally {
		server.closeAllConnections();
		server.close();
		await rm(folder, { recursive: true, force: true });
	}
}

const attached = suite("a video that comes with its message");

attached("arrives byte for byte, in a body of the length that was said", async () => {
	const video = randomBytes(SIZE);
	const { result, armed, bytes } = await sent(video);
	assert.equal([result.kind, armed], ["answered", 1]);
	const begin = bytes.indexOf("video/mp4\r\n\r\n") + "video/mp4\r\n\r\n".length;
	const hash = (part: Buffer) => createHash("sha256").update(part).digest("hex");
	assert.is(hash(bytes.subarray(begin, begin + SIZE)), hash(video));
	assert.match(bytes.subarray(begin + SIZE).toString(), /^\r\n--showrun-[0-9a-f]{32}--$/);
});

for (const [title, size] of Object.entries({ "became shorter": SIZE - 1, "became longer": SIZE + 1 }))
	attached(`and ${title} since it was measured is not sent to its end`, async () => {
		const { result, armed } = await sent(randomBytes(SIZE), (path) => truncate(path, size));
		assert.equal([result.kind, armed], ["not_sent", 0]);
	});

attached.run();
