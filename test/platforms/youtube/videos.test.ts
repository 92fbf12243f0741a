import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bearer, type Call, fileOf, type Reply, send, withPlatforms } from "../call.ts";
import { listCall, type Owner, owner, publish, read, updateCall, upload } from "./calls.ts";
import { CHANNELS } from "./model.ts";

const FILE = fileOf(1000);
const JPEG = Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.alloc(100)]);

function reasonOf({ json }: Reply): string {
	const { errors } = json.error as unknown as { errors: [{ reason: string }] };
	return errors[0].reason;
}

const publishing = suite("publishing");

publishing("an update makes a video public once, however often it is sent", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE);
		await platforms.clock({ advance: 60_000 });
		assert.is((await publish(who, id)).status, 200);
		assert.is((await publish(who, id)).status, 200);
		const posts = (await platforms.entries()).filter(({ kind }) => kind === "public");
		assert.is(posts.length, 1);
		const { at, kind, ...rest } = posts[0] as unknown as Record<string, unknown>;
		assert.equal(
			[at, rest.how, rest.post, rest.visibility],
			["2026-11-23T12:01:00.000Z", "youtube.update", id, "public"],
		);
		assert.is((await read(who, id, "snippet")).publishedAt, at);
	}),
);

publishing("what an update does not send is switched off", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE);
		const before = await read(who, id);
		await send(updateCall(who, id, { privacyStatus: "public" }));
		const { embeddable, publicStatsViewable, selfDeclaredMadeForKids } = await read(who, id);
		assert.equal(
			[before.embeddable, before.publicStatsViewable, before.selfDeclaredMadeForKids],
			[true, true, false],
		);
		assert.equal([embeddable, publicStatsViewable, selfDeclaredMadeForKids], [false, false, undefined]);
	}),
);

publishing("an update without privacyStatus makes it public", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE);
		await send(updateCall(who, id, { embeddable: true }));
		assert.equal(Object.values((await platforms.counts()).byObject), [1]);
	}),
);

publishing("what was hidden, shown again and deleted is no second post", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE);
		await publish(who, id);
		await send(updateCall(who, id, { privacyStatus: "private" }));
		await publish(who, id);
		const url = `${who.api}/youtube/v3/videos?id=${id}`;
		assert.is((await send({ method: "DELETE", url, headers: bearer(who.token) })).status, 204);
		const kinds = (await platforms.entries()).map(({ kind }) => kind);
		assert.equal(kinds, ["prepared", "public", "hidden", "republished", "hidden"]);
		assert.is((await publish(who, id)).status, 404);
	}),
);

publishing("a scheduled video becomes public at its time, and can be held back before", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const status = { privacyStatus: "private", publishAt: "2026-11-23T13:00:00Z" };
		await upload(who, FILE, { status });
		const second = await upload(who, fileOf(1000, 2), { status });
		await send(updateCall(who, second, { privacyStatus: "private" }));
		await platforms.clock({ advance: 3599_999 });
		assert.equal((await platforms.counts()).byObject, {});
		await platforms.clock({ advance: 1 });
		const posts = (await platforms.entries()).filter(({ kind }) => kind === "public");
		assert.equal(
			posts.map((each) => each.kind === "public" && [each.at, each.how]),
			[["2026-11-23T13:00:00.000Z", "schedule"]],
		);
	}),
);

publishing("what failed or was rejected is not public", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		await platforms.settings("youtube", { failureReason: "codec" });
		const failed = await upload(who, FILE);
		await platforms.clock({ advance: 20_000 });
		await platforms.settings("youtube", { failureReason: null, rejectionReason: "copyright" });
		const rejected = await upload(who, fileOf(1000, 2), { status: { privacyStatus: "public" } });
		await platforms.clock({ advance: 20_000 });
		await publish(who, failed);
		const { uploadStatus, failureReason } = await read(who, failed);
		const { rejectionReason } = await read(who, rejected);
		assert.equal([uploadStatus, failureReason, rejectionReason], ["failed", "codec", "copyright"]);
		const kinds = (await platforms.entries()).map(({ kind }) => kind);
		assert.equal(kinds, ["prepared", "prepared", "public", "hidden"]);
	}),
);

publishing.run();

const reads = suite("reads");

reads("processing takes its time, and what the file was like is known afterwards", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE);
		const seen = async () => [
			(await read(who, id)).uploadStatus,
			(await read(who, id, "processingDetails")).processingStatus,
			(await read(who, id, "fileDetails")).fileSize,
		];
		assert.equal(await seen(), ["uploaded", "processing", undefined]);
		await platforms.clock({ advance: 20_000 });
		assert.equal(await seen(), ["processed", "succeeded", "1000"]);
	}),
);

reads("others see what is public, and never what its file was like", () =>
	withPlatforms(async (platforms) => {
		const [ann, ben] = [await owner(platforms), await owner(platforms, { account: CHANNELS[2]?.id })];
		const id = await upload(ann, FILE);
		assert.equal((await send(listCall(ben, id))).json.items, [] as never);
		await publish(ann, id);
		assert.is((await read(ben, id)).privacyStatus, "public");
		assert.is((await send(listCall(ben, id, "fileDetails"))).status, 403);
		assert.is((await publish(ben, id)).status, 403);
		assert.equal(await platforms.violations(), []);
	}),
);

function playlistCall({ api, token }: Owner, more = ""): Call {
	const playlist = CHANNELS[0]?.id.replace("UC", "UU");
	const url = `${api}/youtube/v3/playlistItems?part=contentDetails&playlistId=${playlist}${more}`;
	return { method: "GET", url, headers: bearer(token) };
}

reads("the uploads playlist lags, and comes in pages, newest first", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const ids: string[] = [];
		for (const seed of [1, 2, 3]) ids.unshift(await upload(who, fileOf(1000, seed)));
		assert.equal((await send(playlistCall(who))).json.items, [] as never);
		await platforms.clock({ advance: 30_000 });
		const pages: string[][] = [];
		let more = "";
		for (let nth = 0; nth < 2; nth += 1) {
			const { json } = await send(playlistCall(who, `&maxResults=2${more}`));
			const items = json.items as unknown as readonly { contentDetails: { videoId: string } }[];
			pages.push(items.map(({ contentDetails }) => contentDetails.videoId));
			more = `&pageToken=${json.nextPageToken}`;
		}
		assert.equal(pages, [ids.slice(0, 2), ids.slice(2)]);
	}),
);

reads("every method has its price, and the day its budget", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE);
		await send(listCall(who, id));
		await publish(who, id);
		await send(playlistCall(who));
		assert.equal(await platforms.operate("youtube", "quota"), { day: "2026-11-23", units: 52, inserts: 1 });
		await platforms.settings("youtube", { units: 100 });
		assert.is(reasonOf(await publish(who, id)), "quotaExceeded");
		assert.is((await send(listCall(who, id))).status, 200);
	}),
);

reads.run();

const thumbnails = suite("thumbnails");

function thumbnailCall({ api, token }: Owner, id: string, body: Buffer = JPEG): Call {
	const url = `${api}/upload/youtube/v3/thumbnails/set?videoId=${id}&uploadType=media`;
	return { method: "POST", url, body, headers: { ...bearer(token), "content-type": "image/jpeg" } };
}

thumbnails("are taken from verified channels, of images, once the video is processed", () =>
	withPlatforms(async (platforms) => {
		const who = await owner(platforms);
		const id = await upload(who, FILE);
		const early = await send(thumbnailCall(who, id));
		await platforms.clock({ advance: 20_000 });
		const taken = [await send(thumbnailCall(who, id)), await send(thumbnailCall(who, id))];
		await platforms.settings("youtube", { thumbnailMaxBytes: 50 });
		const large = await send(thumbnailCall(who, id));
		await platforms.settings("youtube", { thumbnails: false });
		const unverified = await send(thumbnailCall(who, id));
		assert.equal(
			[early, ...taken, large, unverified].map(({ status }) => status),
			[403, 200, 200, 413, 403],
		);
		assert.is(reasonOf(unverified), "forbidden");
		assert.is((await send(thumbnailCall(who, id, FILE))).status, 400);
		assert.equal(await platforms.violations(), ["youtube.thumbnail: no image, or of another type"]);
	}),
);

thumbnails.run();

const naive = suite("a naive client");

/** Uploads a public video, and does it all again when the answer is lost. */
async function postNaively(who: Owner): Promise<string> {
	const resource = { status: { privacyStatus: "public" } };
	return upload(who, FILE, resource).catch(() => upload(who, FILE, resource));
}

naive("that posts again when an answer was lost is caught by the log", () =>
	withPlatforms(async (platforms) => {
		await platforms.faults({ route: "youtube.chunk", kind: "reset", when: "after", times: 1 });
		const who = await owner(platforms);
		await postNaively(who);
		const { byFile, byObject } = await platforms.counts();
		assert.equal([Object.values(byFile), Object.values(byObject)], [[2], [1, 1]]);
		assert.equal(await platforms.violations(), []);
	}),
);

naive("that loses the answer before anything was done posts once", () =>
	withPlatforms(async (platforms) => {
		await platforms.faults({ route: "youtube.chunk", kind: "reset", when: "before", times: 1 });
		await postNaively(await owner(platforms));
		assert.equal(Object.values((await platforms.counts()).byFile), [1]);
	}),
);

naive.run();
