import { readFile } from "node:fs/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Progress, Work } from "../../../../src/service/delivery/destination.ts";
import type { WirePublishConfig } from "../../../../src/wire/messages.gen.ts";
import type { Kill } from "../phases.ts";
import { CHUNK, type Ground, withYoutube } from "./delivering.ts";
import { errorBody, type Fault } from "./stand-in.ts";

const youtube = suite("youtube");

youtube("a post is uploaded private in parts and made public by one call that changes nothing else", () =>
	withYoutube({}, async ({ standIn, work, deliver }) => {
		const kept = await deliver();
		assert.equal([kept.phase, kept.words], ["done", "https://youtu.be/video-1"]);
		const [video] = [...standIn.videos.values()];
		assert.ok(video?.bytes.equals(await readFile((await work.tools.video()).path)));
		assert.equal(video?.status, {
			...{ uploadStatus: "processed", privacyStatus: "public", selfDeclaredMadeForKids: false },
			...{ containsSyntheticMedia: false, embeddable: true, publicStatsViewable: true },
		});
		assert.equal(standIn.calls, [
			"videos.insert",
			...Array(4).fill("upload"),
			...["videos.list", "videos.list", "videos.update"],
		]);
	}),
);

youtube("what is described are the texts of the post, private whatever is asked for", () => {
	const config: WirePublishConfig = {
		...{ title: "A title", description: "Words", tags: ["a", "b"], category: "22" },
		...({ visibility: "unlisted", disclose_content: true } as const),
	};
	return withYoutube({ config }, async ({ standIn, deliver }) => {
		assert.is((await deliver()).phase, "done");
		assert.equal([...standIn.uploads.values()][0]?.resource, {
			snippet: { title: "A title", description: "Words", tags: ["a", "b"], categoryId: "22" },
			status: { privacyStatus: "private", selfDeclaredMadeForKids: false, containsSyntheticMedia: false },
			paidProductPlacementDetails: { hasPaidProductPlacement: true },
		} as unknown);
		assert.is([...standIn.videos.values()][0]?.status.privacyStatus, "unlisted");
	});
});

youtube("a private post stays private, and is armed all the same", () =>
	withYoutube({ config: { title: "A title", visibility: "private" } }, async ({ standIn, deliver }) => {
		assert.is((await deliver()).phase, "done");
		assert.is(standIn.calls.includes("videos.update"), false);
		assert.is([...standIn.videos.values()][0]?.status.privacyStatus, "private");
	}),
);

youtube("a thumbnail that was asked for is set once the video is processed", () =>
	withYoutube({ hasThumbnail: true }, async ({ standIn, deliver }) => {
		assert.is((await deliver()).phase, "done");
		assert.is(String([...standIn.videos.values()][0]?.thumbnail), "an image");
	}),
);

youtube("a thumbnail that YouTube does not take is told, and the post goes out", () =>
	withYoutube({ hasThumbnail: true }, async ({ standIn, work, destination }) => {
		standIn.fault("thumbnails.set", { status: 403, body: errorBody(403, "forbidden", "Verify a phone.") });
		const prepared = await destination().prepare(work, undefined);
		if (prepared.kind !== "ready") throw new Error(prepared.kind);
		const posted = await destination().publish(work, prepared.progress, async () => {});
		assert.equal(posted, {
			...{ kind: "posted", id: "video-1", url: "https://youtu.be/video-1" },
			note: "Its thumbnail is not the one asked for: YouTube answered 403 forbidden: Verify a phone.",
		});
	}),
);

/** What of an upload goes wrong, and what came of it: uploads that were begun, videos that exist. */
const uploads: Record<string, readonly [call: string, faults: (Fault | "none")[], begun: number]> = {
	"a lost part is asked about": ["upload", ["none", "lost before"], 1],
	"a part whose answer is lost is not sent again": ["upload", ["none", "lost after"], 1],
	"the last part lost": ["upload", ["none", "none", "none", "lost before"], 1],
	"the answer to the last part lost": ["upload", ["none", "none", "none", "lost after"], 1],
	"a part met by 503": ["upload", ["none", { status: 503 }], 1],
	"a success without an id": ["upload", ["none", "none", "none", { status: 200, body: "<html>" }], 1],
	"the beginning lost": ["videos.insert", ["lost before"], 1],
	"the answer to the beginning lost": ["videos.insert", ["lost after"], 2],
	"a beginning met by 409": ["videos.insert", [{ status: 409 }], 1],
	"a beginning without an address": ["videos.insert", [{ status: 200 }], 1],
	"a beginning with a foreign address": [
		"videos.insert",
		[{ status: 200, headers: { location: "https://evil.example/upload?upload_id=1" } }],
		1,
	],
	"an upload that nobody knows any more": ["upload", ["none", { status: 404 }], 2],
	"a broken upload": ["upload", [{ status: 400, body: errorBody(400, "badContent", "Bad.") }], 2],
};
for (const [title, [call, faults, begun]] of Object.entries(uploads))
	youtube(`${title}: one video, public once`, () =>
		withYoutube({}, async ({ standIn, deliver }) => {
			standIn.fault(call, ...faults);
			assert.is((await deliver()).phase, "done");
			const videos = [...standIn.videos.values()];
			assert.equal([standIn.uploads.size, videos.map(({ published }) => published)], [begun, [1]]);
			assert.equal(
				standIn.calls.filter((each) => each.startsWith("BROKEN")),
				[],
			);
		}),
	);

youtube("a server that keeps less than was sent is continued where it is", () =>
	withYoutube({}, async ({ standIn, work, deliver }) => {
		standIn.keepsAtMost = 200_000;
		assert.is((await deliver()).phase, "done");
		const [video] = [...standIn.videos.values()];
		assert.ok(video?.bytes.equals(await readFile((await work.tools.video()).path)));
	}),
);

youtube("a video whose upload is gone with the answer to its last part is found among the uploads", () =>
	withYoutube({}, async ({ standIn, work, saved, destination }) => {
		standIn.fault("upload", "none", "none", "none", "lost after");
		standIn.fault("upload status", { status: 404 });
		const prepared = await destination().prepare(work, undefined);
		assert.equal([prepared.kind, standIn.uploads.size, standIn.videos.size], ["ready", 1, 1]);
		assert.is(saved.at(-1)?.video, "video-1");
	}),
);

youtube("a video that is not found there is uploaded anew, a minute later", () =>
	withYoutube({}, async ({ standIn, deliver }) => {
		standIn.fault("upload", "none", "none", "none", "lost before");
		standIn.fault("upload status", { status: 410 });
		standIn.fault("upload status", { status: 404 }, { status: 404 }, { status: 404 }, { status: 404 });
		assert.is((await deliver()).phase, "done");
		assert.equal([standIn.uploads.size, standIn.videos.size], [2, 1]);
	}),
);

/** Prepares until it is ready, each time in a process of its own, with the upload gone. */
async function preparedGone({ standIn, clock, destination }: Ground, work: Work, from?: Progress) {
	const ask = async (progress: Progress | undefined) => {
		standIn.fault("upload status", { status: 404 });
		return destination().prepare(work, progress);
	};
	let prepared = await ask(from);
	while (prepared.kind === "wait") {
		clock.move(prepared.ms);
		prepared = await ask(prepared.progress);
	}
	return prepared.kind === "ready" ? prepared.progress.video : prepared.kind;
}

function occurrence(work: Work, taskId: string): Work {
	return { ...work, post: { ...work.post, taskId } };
}

youtube("the video of another post with the same title and size is not taken, also after a restart", () =>
	withYoutube({}, async (ground) => {
		const { standIn, work, destination } = ground;
		await destination().prepare(occurrence(work, "first"), undefined);
		standIn.fault("upload", "none", "none", "none", "lost before");
		assert.is(await preparedGone(ground, occurrence(work, "second")), "video-2");
	}),
);

youtube("one that another post found first is left to it, also by the post that uploaded it", () =>
	withYoutube({}, async (ground) => {
		const { standIn, work, saved, destination } = ground;
		const [first, second] = [occurrence(work, "first"), occurrence(work, "second")];
		standIn.fault("upload", "none", "none", "none", "lost after");
		standIn.fault("upload status", "lost before");
		await destination()
			.prepare(first, undefined)
			.catch(() => undefined);
		const interrupted = saved.at(-1);
		standIn.fault("upload", "none", "none", "none", "lost before");
		assert.is(await preparedGone(ground, second), "video-1");
		const prepared = await destination().prepare(first, interrupted);
		if (prepared.kind !== "ready") throw new Error(prepared.kind);
		assert.equal([prepared.progress.video, standIn.videos.size], ["video-2", 2]);
	}),
);

youtube("another file than was begun with is uploaded from its beginning", () =>
	withYoutube({}, async ({ standIn, work, saved, destination }) => {
		standIn.fault("upload", "none", "lost before");
		standIn.fault("upload status", "lost before");
		await destination()
			.prepare(work, undefined)
			.catch(() => undefined);
		const file = { ...(await work.tools.video()), sha256: async () => "of others" };
		const other = { ...work, tools: { ...work.tools, video: async () => file } };
		assert.is((await destination().prepare(other, saved.at(-1))).kind, "ready");
		assert.equal([standIn.uploads.size, standIn.videos.size], [2, 1]);
	}),
);

const writes = [1, 2, 3, 4, 5, 6];
for (const when of ["before", "after"] as const)
	youtube(`killed just ${when} any write of its record, a post is public once`, async () => {
		for (const write of writes) {
			const kill: Kill = { write, when };
			await withYoutube({ size: CHUNK + 1 }, async ({ standIn, deliver }) => {
				assert.is((await deliver(kill)).phase, "done", `write ${write}`);
				assert.equal(
					[...standIn.videos.values()]
						.filter(({ published }) => published > 0)
						.map(({ published }) => published),
					[1],
					`write ${write}`,
				);
			});
		}
	});

youtube("the address of an upload is in what is saved alone", () =>
	withYoutube({}, async ({ standIn, work, saved, notes, destination }) => {
		standIn.fault("upload", "none", { status: 503 });
		await destination().prepare(work, undefined);
		assert.ok(JSON.stringify(saved).includes("upload_id"));
		assert.is(notes.join("").includes("upload_id") || notes.join("").includes("token-1"), false);
	}),
);

youtube.run();
