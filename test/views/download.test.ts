import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DownloadEvent } from "../../src/model/download.ts";
import { renderDownload, renderDownloadReport } from "../../src/views/download.ts";
import { TALK } from "../builders/world.ts";

const INK = { colour: false, width: 100 };
const moment = { from: 0, to: 40_000 };
const file = {
	address: TALK,
	moment,
	task: "t",
	title: "A",
	score: 9,
	file: "k/1-a.mp4",
	bytes: 915_745,
	sha256: "f",
};

const cases: Record<string, [event: DownloadEvent, text: string]> = {
	"a share is for bars alone": [
		{ type: "downloading", address: TALK, moment, file: "k/1-a.mp4", share: 0.5 },
		"",
	],
	"a fetched file has its size": [{ type: "downloaded", ...file }, "fetched  clips/k/1-a.mp4 (915.7 kB)"],
	"small and large sizes have their units": [
		{ type: "downloaded", ...file, bytes: 12 },
		"fetched  clips/k/1-a.mp4 (12 bytes)",
	],
	"a kept file is said": [{ type: "kept", ...file }, "exists   clips/k/1-a.mp4"],
	"a failure has its clip and its remedy": [
		{ type: "failed", address: TALK, moment, message: "No.", remedy: "Try." },
		"failed   k.video.talk@0-40000: No.\n         Try.",
	],
	"what is waited for has its address": [
		{ type: "waiting", address: TALK, message: "Not yet." },
		"waiting  k.video.talk: Not yet.",
	],
	"hostile text is shown, not obeyed": [
		{ type: "failed", address: TALK, message: "\u001b[2J" },
		"failed   k.video.talk: \\u001b[2J",
	],
};
const lines = suite("lines of a download");
for (const [title, [event, text]] of Object.entries(cases))
	lines(title, () => assert.is(renderDownload(event, INK, "clips"), text));

lines("the last line counts what happened, and only that", () => {
	assert.is(renderDownloadReport({ downloaded: 2, kept: 0, failed: 0, left: 0 }), "Downloaded 2 clips.\n");
	assert.is(
		renderDownloadReport({ downloaded: 1, kept: 3, failed: 1, left: 4 }),
		"Downloaded 1 clip, 3 already there, 1 failed, 4 not tried.\n",
	);
});

lines.run();
