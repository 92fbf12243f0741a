import { readFile, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readContentRange } from "../../src/service/uploads/content-range.ts";
import type { WireUploadTarget } from "../../src/wire/messages.gen.ts";
import { until, type World, withWorld } from "./world.ts";

const ranges = suite("what a PUT says of the bytes it brings");

const headers: Record<string, [string | undefined, unknown]> = {
	"without a header all of them": [undefined, { kind: "whole" }],
	"a part": ["bytes 0-4/10", { kind: "part", from: 0, to: 4, total: 10 }],
	"the last part": ["Bytes 9-9/10", { kind: "part", from: 9, to: 9, total: 10 }],
	"a question": ["bytes */10", { kind: "question", total: 10 }],
	"nothing, where it ends before it begins": ["bytes 4-3/10", undefined],
	"nothing, where it ends behind the file": ["bytes 4-10/10", undefined],
	"nothing, where the size is not known": ["bytes 4-10/*", undefined],
	"nothing, in another unit": ["pieces 0-4/10", undefined],
};
for (const [title, [header, expected]] of Object.entries(headers))
	ranges(title, () => assert.equal(readContentRange(header), expected));

ranges.run();

const resuming = suite("uploads in parts");

async function announced({ call }: World): Promise<WireUploadTarget> {
	const { body } = await call("POST", "/api/v2/upload/single-file", { body: { name: "talk.mp4" } });
	return body.data as WireUploadTarget;
}

/** The status, what is here by the header, and the message, if any. */
async function put(url: string, range: string, body = ""): Promise<[number, string | null, string]> {
	const answer = await fetch(url, { method: "PUT", body, headers: { "content-range": range } });
	const { message = "" } = (await answer.json()) as { readonly message?: string };
	return [answer.status, answer.headers.get("range"), message];
}

/** What the service keeps of a file that is not whole. */
function kept(world: World, { identity }: WireUploadTarget): string {
	return join(world.options.data, "partial", `${identity}.video`);
}

/** The video that a task was made of. */
async function analysed(world: World, { identity }: WireUploadTarget): Promise<string> {
	const { status } = await world.call("POST", "/api/v2/clips", { body: { video_url: identity } });
	assert.is(status, 200);
	const file = await until(
		async () => world.engine.analyzed[0]?.file ?? "",
		(path) => path !== "",
	);
	return readFile(file, "utf8");
}

resuming("parts in their order are the file", () =>
	withWorld({}, async (world) => {
		const target = await announced(world);
		assert.equal(await put(target.upload_url, "bytes 0-3/12", "this"), [308, "bytes=0-3", ""]);
		assert.equal(await put(target.upload_url, "bytes 4-7/12", " is "), [308, "bytes=0-7", ""]);
		assert.equal(await put(target.upload_url, "bytes */12"), [308, "bytes=0-7", ""]);
		assert.equal(await put(target.upload_url, "bytes 8-11/12", "a ta"), [200, null, ""]);
		assert.equal(await put(target.upload_url, "bytes */12"), [200, null, ""]);
		assert.is(await analysed(world, target), "this is a ta");
	}),
);

resuming("a part whose answer was lost is put again", () =>
	withWorld({}, async (world) => {
		const target = await announced(world);
		await put(target.upload_url, "bytes 0-3/8", "this");
		await put(target.upload_url, "bytes 0-3/8", "that");
		assert.is((await put(target.upload_url, "bytes 4-7/8", " is!"))[0], 200);
		assert.is(await analysed(world, target), "that is!");
	}),
);

/** Puts a piece every so many milliseconds until an answer comes; gives its status and message. */
async function putSlowly(
	url: string,
	pieces: readonly string[],
	everyMs: number,
): Promise<readonly [number, string]> {
	const headers = { "content-length": `${pieces.join("").length}` };
	const sent = request(url, { method: "PUT", headers });
	sent.on("error", () => undefined);
	const answer = new Promise<readonly [number, string]>((settle) => {
		sent.on("response", (response) => {
			let text = "";
			response.setEncoding("utf8");
			response.on("data", (part: string) => {
				text += part;
			});
			response.on("end", () => settle([response.statusCode ?? 0, JSON.parse(text).message ?? ""]));
		});
	});
	for (const piece of pieces) {
		sent.write(piece);
		await Promise.race([answer, sleep(everyMs, undefined, { ref: false })]);
	}
	sent.end();
	return answer;
}

resuming("what comes too slowly is 408 and kept, and the rest may follow", () =>
	withWorld({ bodyMs: 50 }, async (world) => {
		const target = await announced(world);
		assert.equal(await putSlowly(target.upload_url, ["this", " is"], 300_000), [
			408,
			"The file came too slowly, less than a kilobyte a second: " +
				"go on where it stopped (Content-Range: bytes */SIZE asks what is here).",
		]);
		assert.equal(await put(target.upload_url, "bytes */7"), [308, "bytes=0-3", ""]);
		assert.is((await put(target.upload_url, "bytes 4-6/7", " is"))[0], 200);
	}),
);

resuming("an upload may take much longer than a body, as long as it goes on", () =>
	withWorld({ bodyMs: 2_000 }, async (world) => {
		const target = await announced(world);
		const pieces = Array.from({ length: 50 }, () => "x".repeat(1_000));
		assert.equal(await putSlowly(target.upload_url, pieces, 50), [200, ""]);
	}),
);

resuming("what a restarted service has is what was put before", () =>
	withWorld({}, async (world) => {
		const target = await announced(world);
		await put(target.upload_url, "bytes 0-3/8", "this");
		await world.restart();
		const url = target.upload_url.replace(/^http:\/\/[^/]+/, world.service.url);
		assert.equal(await put(url, "bytes */8"), [308, "bytes=0-3", ""]);
		assert.is((await put(url, "bytes 4-7/8", " is!"))[0], 200);
		assert.is(await analysed(world, target), "this is!");
	}),
);

const wrong: Record<string, [string, string, number, string | null, RegExp]> = {
	"a part behind a gap": ["bytes 6-7/8", "!!", 409, "bytes=0-3", /^4 bytes of the file are here: go on with/],
	"a range that means nothing": [
		"bytes 4-8/8",
		"!!",
		400,
		null,
		/^Content-Range must be bytes FROM-TO\/SIZE/,
	],
	"another number of bytes": ["bytes 4-7/8", "!!", 400, null, /names 4 bytes, and Content-Length another/],
	"a file over 5 GB": ["bytes 4-7/5368709121", " is!", 413, null, /larger than 5120 MB/],
	"a question about no file": ["bytes */0", "", 422, null, /^The file is empty/],
};
for (const [title, [range, body, status, here, message]] of Object.entries(wrong))
	resuming(`${title} is refused, and what is here stays`, () =>
		withWorld({}, async (world) => {
			const target = await announced(world);
			await put(target.upload_url, "bytes 0-3/8", "this");
			const [given, had, said] = await put(target.upload_url, range, body);
			assert.equal([given, had], [status, here]);
			assert.match(said, message);
			assert.equal(await put(target.upload_url, "bytes */8"), [308, "bytes=0-3", ""]);
		}),
	);

/** Sends the beginning of a file, and no more. */
function begin(url: string, headers: Record<string, string>, piece: string) {
	const sent = request(url, { method: "PUT", headers });
	sent.on("error", () => undefined);
	sent.write(piece);
	return sent;
}

resuming("a client that is killed goes on where it was, also with an upload that was not in parts", () =>
	withWorld({}, async (world) => {
		const target = await announced(world);
		const sent = begin(target.upload_url, { "content-length": "8" }, "this");
		await until(
			() => stat(kept(world, target)).catch(() => ({ size: 0 })),
			({ size }) => size === 4,
		);
		sent.destroy();
		await until(
			() => put(target.upload_url, "bytes */8"),
			([, here]) => here === "bytes=0-3",
		);
		assert.is((await put(target.upload_url, "bytes 4-7/8", " is!"))[0], 200);
		assert.is(await analysed(world, target), "this is!");
	}),
);

resuming("whoever goes on ends a connection that nobody is behind any more", () =>
	withWorld({}, async (world) => {
		const target = await announced(world);
		const dead = begin(target.upload_url, { "content-length": "8" }, "this");
		await until(
			() => stat(kept(world, target)).catch(() => ({ size: 0 })),
			({ size }) => size === 4,
		);
		const ended = new Promise((settle) => dead.on("close", settle));
		assert.is((await put(target.upload_url, "bytes 4-7/8", " is!"))[0], 200);
		await ended;
		assert.is(await analysed(world, target), "this is!");
	}),
);

resuming("what nobody goes on with is removed", () =>
	withWorld({ keep: { recordsMs: 1e12, uploadsMs: 1e12, cacheMs: 1e12 } }, async (world) => {
		const target = await announced(world);
		await put(target.upload_url, "bytes 0-3/8", "this");
		const { utimes } = await import("node:fs/promises");
		const old = new Date(Date.now() - 25 * 3_600_000);
		await utimes(kept(world, target), old, old);
		for (let day = 0; day < 3; day += 1) {
			world.clock.move(24 * 3_600_000);
			await sleep(20);
		}
		await until(
			() => stat(kept(world, target)).catch(() => undefined),
			(found) => found === undefined,
		);
	}),
);

resuming.run();
