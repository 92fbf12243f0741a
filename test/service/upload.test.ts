import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WireUploadTarget } from "../../src/wire/messages.gen.ts";
import { results, submit, until, upload, type World, withWorld } from "./world.ts";

const uploads = suite("uploads");
const HOUR = 3_600_000;

async function announced(world: World, body: unknown = { name: "talk.mp4" }): Promise<WireUploadTarget> {
	return (await world.call("POST", "/api/v2/upload/single-file", { body })).body.data as WireUploadTarget;
}

async function put(url: string, body: string): Promise<[number, string]> {
	const response = await fetch(url, { method: "PUT", body });
	const { message } = (await response.json()) as { readonly message?: string };
	return [response.status, message ?? ""];
}

const names: Record<string, [Record<string, unknown>, string]> = {
	"no name": [{}, "name is required."],
	"another kind of file": [{ name: "talk.mkv" }, "name must end in one of .avi, .mp4, .mov, .webm."],
	"only an extension": [{ name: ".mp4" }, "name must end in one of .avi, .mp4, .mov, .webm."],
	"a very long name": [{ name: `${"x".repeat(300)}.mp4` }, "name must be at most 255 characters long."],
	"another kind of transcript": [
		{ name: "a.mp4", transcript_name: "a.txt" },
		"transcript_name must end in one of .srt, .vtt, .json.",
	],
};

for (const [title, [body, message]] of Object.entries(names)) {
	uploads(`${title} is refused`, () =>
		withWorld({}, async (world) => {
			const answer = await world.call("POST", "/api/v2/upload/single-file", { body });
			assert.equal([answer.status, answer.body.message], [422, message]);
		}),
	);
}

uploads("an upload is announced with a URL of this server and an identity", () =>
	withWorld({}, async (world) => {
		const target = await announced(world, { name: "Talk.MOV" });
		assert.equal(Object.keys(target).sort(), ["identity", "upload_url"]);
		assert.ok(target.upload_url.startsWith(`${world.service.url}/upload/${target.identity}/video?`));
		assert.equal(await put(target.upload_url, "a talk"), [200, ""]);
	}),
);

uploads("an identity is usable once", () =>
	withWorld({}, async (world) => {
		const target = await announced(world);
		await put(target.upload_url, "a talk");
		const body = { video_url: target.identity };
		assert.is((await world.call("POST", "/api/v2/clips", { body })).status, 200);
		const again = await world.call("POST", "/api/v2/clips", { body });
		assert.equal(
			[again.status, again.body.message],
			[
				422,
				"video_url: this upload was used by a task already, and an identity is usable once. Upload the file again.",
			],
		);
		assert.equal(await put(target.upload_url, "other"), [
			410,
			"A task has used this upload already: announce a new one.",
		]);
	}),
);

uploads("of two submits of one identity at the same moment one is executed", () =>
	withWorld({}, async (world) => {
		const body = { video_url: await upload(world, "a talk") };
		const answers = await Promise.all([1, 2, 3].map(() => world.call("POST", "/api/v2/clips", { body })));
		assert.equal(answers.map((answer) => answer.status).sort(), [200, 422, 422]);
	}),
);

uploads("an identity nothing was put to is refused", () =>
	withWorld({}, async (world) => {
		const { identity } = await announced(world);
		const answer = await world.call("POST", "/api/v2/clips", { body: { video_url: identity } });
		assert.equal(
			[answer.status, answer.body.message],
			[422, "video_url: nothing was put to the upload URL of this identity yet."],
		);
	}),
);

uploads("the URL lives one hour", () =>
	withWorld({}, async (world) => {
		const { upload_url } = await announced(world);
		world.clock.move(HOUR + 1);
		assert.equal(await put(upload_url, "a talk"), [410, "This link has expired: ask for a new one."]);
	}),
);

uploads("a URL that was changed in any part is refused", () =>
	withWorld({}, async (world) => {
		const [one, other] = [await announced(world), await announced(world)];
		const forged = [
			one.upload_url.replace(one.identity, other.identity),
			one.upload_url.replace("/video?", "/transcript?"),
			one.upload_url.replace(/expires=\d+/, "expires=99999999999999"),
			`${world.service.url}/upload/${one.identity}/video`,
		];
		for (const url of forged)
			assert.equal(await put(url, "a talk"), [403, "This link was not made by this service."], url);
	}),
);

uploads("a body in chunks needs no length", () =>
	withWorld({}, async (world) => {
		const { upload_url, identity } = await announced(world);
		const sent = await chunkedPut(upload_url, ["a ", "talk"]);
		assert.equal(sent, [200, undefined]);
		assert.is((await world.call("POST", "/api/v2/clips", { body: { video_url: identity } })).status, 200);
		await until(
			async () => world.engine.analyzed[0]?.file ?? "",
			(file) => file !== "",
		);
		assert.is(await readFile(world.engine.analyzed[0]?.file ?? "", "utf8"), "a talk");
	}),
);

uploads("chunks that hold nothing are an empty file, and a body without either is one too", () =>
	withWorld({}, async (world) => {
		const { upload_url } = await announced(world);
		assert.equal(await chunkedPut(upload_url, []), [422, "The file is empty."]);
		assert.is(await rawPut(upload_url, { "content-length": "0" }), 422);
	}),
);

uploads("chunks are refused as soon as they are more than a file may have", () =>
	withWorld({}, async (world) => {
		const target = await announced(world, { name: "talk.mp4", transcript_name: "talk.srt" });
		const chunks = Array(17).fill("x".repeat(1024 ** 2));
		assert.equal(await chunkedPut(target.transcript_upload_url ?? "", chunks), [
			413,
			"The file is larger than 16 MB.",
		]);
	}),
);

uploads("a body over 5 GB is 413 before a byte of it was read", () =>
	withWorld({}, async (world) => {
		const { upload_url } = await announced(world);
		assert.is(await rawPut(upload_url, { "content-length": `${5 * 1024 ** 3 + 1}` }), 413);
	}),
);

uploads("an empty file is refused", () =>
	withWorld({}, async (world) => {
		const { upload_url } = await announced(world);
		assert.equal(await put(upload_url, ""), [422, "The file is empty."]);
	}),
);

uploads("an upload that was cut off leaves nothing usable, and can be repeated", () =>
	withWorld({}, async (world) => {
		const { upload_url, identity } = await announced(world);
		await cutPut(upload_url);
		const submitted = await world.call("POST", "/api/v2/clips", { body: { video_url: identity } });
		assert.is(submitted.status, 422);
		assert.equal(await put(upload_url, "the whole talk"), [200, ""]);
		assert.is((await world.call("POST", "/api/v2/clips", { body: { video_url: identity } })).status, 200);
	}),
);

for (const kind of ["srt", "json"]) {
	uploads(`a transcript (.${kind}) goes with its video`, () => goesAlong(kind));
}

const goesAlong = (kind: string) =>
	withWorld({}, async (world) => {
		const target = await announced(world, { name: "talk.mp4", transcript_name: `talk.${kind}` });
		await put(target.upload_url, "a talk");
		const early = await world.call("POST", "/api/v2/clips", { body: { video_url: target.identity } });
		assert.equal(
			[early.status, early.body.message],
			[422, "video_url: the transcript announced with this upload was not put to its URL yet."],
		);
		await put(target.transcript_upload_url ?? "", "1\n00:00:00,000 --> 00:00:01,000\nHello\n");
		const answer = await world.call("POST", "/api/v2/clips", { body: { video_url: target.identity } });
		await until(
			() => results(world, (answer.body.data as { readonly id: string }).id),
			(task) => task.status === "SUCCEEDED",
		);
		assert.match(world.engine.analyzed[0]?.transcript ?? "", new RegExp(`sources/[0-9a-f]{64}\\.${kind}$`));
	});

uploads("uploads outlive a restart", () =>
	withWorld({}, async (world) => {
		const identity = await upload(world, "a talk");
		await world.restart();
		assert.is((await world.call("POST", "/api/v2/clips", { body: { video_url: identity } })).status, 200);
	}),
);

uploads("a title never holds the folders of a name", () =>
	withWorld({}, async (world) => {
		const target = await announced(world, { name: "../../etc/my.talk.mp4" });
		await put(target.upload_url, "a talk");
		await world.call("POST", "/api/v2/clips", { body: { video_url: target.identity } });
		await until(
			async () => world.engine.analyzed[0]?.title,
			(title) => title !== undefined,
		);
		assert.is(world.engine.analyzed[0]?.title, "my.talk");
	}),
);

uploads("equal files are kept once", () =>
	withWorld({}, async (world) => {
		await submit(world);
		await submit(world);
		await until(
			async () => world.engine.analyzed.length,
			(length) => length === 2,
		);
		assert.is(world.engine.analyzed[0]?.file, world.engine.analyzed[1]?.file);
	}),
);

/** Sends only the head of a PUT and gives the status. */
function rawPut(url: string, headers: Record<string, string>): Promise<number> {
	return new Promise((settle, reject) => {
		const sent = request(url, { method: "PUT", headers, timeout: 300_000 }, (response) => {
			response.resume();
			settle(response.statusCode ?? 0);
			sent.destroy();
		});
		sent.on("error", reject);
		sent.flushHeaders();
	});
}

/** Sends chunks without a length; gives the status, and the words of a refusal. */
function chunkedPut(url: string, chunks: readonly string[]): Promise<[number, string | undefined]> {
	return new Promise((settle, reject) => {
		const sent = request(url, { method: "PUT", headers: { "transfer-encoding": "chunked" } }, (response) => {
			let text = "";
			response.setEncoding("utf8");
			response.on("data", (piece: string) => {
				text += piece;
			});
			response.on("end", () => settle([response.statusCode ?? 0, JSON.parse(text).message]));
		});
		sent.on("error", reject);
		for (const chunk of chunks) sent.write(chunk);
		sent.end();
	});
}

/** Promises 1,000 bytes, sends a few and hangs up. */
function cutPut(url: string): Promise<void> {
	return new Promise((settle) => {
		const sent = request(url, { method: "PUT", headers: { "content-length": "1000" } });
		sent.on("error", () => undefined);
		sent.on("close", () => setTimeout(settle, 50));
		sent.write("half a talk", () => setTimeout(() => sent.destroy(), 50));
	});
}

uploads.run();
