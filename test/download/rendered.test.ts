import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renderedClips } from "../../src/download/rendered.ts";
import { wanted } from "../../src/download/targets.ts";
import { epochMs } from "../../src/model/brand.ts";
import { clipName } from "../../src/model/clip-name.ts";
import type { ResourceState } from "../../src/model/snapshot.ts";
import {
	campaign,
	clip,
	NOW,
	request,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
} from "../builders/world.ts";

const expired = (at: number): ResourceState => ({
	...submitted({
		status: "SUCCEEDED",
		result: { clips: [clip(0)], complete: true, notes: [], expireAt: epochMs(at) },
	}),
});
const { export: _, ...unrendered } = request();

const cases: Record<
	string,
	[state: ResourceState | undefined, clips: number, waiting: string, missing: string]
> = {
	"every clip of a settled video is there": [settledVideo(), 3, "", ""],
	"a video that was not submitted waits for apply": [undefined, 0, "It was not submitted yet.", ""],
	"a running task is waited for": [submitted({ status: "ONGOING" }), 0, "Its clips are not ready yet.", ""],
	"a task without export has to be submitted again": [
		{ ...settledVideo(), request: unrendered },
		0,
		"It was submitted without `export`, so nothing is rendered.",
		"",
	],
	"a failed task is a failure": [submitted({ status: "FAILED" }), 0, "", "Its task failed."],
	"expired results are a failure": [expired(NOW - 1), 0, "", "Its results are no longer available."],
	"results that will expire are there": [expired(NOW + 1), 1, "", ""],
};
const what = suite("what can be fetched");
for (const [title, [state, clips, waiting, missing]] of Object.entries(cases)) {
	what(title, () => {
		const found = renderedClips([campaign()], snapshot(state ? { [TALK]: state } : {}), NOW);
		assert.equal(
			[
				found.clips.length,
				found.waiting.map(({ message }) => message).join(),
				found.missing.map(({ message }) => message).join(),
			],
			[clips, waiting, missing],
		);
		for (const { remedy } of [...found.waiting, ...found.missing])
			assert.match(remedy ?? "", "showrun apply");
	});
}

what("a video without export is no business of a download", () => {
	const { export: __, ...plain } = video();
	assert.equal(renderedClips([campaign({ videos: [plain] })], snapshot({ [TALK]: settledVideo() }), NOW), {
		clips: [],
		waiting: [],
		missing: [],
	});
});

const patterns: Record<string, [pattern: string, text: string, matches: boolean]> = {
	"the whole text": ["k.video.talk", "k.video.talk", true],
	"what is above it": ["k.video", "k.video.talk", true],
	"not a part of a name": ["k.video.tal", "k.video.talk", false],
	"a star for anything": ["k.*", "k.video.talk", true],
	"a star in the middle": ["*.video.*", "k.video.talk", true],
	"a star for nothing": ["k.video.talk*", "k.video.talk", true],
	"a question mark for one character": ["?.video.tal?", "k.video.talk", true],
	"not for none": ["k.video.talk?", "k.video.talk", false],
	"brackets and dots stand for themselves": ["k[a-z].video", "kb.video", false],
	"case counts": ["K.*", "k.video.talk", false],
	"many stars take no time": ["*a".repeat(40), "a".repeat(5_000), true],
	"many stars in vain take no time either": [`${"*a".repeat(40)}b`, "a".repeat(5_000), false],
};
for (const [title, [pattern, text, expected]] of Object.entries(patterns))
	what(`a pattern matches ${title}`, () => assert.is(wanted([pattern], text), expected));

what("a target names a video, or one clip of it; none names all", () => {
	const moment = { from: 0, to: 40_000 };
	assert.is(clipName(TALK, moment), "k.video.talk@0-40000");
	assert.equal(
		[[], ["k.video.talk"], ["*@0-40000"], ["*@1-40000"], ["other", "k.*"]].map((targets) =>
			wanted(targets, TALK, moment),
		),
		[true, true, true, false, true],
	);
});

what.run();
