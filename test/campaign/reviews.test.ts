import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import type { ClipReview } from "../../src/model/review.ts";
import { openSignedCache } from "../../src/system/signed-cache.ts";
import { loadFirst, short, withFiles } from "./files.ts";

const CAMPAIGN = "campaign: a\nvideos: { talk: { source: talk.mp4 }, other: { source: talk.mp4 } }\n";
const BIND = "5f0c9b1e22aa41d07c3e";
const signal = AbortSignal.timeout(300_000);

function loadWith(clips: string | Uint8Array, campaign = CAMPAIGN) {
	return withFiles({ "a.campaign.yaml": campaign, "talk.mp4": "video", "a.clips.yaml": clips }, (cwd) =>
		loadCampaigns([], { cwd, signal }),
	);
}

const reading = suite("reviewed clips are part of their campaign");

reading("with what is decided, said and void, and where", async () => {
	const text = `videos:
  talk:
    1000-31000: { bind: ${BIND}, approve: true, title: Mine, description: "", tags: ["#x", y] }
    40000-70000: { bind: ${BIND}, void: { approve: true } }
`;
	const { campaigns, diagnostics } = await loadWith(text);
	assert.equal(diagnostics, []);
	const place = (line: number) => ({ file: "a.clips.yaml", line, column: 5 });
	const words = { title: "Mine", description: "", tags: ["x", "y"] };
	const expected: ClipReview[] = [
		{ moment: { from: 1000, to: 31_000 }, place: place(3), bind: BIND, approve: true, words, voided: false },
		{ moment: { from: 40_000, to: 70_000 }, place: place(4), bind: BIND, words: {}, voided: true },
	];
	assert.equal(campaigns[0]?.reviews, { talk: expected });
});

reading("with other edges for clips, which the video asks for beside those of its own", async () => {
	const campaign = `campaign: a
videos:
  talk: { source: talk.mp4, clipping: { add: ["1:00-1:20", "0:01.2-0:31"] } }
  other: { source: talk.mp4 }
`;
	const text = `videos:
  talk:
    1200-31000: { bind: ${BIND}, trim: "0:02.5-0:29" }
    2500-29000: { bind: ${BIND}, trim: "0:02.5-0:28.25" }
    90000-99000: { bind: ${BIND}, approve: false, trim: "1:31-1:39" }
`;
	const { campaigns, diagnostics } = await loadWith(text, campaign);
	assert.equal(diagnostics, []);
	const [talk, other] = campaigns[0]?.videos ?? [];
	assert.equal(talk?.clipping.added, [
		{ from: 2_500, to: 28_250 },
		{ from: 60_000, to: 80_000 },
	]);
	assert.equal(
		talk?.addedAt?.map(({ file, line }) => `${file}:${line}`),
		["a.clips.yaml:4", "a.campaign.yaml:3"],
	);
	assert.not("added" in (other?.clipping ?? {}));
});

reading("and without such a file there are none", () =>
	withFiles({ "a.campaign.yaml": CAMPAIGN, "talk.mp4": "video" }, async (cwd) =>
		assert.not("reviews" in (await loadFirst(cwd))),
	),
);

reading("a renamed video keeps its reviews", async () => {
	const moved = `${CAMPAIGN}moved: [{ from: video.old, to: video.older }, { from: video.older, to: video.talk }]\n`;
	const { campaigns, diagnostics } = await loadWith(`videos: { old: { 1-2: { bind: ${BIND} } } }\n`, moved);
	assert.equal(diagnostics, []);
	assert.equal(Object.keys(campaigns[0]?.reviews ?? {}), ["talk"]);
});

reading("a change of it is seen through the cache, and counts for the digest", () =>
	withFiles({ "a.campaign.yaml": CAMPAIGN, "talk.mp4": "video" }, async (cwd) => {
		const cache = await openSignedCache(join(cwd, "cache"), join(cwd, "key"));
		const load = async () =>
			(await loadCampaigns([], { cwd, signal, ...(cache && { cache: { get: cache.get, put: cache.put } }) }))
				.campaigns[0];
		const digests = [(await load())?.digest];
		for (const approve of ["true", "false"]) {
			await writeFile(
				join(cwd, "a.clips.yaml"),
				`videos: { talk: { 1-2: { bind: ${BIND}, approve: ${approve} } } }\n`,
			);
			const found = await load();
			assert.is(found?.reviews?.talk?.[0]?.approve, approve === "true");
			digests.push(found?.digest);
		}
		assert.is(new Set(digests).size, 3);
	}),
);
reading.run();

const mistakes = suite("mistakes in a reviewed-clips file");
const of = (entry: string) => `videos:\n  talk:\n    1000-2000:\n      bind: ${BIND}\n      ${entry}\n`;
const cases: Record<string, [string | Uint8Array, string[]]> = {
	"an unknown key": [of("aprove: true"), ["unknown-key 5:7"]],
	"a wrong type": [of("approve: yes"), ["wrong-type 5:16"]],
	"tags that are no list": [of("tags: launch"), ["wrong-type 5:13"]],
	"an empty title": [of('title: ""'), ["too-short 5:14"]],
	"nothing after a key": [of("approve:"), ["empty-value 5:7"]],
	"a decision given twice": [of("approve: true\n      approve: false"), ["duplicate-key 6:7"]],
	"a name that is no moment": [`videos:\n  talk:\n    first: { bind: ${BIND} }\n`, ["bad-moment 3:5"]],
	"a moment that ends before it begins": [
		`videos:\n  talk:\n    2-1: { bind: ${BIND} }\n`,
		["bad-moment 3:5"],
	],
	"a moment written in another way": [`videos:\n  talk:\n    01-2: { bind: ${BIND} }\n`, ["bad-moment 3:5"]],
	"an unknown video": [`videos:\n  tlak:\n    1-2: { bind: ${BIND} }\n`, ["unknown-video 2:3"]],
	"a digest somebody changed": ["videos:\n  talk:\n    1-2: { bind: zzz }\n", ["bad-format 3:18"]],
	"a missing digest": ["videos:\n  talk:\n    1-2: { approve: true }\n", ["missing-key 3:5"]],
	"no YAML": ["videos: [\n", ["yaml-syntax 1:9"]],
	"no text": [new Uint8Array([0xff, 0xfe, 0x00]), ["encoding 1:1"]],
	"a video that was removed, of which something is kept": [
		`videos: { gone: { 1-2: { bind: ${BIND}, found: false, approve: true } } }\n`,
		[],
	],
	"an empty file": ["", []],
};
for (const [what, [text, expected]] of Object.entries(cases))
	mistakes(`${what}: ${expected.join(", ") || "none"}`, async () => {
		const { campaigns, diagnostics } = await loadWith(text);
		assert.equal([short(diagnostics), campaigns.length], [expected, expected.length > 0 ? 0 : 1]);
		assert.ok(diagnostics.every(({ place }) => place?.file === "a.clips.yaml"));
	});

mistakes("are shown together with those of the campaign", async () => {
	const { diagnostics } = await loadWith(of("aprove: true"), CAMPAIGN.replace("videos", "vidoes"));
	assert.equal(
		diagnostics.map(({ place }) => place?.file),
		["a.campaign.yaml", "a.campaign.yaml", "a.clips.yaml"],
	);
});

mistakes("a file whose campaign was renamed without it is not overlooked", async () => {
	const files = {
		"new.campaign.yaml": CAMPAIGN,
		"talk.mp4": "video",
		"old.clips.yaml": of("approve: false"),
	};
	const { diagnostics } = await withFiles(files, (cwd) => loadCampaigns([], { cwd, signal }));
	// Without a place: a daemon then goes on with what it knew before.
	assert.equal(
		diagnostics.map(({ rule, place }) => [rule, place]),
		[["stray-clips", undefined]],
	);
	assert.match(diagnostics[0]?.detail ?? "", "old.clips.yaml");
	assert.match(diagnostics[0]?.hint ?? "", "new.clips.yaml");
});

mistakes("other edges are those of the same clip, in order, and each once", async () => {
	const text = `videos:
  talk:
    1000-31000: { bind: ${BIND}, trim: "0:30-1:00" }
    40000-70000: { bind: ${BIND}, trim: "1:00-0:50" }
    50000-80000: { bind: ${BIND}, trim: "0:55-1:20" }
    55500-80000: { bind: ${BIND}, trim: "0:56-1:20" }
    90000-99000: { bind: ${BIND}, trim: "1:31-1:32.5" }
`;
	assert.equal(short((await loadWith(text)).diagnostics), [
		"trim-elsewhere 3:53",
		"backwards-range 4:54",
		"added-clips-overlap 6:54",
		"added-clip-short 7:54",
	]);
});

mistakes("a link that leads nowhere is not taken for no decisions", async () => {
	const { campaigns, diagnostics } = await loadWith("->nowhere.yaml");
	assert.equal(
		[campaigns, short(diagnostics), diagnostics[0]?.place?.file],
		[[], ["unreadable-file 1:1"], "a.clips.yaml"],
	);
});
mistakes.run();
