import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { exportExistingBody, publishBody, submitBody } from "../../src/api/convert.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { PostBody } from "../../src/model/post.ts";
import {
	DURATIONS,
	type ExportSettings,
	HOOK_STYLES,
	LAYOUTS,
	RATIOS,
	RESOLUTIONS,
	type VideoRequest,
} from "../../src/model/task.ts";
import { WIRE_DURATIONS, WIRE_RATIOS, WIRE_RESOLUTIONS } from "../../src/wire/names.ts";
import { clip, postRequest, request } from "../builders/world.ts";

const submits = suite("the body of a submit");
const clipping = { duration: "30-60s", moreResults: false, express: false } as const;

const bodies: Record<string, [Partial<VideoRequest>, object]> = {
	"without export has no export parameter": [
		{ projectName: "k/talk", clipping },
		{ video_url: "v", project_name: "k/talk", target_duration: "DURATION_30_60", enable_export: false },
	],
	"without a name leaves the name out": [
		{ projectName: "", clipping },
		{ video_url: "v", target_duration: "DURATION_30_60", enable_export: false },
	],
	"says every clipping parameter": [
		{
			projectName: "p",
			clipping: {
				...clipping,
				language: "en",
				targetLanguage: "de",
				limit: 8,
				moreResults: true,
				express: true,
			},
		},
		{
			...{
				video_url: "v",
				project_name: "p",
				source_lang: "en",
				target_lang: "de",
				target_duration: "DURATION_30_60",
				limit: 8,
			},
			...{ enable_export: false, enable_more_results: true, enable_express_mode: true },
		},
	],
	"with export says how many clips are rendered, where that is limited": [
		{ projectName: "p", clipping, export: { resolution: "2k" }, exportLimit: 2 },
		{
			video_url: "v",
			project_name: "p",
			target_duration: "DURATION_30_60",
			enable_export: true,
			resolution: "QHD_2K",
			export_limit: 2,
		},
	],
	"with times that are asked for gives them in milliseconds": [
		{ projectName: "p", clipping: { ...clipping, added: [{ from: 83_000, to: 118_250 }] } },
		{
			video_url: "v",
			project_name: "p",
			target_duration: "DURATION_30_60",
			enable_export: false,
			added_clips: [{ begin_ms: 83_000, end_ms: 118_250 }],
		},
	],
	"without export has no limit of it": [
		{ projectName: "p", clipping, exportLimit: 2 },
		{ video_url: "v", project_name: "p", target_duration: "DURATION_30_60", enable_export: false },
	],
	"with export alone enables nothing else": [
		{ projectName: "p", clipping, export: { resolution: "2k" } },
		{
			video_url: "v",
			project_name: "p",
			target_duration: "DURATION_30_60",
			enable_export: true,
			resolution: "QHD_2K",
		},
	],
	"says every export parameter": [
		{
			projectName: "p",
			clipping,
			export: {
				resolution: "1080p",
				caption: { style: "temp-7", display: "both" },
				hook: { style: "excited", position: "end" },
				reframe: { ratio: "9:16", layout: "Screen First" },
			},
		},
		{
			...{
				video_url: "v",
				project_name: "p",
				target_duration: "DURATION_30_60",
				enable_export: true,
				resolution: "FHD_1080",
			},
			...{ enable_caption: true, caption_display: "both", cc_style_tpl: "temp-7" },
			...{ enable_ai_hook: true, ai_hook_script_style: "excited", ai_hook_position: "end" },
			...{ enable_ai_reframe: true, ratio: "RATIO_9_16", reframe_layout: "Screen First" },
		},
	],
};
for (const [title, [over, expected]] of Object.entries(bodies)) {
	const { export: _, ...plain } = request();
	submits(title, () => assert.equal(submitBody({ ...plain, ...over }, "v"), expected));
}

submits("a number that is none is a bug, not a null on the wire", () => {
	assert.throws(
		() => submitBody(request({ clipping: { ...clipping, limit: Number.NaN } }), "v"),
		(error: unknown) => error instanceof RangeError,
	);
	assert.throws(
		() => publishBody(postRequest(clip(0), { idx: 0.5 }), "acc"),
		(error: unknown) => error instanceof RangeError,
	);
});

submits.run();

const publishes = suite("the body of a publish");

publishes("names one account, and says only what was said", () => {
	const { taskId, idx } = postRequest();
	assert.equal(publishBody({ ...postRequest(), body: { description: "words" } }, "acc-1"), {
		project_id: taskId,
		idx,
		publish_configs: { "acc-1": { description: "words" } },
	});
});

publishes("says everything under the interface's names", () => {
	const body: Required<PostBody> = {
		...{
			title: "t",
			description: "d",
			tags: ["a"],
			visibility: "unlisted",
			thumbnailUrl: "https://x/y.jpg",
			category: "News",
		},
		...{ allowComment: false, allowDuet: false, allowStitch: true, discloseContent: true },
	};
	assert.equal(
		publishBody(
			{ ...postRequest(), body, resolution: "1080p", scheduledAt: epochMs(1_800_000_000_000) },
			"acc-1",
		),
		{
			project_id: postRequest().taskId,
			idx: 0,
			resolution: "1080p",
			publish_configs: {
				"acc-1": {
					...{
						title: "t",
						description: "d",
						tags: ["a"],
						visibility: "unlisted",
						thumbnail_url: "https://x/y.jpg",
						category: "News",
					},
					...{ allow_comment: false, allow_duet: false, allow_stitch: true, disclose_content: true },
				},
			},
			scheduled_at: 1_800_000_000_000,
		},
	);
});

publishes("an account id that is a word of the language stays a key", () => {
	const text = JSON.stringify(publishBody({ ...postRequest(), body: {} }, "__proto__"));
	assert.match(text, '"publish_configs":{"__proto__":{}}');
});

publishes.run();

const exports = suite("the body of an export");

exports("names the task, the clips and the settings, and no enable_export", () => {
	const request = { taskId: "t-1", clips: [0, 2], export: { resolution: "720p" } } as const;
	assert.equal(exportExistingBody(request), {
		project_id: "t-1",
		clip_indices: [0, 2],
		resolution: "HD_720",
	});
	assert.equal(exportExistingBody({ ...request, targetLanguage: "es" }), {
		project_id: "t-1",
		clip_indices: [0, 2],
		target_lang: "es",
		resolution: "HD_720",
	});
});

exports.run();

const laws = suite("laws of all bodies");

const exported: fc.Arbitrary<ExportSettings> = fc.record(
	{
		resolution: fc.constantFrom(...RESOLUTIONS),
		caption: fc.record({ style: fc.string(), display: fc.constantFrom("both", "original", "translation") }),
		hook: fc.record({
			style: fc.constantFrom(...HOOK_STYLES),
			position: fc.constantFrom("beginning", "end"),
		}),
		reframe: fc.record({ ratio: fc.constantFrom(...RATIOS), layout: fc.constantFrom(...LAYOUTS) }),
	},
	{ requiredKeys: ["resolution"] },
);
const body: fc.Arbitrary<PostBody> = fc.record(
	{
		title: fc.string({ unit: "binary" }),
		description: fc.string(),
		tags: fc.array(fc.string()),
		allowComment: fc.boolean(),
		category: fc.string(),
	},
	{ requiredKeys: [] },
);

/** The same value with its members put together in the other order. */
function turned<Value>(value: Value): Value {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, member]) => [key, turned(member)]),
	) as Value;
}

laws("equal requests are equal bytes, however they were put together, and end with a brace", () =>
	fc.assert(
		fc.property(exported, body, (settings, words) => {
			const pairs = [submitOf, exportOf].map((make) => [make(settings), make(turned(settings))]);
			const posts = [words, turned(words)].map((each) =>
				publishBody({ ...postRequest(), body: each }, "acc-1"),
			);
			for (const [one, other] of [...pairs, posts].map((pair) => pair.map((each) => JSON.stringify(each)))) {
				assert.is(one, other);
				assert.is(one?.at(-1), "}");
			}
		}),
		{ numRuns: 200 },
	),
);

laws("what was said is what arrives", () =>
	fc.assert(
		fc.property(exported, body, (settings, words) => {
			const sent = JSON.parse(JSON.stringify(submitOf(settings)));
			assert.is(RESOLUTIONS[WIRE_RESOLUTIONS.indexOf(sent.resolution)], settings.resolution);
			assert.is(sent.enable_ai_reframe === true, settings.reframe !== undefined);
			const ratio =
				settings.reframe &&
				{ "9:16": "RATIO_9_16", "1:1": "RATIO_1_1", "4:5": "RATIO_4_5", "16:9": "RATIO_16_9" }[
					settings.reframe.ratio
				];
			assert.is(sent.ratio, ratio);
			const config = JSON.parse(JSON.stringify(publishBody({ ...postRequest(), body: words }, "a")))
				.publish_configs.a;
			assert.equal(
				[config.title, config.tags, config.allow_comment],
				[words.title, words.tags, words.allowComment],
			);
		}),
		{ numRuns: 200 },
	),
);

laws("every duration and ratio has its own wire value", () => {
	const durations = DURATIONS.map(
		(duration) => submitBody(request({ clipping: { ...clipping, duration } }), "v").target_duration,
	);
	assert.equal(durations, [...WIRE_DURATIONS]);
	const ratios = RATIOS.map(
		(ratio) => exportOf({ resolution: "480p", reframe: { ratio, layout: "Auto" } }).ratio,
	);
	assert.equal([...ratios].sort(), [...WIRE_RATIOS].sort());
});

laws.run();

function submitOf(settings: ExportSettings) {
	return submitBody(request({ export: settings }), "v");
}

function exportOf(settings: ExportSettings) {
	return exportExistingBody({ taskId: "t", clips: [1], export: settings });
}
