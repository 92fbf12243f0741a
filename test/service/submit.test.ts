import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Engine, RewriteRequest } from "../../src/engine/port.ts";
import { exported as finished, results, submit, until, upload, withWorld } from "./world.ts";

const submitting = suite("what may be submitted");
const exported = { enable_export: true };
const reframed = { ...exported, enable_ai_reframe: true };

const refused: Record<string, [Record<string, unknown>, string]> = {
	"no video": [{ video_url: undefined }, "video_url is required."],
	"an empty video": [{ video_url: "" }, "video_url is required."],
	"a video that is no string": [{ video_url: 7 }, "video_url must be a string."],
	"a video nobody uploaded": [
		{ video_url: "01ARZ3NDEKTSV4RRFFQ69G5FAV" },
		"video_url is not the identity of an upload.",
	],
	"an address of another kind": [
		{ video_url: "rtmp://example.com/talk" },
		"video_url: Only http and https addresses can be fetched.",
	],
	"a name that is no string": [{ project_name: 1 }, "project_name must be a string."],
	"an unknown duration": [
		{ target_duration: "DURATION_1_2" },
		"target_duration must be one of DURATION_0_30, DURATION_0_90, DURATION_30_60, DURATION_60_90, DURATION_90_180, DURATION_180_300.",
	],
	"a limit of zero": [{ limit: 0 }, "limit must be at least 1."],
	"half a clip": [{ limit: 1.5 }, "limit must be a whole number."],
	"a limit in words": [{ limit: "5" }, "limit must be a whole number."],
	"a flag in words": [{ enable_export: "true" }, "enable_export must be true or false."],
	"a friendly resolution": [
		{ ...exported, resolution: "1080p" },
		"resolution must be one of SD_480, HD_720, FHD_1080, QHD_2K, UHD_4K.",
	],
	"an unknown caption display": [
		{ ...exported, enable_caption: true, caption_display: "none" },
		"caption_display must be one of both, original, translation.",
	],
	"an unknown hook position": [
		{ ...exported, enable_ai_hook: true, ai_hook_position: "middle" },
		"ai_hook_position must be one of beginning, end.",
	],
	"a reframe without a ratio": [reframed, "ratio is required when enable_ai_reframe is true."],
	"an unknown ratio": [
		{ ...reframed, ratio: "9:16" },
		"ratio must be one of RATIO_9_16, RATIO_1_1, RATIO_4_5, RATIO_16_9.",
	],
	"a layout the ratio does not allow": [
		{ ...reframed, ratio: "RATIO_1_1", reframe_layout: "PiP" },
		"reframe_layout must be one of Auto, Full, Fit, Grid 4, Trio for RATIO_1_1 (upper case, lower case and spaces count).",
	],
	"a layout in another case": [
		{ ...reframed, ratio: "RATIO_1_1", reframe_layout: "full" },
		"reframe_layout must be one of Auto, Full, Fit, Grid 4, Trio for RATIO_1_1 (upper case, lower case and spaces count).",
	],
	"several mistakes at once": [
		{ ...exported, limit: 0, enable_caption: 1 },
		"limit must be at least 1; enable_caption must be true or false.",
	],
};

for (const [title, [fields, message]] of Object.entries(refused)) {
	submitting(`${title} is refused`, () =>
		withWorld({}, async (world) => {
			const video_url = await upload(world, "a talk");
			const answer = await world.call("POST", "/api/v2/clips", { body: { video_url, ...fields } });
			assert.equal([answer.status, answer.body.message], [422, message]);
		}),
	);
}

submitting("an unknown hook style is refused with the thirteen there are", () =>
	withWorld({}, async (world) => {
		const answer = await world.call("POST", "/api/v2/clips", {
			body: { video_url: "x", ...exported, enable_ai_hook: true, ai_hook_script_style: "rude" },
		});
		assert.is(answer.status, 422);
		assert.match(answer.body.message ?? "", /^ai_hook_script_style must be one of serious, .*, calm\.$/);
	}),
);

for (const field of ["enable_more_results", "enable_express_mode"]) {
	submitting(`${field} needs the enterprise plan`, () =>
		withWorld({ plan: "starter" }, async (world) => {
			const video_url = await upload(world, "a talk");
			const answer = await world.call("POST", "/api/v2/clips", { body: { video_url, [field]: true } });
			assert.equal(
				[answer.status, answer.body.message],
				[403, `${field} needs an Enterprise subscription; this service runs with the plan "starter".`],
			);
			assert.is(
				(await world.call("POST", "/api/v2/clips", { body: { video_url, [field]: false } })).status,
				200,
			);
		}),
	);
}

const searches: Record<string, [Record<string, unknown>, Record<string, unknown>]> = {
	"the defaults of the interface are used": [
		{},
		{ seconds: { min: 0, max: 90 }, more: false, title: "talk" },
	],
	"null means absent where the interface says so": [
		{ source_lang: null, target_lang: null, limit: null },
		{ seconds: { min: 0, max: 90 }, more: false, title: "talk" },
	],
	"duration, limit, language and size are passed on": [
		{ target_duration: "DURATION_30_60", limit: 2, source_lang: "en", enable_more_results: true },
		{ seconds: { min: 30, max: 60 }, limit: 2, language: "en", more: true, title: "talk" },
	],
};

for (const [title, [fields, expected]] of Object.entries(searches)) {
	submitting(title, () =>
		withWorld({}, async (world) => {
			const id = await submit(world, fields);
			await until(
				() => results(world, id),
				(task) => task.status === "SUCCEEDED",
			);
			const { file, ...request } = world.engine.analyzed[0] ?? { file: "" };
			assert.equal(request, expected);
			assert.match(file, /sources\/[0-9a-f]{64}\.mp4$/);
		}),
	);
}

const renders: Record<string, [Record<string, unknown>, Record<string, unknown>]> = {
	"export alone renders at 480p in the shape of the source": [{}, { resolution: "480p" }],
	"captions, hook and reframe have their defaults": [
		{ enable_caption: true, enable_ai_hook: true, enable_ai_reframe: true, ratio: "RATIO_9_16" },
		{
			resolution: "480p",
			caption: { style: "temp-7", display: "original" },
			hook: { style: "serious", position: "beginning" },
			reframe: { ratio: "9:16", layout: "Auto" },
		},
	],
	"captions, hook and reframe are passed on": [
		{
			resolution: "FHD_1080",
			enable_caption: true,
			cc_style_tpl: "temp-static-2",
			caption_display: "both",
			enable_ai_hook: true,
			ai_hook_script_style: "calm",
			ai_hook_position: "end",
			enable_ai_reframe: true,
			ratio: "RATIO_4_5",
			reframe_layout: "Gameplay A",
		},
		{
			resolution: "1080p",
			caption: { style: "temp-static-2", display: "both" },
			hook: { style: "calm", position: "end" },
			reframe: { ratio: "4:5", layout: "Gameplay A" },
		},
	],
	"an empty layout means Auto": [
		{ enable_ai_reframe: true, ratio: "RATIO_16_9", reframe_layout: "" },
		{ resolution: "480p", reframe: { ratio: "16:9", layout: "Auto" } },
	],
	"what is not enabled has no effect": [
		{ cc_style_tpl: "temp-1", ai_hook_position: "end", ratio: "RATIO_1_1", reframe_layout: "PiP" },
		{ resolution: "480p" },
	],
};

for (const [title, [fields, expected]] of Object.entries(renders)) {
	submitting(title, () =>
		withWorld({}, async (world) => {
			const id = await submit(world, { ...exported, limit: 1, ...fields });
			await until(
				() => results(world, id),
				(task) => task.status === "SUCCEEDED",
			);
			const {
				file: _file,
				output: _output,
				clip: _clip,
				...request
			} = world.engine.rendered[0] ?? { file: "", output: "", clip: undefined };
			assert.equal(request, expected);
		}),
	);
}

submitting("without export the export parameters have no effect", () =>
	withWorld({}, async (world) => {
		const id = await submit(world, { enable_export: null, enable_ai_reframe: true, resolution: "UHD_4K" });
		const task = await until(
			() => results(world, id),
			(read) => read.status === "SUCCEEDED",
		);
		assert.equal(
			[task.clips.length, task.clips.some((clip) => "export_link" in clip), world.engine.rendered.length],
			[3, false, 0],
		);
	}),
);

submitting("what is not done as asked is said in the results", () =>
	withWorld({}, async (world) => {
		const id = await submit(world, { target_lang: "en-GB", source_lang: "en", colour: "red" });
		assert.equal((await results(world, id)).notes?.slice(0, 1), [
			'The parameter "colour" is not known to this service and was ignored.',
		]);
	}),
);

const NO_MODEL = "needs a language model, and none is set up (embedded.chat in the settings of showrun)";

submitting("a translation is refused by name where no language model is set up", () =>
	withWorld({}, async (world) => {
		const video_url = await upload(world, "a talk");
		const refused = async (more: object) =>
			(await world.call("POST", "/api/v2/clips", { body: { video_url, ...more } })).body.message;
		assert.is(
			await refused({ target_lang: "de" }),
			`target_lang ${NO_MODEL}; omit it, or name the same language as source_lang.`,
		);
		const caption = { ...exported, enable_caption: true, caption_display: "translation" };
		assert.is(await refused(caption), `caption_display translation ${NO_MODEL}; use original.`);
		const project_id = await finished(world);
		const again = await world.call("POST", "/api/v2/clips/export", {
			body: { project_id, target_lang: "de" },
		});
		assert.equal([again.status, again.body.message?.startsWith(`target_lang ${NO_MODEL}`)], [422, true]);
	}),
);

submitting(
	"with a language model, clips get its words before they are rendered, in the language and tone that were asked for",
	() =>
		withWorld({}, async (world) => {
			const asked: RewriteRequest[] = [];
			const word: Engine["rewrite"] = async (request) => {
				asked.push(request);
				return { clip: { ...request.clip, title: `Titel ${asked.length}` }, notes: ["A word about words."] };
			};
			await world.restart({ engine: { ...world.engine, writes: true, rewrite: word } });
			const more = {
				enable_export: true,
				enable_ai_hook: true,
				ai_hook_script_style: "dramatic",
				enable_caption: true,
				caption_display: "both",
			};
			const id = await finished(world, { target_lang: "de", source_lang: "en", ...more });
			const task = await results(world, id);
			assert.equal(
				task.clips.map(({ title }) => title),
				["Titel 1", "Titel 2", "Titel 3"],
			);
			assert.is(task.notes?.filter((note) => note === "A word about words.").length, 1);
			const { clip: _, ...request } = asked[0] ?? {};
			assert.equal(request, {
				texts: "improved",
				language: "en",
				target: "de",
				tone: "dramatic",
				captions: "both",
			});
			assert.equal(
				world.engine.rendered.map(({ clip, target }) => `${clip.title} ${target}`).sort(),
				[1, 2, 3].map((at) => `Titel ${at} de`),
			);
		}),
);

submitting.run();
