import { createHash } from "node:crypto";
import { connect } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Call, fileOf, send, withPlatforms } from "../call.ts";
import { askCall, chunkCall, insertCall, owner, read, session, upload } from "./calls.ts";
import { CHANNELS } from "./model.ts";

const CHUNK = 256 * 1024;
const FILE = fileOf(2 * CHUNK + 1000);
const SIZE = FILE.length;
const SHA256 = createHash("sha256").update(FILE).digest("hex");
const DAY = 24 * 3600_000;

const uploads = suite("uploads");

uploads("chunks arrive, the video exists with the last of them, and the session goes on telling so", () =>
	withPlatforms(async (platforms) => {
		const url = await session(await owner(platforms), SIZE);
		const range = async (call: Call) => {
			const { status, headers } = await send(call);
			return [status, headers.range];
		};
		assert.equal(await range(askCall(url, SIZE)), [308, undefined]);
		assert.equal(await range(chunkCall(url, FILE, [0, CHUNK])), [308, `bytes=0-${CHUNK - 1}`]);
		assert.equal(await range(askCall(url, SIZE)), [308, `bytes=0-${CHUNK - 1}`]);
		assert.equal(await range(chunkCall(url, FILE, [CHUNK, 2 * CHUNK])), [308, `bytes=0-${2 * CHUNK - 1}`]);
		assert.equal((await platforms.entries()).length, 0);
		const done = await send(chunkCall(url, FILE, [2 * CHUNK, SIZE]));
		const asked = await send(askCall(url, SIZE));
		assert.equal([done.status, asked.status, done.json.id], [200, 200, asked.json.id]);
		const [entry] = await platforms.entries();
		assert.equal([entry?.kind, entry?.kind === "prepared" && entry.sha256], ["prepared", SHA256]);
		await platforms.clock({ advance: DAY });
		assert.is((await send(askCall(url, SIZE))).status, 404);
		assert.equal(await platforms.violations(), []);
	}),
);

uploads("a whole file in one request, with and without Content-Range", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		assert.ok(await upload(who, FILE));
		const url = await session(who, SIZE);
		const call: Call = { method: "PUT", url, body: FILE, headers: { "content-type": "video/mp4" } };
		assert.is((await send(call)).status, 200);
		assert.equal((await platforms.counts()).byObject, {});
	}),
);

uploads("it may keep fewer bytes than came, or none", () =>
	withPlatforms(async (platforms) => {
		const url = await session(await owner(platforms), SIZE);
		await platforms.faults(
			{ route: "youtube.chunk", kind: "quirk", quirk: "keep-less", value: CHUNK + 5, times: 1 },
			{ route: "youtube.chunk", kind: "quirk", quirk: "keep-less", value: 0, times: 1 },
		);
		const first = await send(chunkCall(url, FILE, [0, 2 * CHUNK]));
		const last = await send(chunkCall(url, FILE, [CHUNK, SIZE]));
		assert.equal([first.headers.range, last.status], [`bytes=0-${CHUNK - 1}`, 308]);
		assert.is((await send(chunkCall(url, FILE, [CHUNK, SIZE]))).status, 200);
		assert.equal(await platforms.violations(), []);
	}),
);

uploads("what came before the connection broke is kept in whole grains", () =>
	withPlatforms(async (platforms) => {
		const url = new URL(await session(await owner(platforms), SIZE));
		const socket = connect(Number(url.port), "127.0.0.1");
		const head = [
			`PUT ${url.pathname}${url.search} HTTP/1.1`,
			...[`Host: ${url.host}`, "Content-Type: video/mp4", `Content-Length: ${SIZE}`],
			`Content-Range: bytes 0-${SIZE - 1}/${SIZE}`,
		];
		socket.write(`${head.join("\r\n")}\r\n\r\n`);
		await new Promise((sent) => socket.end(FILE.subarray(0, CHUNK + 77), () => sent(undefined)));
		await new Promise((closed) => socket.once("close", closed).resume());
		let range: string | undefined;
		while (range === undefined) range = (await send(askCall(url.href, SIZE))).headers.range;
		assert.is(range, `bytes=0-${CHUNK - 1}`);
	}),
);

const wrong: Record<string, readonly [(call: Call) => Call, violation: string]> = {
	"a chunk that is no multiple of 256 KiB": [
		({ url }) => chunkCall(url, FILE, [0, 1000]),
		"a chunk of 1000 bytes, not of 256 KiB each",
	],
	"bytes from the middle": [
		({ url }) => chunkCall(url, FILE, [CHUNK, SIZE]),
		`bytes from ${CHUNK}, where 0 are kept`,
	],
	"another total": [
		({ url }) => chunkCall(url, fileOf(SIZE + 1), [0, CHUNK]),
		`a file of ${SIZE + 1} bytes, in a session for ${SIZE}`,
	],
	"fewer bytes than Content-Range names": [
		(call) => ({ ...call, body: FILE.subarray(0, CHUNK) }),
		`${CHUNK} bytes for 0-${SIZE - 1}`,
	],
	"a part of the file without Content-Range": [
		({ url }) => ({ method: "PUT", url, body: "abc", headers: { "content-type": "video/mp4" } }),
		`3 bytes of a file of ${SIZE}`,
	],
	"another content type": [
		(call) => ({ ...call, headers: { ...call.headers, "content-type": "text/plain" } }),
		"content type text/plain",
	],
};
for (const [title, [spoil, violation]] of Object.entries(wrong))
	uploads(`not taken: ${title}`, () =>
		withPlatforms(async (platforms) => {
			const url = await session(await owner(platforms), SIZE);
			const { status } = await send(spoil(chunkCall(url, FILE, [0, SIZE])));
			assert.equal([status, await platforms.violations()], [400, [`youtube.chunk: ${violation}`]]);
			assert.is((await send(askCall(url, SIZE))).headers.range, undefined);
		}),
	);

uploads("an address that was rebuilt, invented, or belongs to another channel", () =>
	withPlatforms(async (platforms) => {
		const url = await session(await owner(platforms), SIZE);
		const ben = await owner(platforms, { account: CHANNELS[2]?.id });
		const asked = askCall(url, SIZE);
		const statuses = [
			(await send(askCall(url.replace("part=snippet,status", "part=snippet%2Cstatus"), SIZE))).status,
			(await send(askCall(`${url}x`, SIZE))).status,
			(await send({ ...asked, headers: { ...asked.headers, authorization: `Bearer ${ben.token}` } })).status,
		];
		assert.equal(statuses, [404, 404, 403]);
		assert.equal(await platforms.violations(), [
			"youtube.chunk: the address of a session was rebuilt",
			"youtube.chunk: a session that was never started",
			"youtube.chunk: the session of another channel",
		]);
	}),
);

uploads("bytes for an upload that is complete make no second video", () =>
	withPlatforms(async (platforms) => {
		const url = await session(await owner(platforms), SIZE);
		await send(chunkCall(url, FILE, [0, SIZE]));
		assert.is((await send(chunkCall(url, FILE, [0, SIZE]))).status, 400);
		assert.equal(await platforms.violations(), ["youtube.chunk: bytes for an upload that is complete"]);
		assert.is((await platforms.entries()).filter(({ kind }) => kind === "prepared").length, 1);
	}),
);

uploads("a session is over after a week, or when the test says so, with the status of the day", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const [first, second] = [await session(who, SIZE), await session(who, SIZE)];
		await platforms.faults({ route: "youtube.chunk", kind: "quirk", quirk: "expire-session", times: 1 });
		const gone = (await send(askCall(first, SIZE))).status;
		await platforms.clock({ advance: 7 * DAY - 1 });
		const open = (await send(askCall(second, SIZE))).status;
		await platforms.clock({ advance: 1 });
		await platforms.settings("youtube", { expiredSessionStatus: 410 });
		assert.equal([gone, open, (await send(askCall(second, SIZE))).status], [404, 308, 410]);
	}),
);

uploads("without privacyStatus a video is public", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE, { status: {} });
		const [, entry] = await platforms.entries();
		assert.equal([(await read(who, id)).privacyStatus, entry?.kind], ["public", "public"]);
		assert.ok(entry?.kind === "public" && entry.sha256 === SHA256 && entry.how === "youtube.chunk");
	}),
);

uploads("equal bytes at one channel are rejected, at another they are not", () =>
	withPlatforms(async (platforms) => {
		const [ann, ben] = [await owner(platforms), await owner(platforms, { account: CHANNELS[2]?.id })];
		await upload(ann, FILE);
		await platforms.clock({ advance: 20_000 });
		const [again, other] = [await upload(ann, FILE), await upload(ben, FILE)];
		await platforms.clock({ advance: 20_000 });
		const seen = [await read(ann, again), await read(ben, other)];
		assert.equal(
			seen.map(({ uploadStatus, rejectionReason }) => [uploadStatus, rejectionReason]),
			[
				["rejected", "duplicate"],
				["processed", undefined],
			],
		);
	}),
);

uploads.run();

const inserts = suite("sessions");

const invalid: Record<string, readonly [Parameters<typeof insertCall>[2], reason: string]> = {
	"an empty title": [{ snippet: { title: "" } }, "invalidTitle"],
	"a title of 101 characters": [{ snippet: { title: "a".repeat(101) } }, "invalidTitle"],
	"angle brackets": [{ snippet: { title: "a<b" } }, "invalidTitle"],
	"a description of 5001 bytes": [{ snippet: { description: `${"ä".repeat(2500)}a` } }, "invalidDescription"],
	"too many tags": [{ snippet: { tags: ["a b", "c".repeat(495)] } }, "invalidTags"],
	"an unknown category": [{ snippet: { categoryId: "18" } }, "invalidCategoryId"],
	"a time that is over": [
		{ status: { privacyStatus: "private", publishAt: "2026-11-23T12:00:00Z" } },
		"invalidPublishAt",
	],
	"a time for a public video": [
		{ status: { privacyStatus: "public", publishAt: "2026-11-24T12:00:00Z" } },
		"invalidPublishAt",
	],
};
for (const [title, [resource, reason]] of Object.entries(invalid))
	inserts(`refused: ${title}`, () =>
		withPlatforms(async (platforms) => {
			const { status, json } = await send(insertCall(await owner(platforms), SIZE, resource));
			const { errors } = json.error as unknown as { errors: [{ reason: string }] };
			assert.equal([status, errors[0].reason, await platforms.violations()], [400, reason, []]);
		}),
	);

inserts("a field that does not exist, and a part that was not announced", () =>
	withPlatforms(async (platforms) => {
		const call = insertCall(await owner(platforms), SIZE, { status: { privacy: "private" } });
		const good = insertCall(await owner(platforms), SIZE);
		await send(call);
		await send({ ...good, url: good.url.replace("snippet,status", "snippet") });
		assert.equal(await platforms.violations(), [
			"youtube.insert: body: data/status must NOT have additional properties",
			"youtube.insert: parts snippet in the query, snippet,status in the body",
		]);
	}),
);

inserts("100 sessions a day, until midnight in California", () =>
	withPlatforms(async (platforms) => {
		await platforms.settings("youtube", { inserts: 2 });
		const statuses: number[] = [];
		const start = async () => {
			const answer = await send(insertCall(await owner(platforms), SIZE));
			statuses.push(answer.status);
			return answer.text;
		};
		for (let nth = 0; nth < 2; nth += 1) await start();
		assert.match(await start(), '"domain":"youtube.quota","reason":"quotaExceeded"');
		await platforms.clock({ advance: 20 * 3600_000 - 1 });
		await start();
		await platforms.clock({ advance: 1 });
		await start();
		assert.equal(statuses, [200, 200, 403, 403, 200]);
	}),
);

inserts("a channel may have its own limit, and somebody has no channel", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		await upload(who, FILE);
		await platforms.settings("youtube", { uploadsPerChannel: 1 });
		assert.match((await send(insertCall(who, SIZE))).text, "uploadLimitExceeded");
		const cat = await owner(platforms, { account: "cat" });
		assert.match((await send(insertCall(cat, SIZE))).text, "youtubeSignupRequired");
	}),
);

inserts.run();
