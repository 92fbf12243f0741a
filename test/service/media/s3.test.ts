import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LostMedia } from "../../../src/service/media/fault.ts";
import type { Media } from "../../../src/service/media/media.ts";
import { readText } from "../../../src/service/media/read.ts";
import { MediaAwayFault, missingSdkFault } from "../../../src/service/media/s3/bucket-fault.ts";
import { made, mediaSuite, withFolder } from "../../conformance/media.ts";
import { mediaOf, withBucket } from "../../fakes/s3/media.ts";
import type { S3Server } from "../../fakes/s3/server.ts";

mediaSuite("a bucket", (work) =>
	withFolder((folder) => withBucket(folder, ({ media, other }) => work({ media, other, folder }))),
);

const buckets = suite("media in a bucket");
const MIB = 2 ** 20;
const CLIP = `renders/${"c".repeat(64)}.mp4`;
const KEY = `showrun/${CLIP}`;

interface Ground {
	readonly server: S3Server;
	readonly media: Media;
	readonly other: Media;
	readonly folder: string;
}

function withGround(work: (ground: Ground) => Promise<void>): Promise<void> {
	return withFolder((folder) => withBucket(folder, (ground) => work({ ...ground, folder })));
}

async function failure(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => assert.unreachable("it did not fail"),
		(error: unknown) => error,
	);
}

function partsSent({ asked }: S3Server): readonly string[] {
	return asked.flatMap((each) => (/^PUT .*partNumber=(\d+)/.exec(each)?.[1] ?? "").match(/\d+/) ?? []).sort();
}

buckets("an upload that was cut off is gone on with, by another machine too", () =>
	withGround(async ({ server, media, other, folder }) => {
		const content = randomBytes(35 * MIB);
		const { path, name } = await made(folder, content);
		const again = await made(folder, content);
		server.before = ({ query }) => (query.get("partNumber") === "4" ? 503 : undefined);
		assert.instance(await failure(media.put(name, path)), MediaAwayFault);
		assert.is(await other.find(name), undefined, "it is there whole or not at all");
		server.before = undefined;
		const before = new Set(partsSent(server));
		server.asked.length = 0;
		await other.put(again.name, again.path);
		assert.equal([[...before].sort(), partsSent(server)], [["1", "2", "3", "4", "5"], ["4"]]);
		assert.ok(content.equals(await readFile(await media.bring(name))));
		assert.is(server.uploads.size, 0);
	}),
);

buckets("a part that holds something else is sent again", () =>
	withGround(async ({ server, media, folder }) => {
		const content = randomBytes(17 * MIB);
		const { path, name } = await made(folder, content);
		const key = `showrun/${name}`;
		server.putPart(server.begin(key, "video/mp4"), { key, number: 1, body: Buffer.alloc(8 * MIB) });
		await media.put(name, path);
		assert.ok(server.objects.get(key)?.body.equals(content));
	}),
);

buckets("an upload that somebody gave up meanwhile begins anew", () =>
	withGround(async ({ server, media, folder }) => {
		const { path, name } = await made(folder, randomBytes(17 * MIB));
		let isGivenUp = false;
		server.before = ({ query }) => {
			if (query.get("partNumber") !== "2" || isGivenUp) return undefined;
			isGivenUp = true;
			server.uploads.clear();
			return undefined;
		};
		await media.put(name, path);
		assert.is((await media.find(name))?.bytes, 17 * MIB);
	}),
);

buckets("what is there is not sent again", () =>
	withGround(async ({ server, media, other, folder }) => {
		const [one, two] = [await made(folder, "a talk"), await made(folder, "a talk")];
		await media.put(one.name, one.path);
		server.asked.length = 0;
		await other.put(two.name, two.path);
		const mark = `showrun/${one.name.replace(/mp4$/, "used")}`;
		assert.equal(server.asked, [`HEAD showrun/${one.name}`, `PUT ${mark}?x-id=PutObject`]);
	}),
);

buckets("a download that breaks goes on, and what is not what its name says is lost", () =>
	withGround(async ({ server, media, other, folder }) => {
		const content = randomBytes(3 * MIB);
		const { path, name } = await made(folder, content);
		await media.put(name, path);
		server.cutAfter = MIB;
		assert.ok(content.equals(await readFile(await other.bring(name))));
		server.cutAfter = undefined;
		server.put(`showrun/${name}`, Buffer.alloc(content.length), "video/mp4");
		await rm(await other.bring(name));
		assert.instance(await failure(other.bring(name)), LostMedia);
		assert.is(await other.copies?.media.find(name), undefined, "nothing of it is kept");
	}),
);

buckets("several who need a file bring it once, and one of them may leave", () =>
	withGround(async ({ server, media, other }) => {
		await media.write(CLIP, "a clip");
		let [gets, go] = [0, () => {}];
		const held = new Promise<void>((settle) => {
			go = settle;
		});
		server.before = async ({ method }) => {
			if (method === "GET") {
				gets += 1;
				await held;
			}
			return undefined;
		};
		const leaving = new AbortController();
		const both = [other.bring(CLIP, leaving.signal), other.bring(CLIP)] as const;
		const left = failure(both[0]);
		while (gets === 0) await sleep(5);
		leaving.abort(new Error("cancelled"));
		assert.match(String(await left), "cancelled");
		go();
		assert.is(await readFile(await both[1], "utf8"), "a clip");
		assert.is(gets, 1);
	}),
);

buckets("a bucket that is away, unknown or closed to this service says so, and never a key", () =>
	withGround(async ({ server, media, folder }) => {
		await media.write(CLIP, "a clip");
		const said = async (each: Media) => {
			const error = await failure(readText(each, CLIP));
			assert.instance(error, MediaAwayFault);
			return (error as Error).message;
		};
		const other = (more: object) => mediaOf(server, join(folder, "three"), more);
		server.before = () => 503;
		assert.is(await said(media), "The bucket media does not answer (status 503).");
		server.before = () => "cut";
		assert.match(await said(media), /^The bucket media does not answer \((ECONNRESET|TimeoutError)\)\.$/);
		server.before = undefined;
		const named = await failure((await other({ bucket: "none" })).write(CLIP, ""));
		assert.is((named as Error).message, "There is no bucket none.");
		process.env.AWS_SECRET_ACCESS_KEY = "wrong";
		const refused = await failure((await other({})).write(CLIP, ""));
		assert.is((refused as Error).message, "The bucket media may not be used (SignatureDoesNotMatch).");
		assert.not.match(`${refused} ${(refused as { remedy?: string }).remedy}`, /wrong|AKID/);
	}),
);

buckets("links lead to the bucket for as long as the credentials are good", () =>
	withGround(async ({ server, media, folder }) => {
		await media.write(CLIP, "a clip");
		const link = new URL((await media.link(CLIP, { livesMs: 24 * 3_600_000 })) ?? "");
		assert.equal([link.origin, link.pathname], [server.url, `/media/${KEY}`]);
		link.searchParams.set("X-Amz-Expires", "604800");
		assert.is((await fetch(link)).status, 403, "a link that was changed");
		assert.is(await media.link(CLIP, { livesMs: 8 * 24 * 3_600_000 }), undefined, "longer than S3 allows");
		const through = await mediaOf(server, folder, { directLinks: false });
		assert.is(await through.link(CLIP, { livesMs: 1_000 }), undefined, "the settings want none");
		process.env.AWS_CREDENTIAL_EXPIRATION = new Date(Date.now() + 3_600_000).toISOString();
		const brief = await mediaOf(server, folder);
		const lived = [
			await brief.link(CLIP, { livesMs: 60_000 }),
			await brief.link(CLIP, { livesMs: 7_200_000 }),
		];
		delete process.env.AWS_CREDENTIAL_EXPIRATION;
		assert.equal([typeof lived[0], lived[1]], ["string", undefined]);
	}),
);

buckets("uploads that nobody goes on with are ended", () =>
	withGround(async ({ server, media }) => {
		for (let at = 0; at < 7; at++) server.begin(`${KEY}${at}`, "video/mp4");
		server.begin("elsewhere/a", "video/mp4");
		await media.abandon(60_000);
		assert.is(server.uploads.size, 8, "they are new");
		await media.abandon(0);
		assert.equal(
			[...server.uploads.values()].map(({ key }) => key),
			["elsewhere/a"],
		);
	}),
);

buckets("a server that lists no uploads gets each file anew", () =>
	withGround(async ({ server, media, folder }) => {
		server.before = ({ method, query }) => (method === "GET" && query.has("uploads") ? 501 : undefined);
		const content = randomBytes(17 * MIB);
		const { path, name } = await made(folder, content);
		await media.put(name, path);
		assert.ok(server.objects.get(`showrun/${name}`)?.body.equals(content));
		await media.abandon(0);
	}),
);

buckets("packages that are not installed are named", () => {
	const error = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
	const fault = missingSdkFault(error) as { readonly message: string; readonly remedy?: string };
	assert.match(`${fault.message} ${fault.remedy}`, /not installed.* npm install @aws-sdk\/client-s3/);
	assert.is(missingSdkFault(TypeError), TypeError, "anything else is a bug");
});

buckets.run();
