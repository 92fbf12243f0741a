import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BODY_FIELDS } from "../../src/service/check/bodies.gen.ts";
import type { WirePublishTask, WireTask } from "../../src/wire/messages.gen.ts";
import { accountOn, exported, results, submit, until, upload, withWorld } from "./world.ts";

const lenient = suite("what clients may leave open");

/** Values that no part of the interface has, one for each export parameter. */
const FOREIGN = {
	resolution: "8K",
	enable_caption: "no",
	caption_display: "none",
	cc_style_tpl: 7,
	enable_ai_hook: 0,
	ai_hook_script_style: "rude",
	ai_hook_position: "middle",
	enable_ai_reframe: "yes",
	ratio: "9:16",
	reframe_layout: 1,
};

const without: Record<string, Record<string, unknown>> = {
	"without export no export parameter is judged": FOREIGN,
	"export that is null is no export": { ...FOREIGN, enable_export: null },
	"what a flag turns off is not judged": {
		enable_export: true,
		enable_caption: false,
		caption_display: "none",
		cc_style_tpl: 7,
		ai_hook_script_style: "rude",
		enable_ai_hook: null,
		ai_hook_position: "middle",
		ratio: "9:16",
		reframe_layout: "full",
	},
};

for (const [title, fields] of Object.entries(without)) {
	lenient(title, () =>
		withWorld({}, async (world) => {
			const id = await submit(world, fields);
			await until(
				() => results(world, id),
				({ status }) => status === "SUCCEEDED",
			);
			assert.equal(unknownNotes(await results(world, id)), []);
			assert.equal(
				world.engine.rendered.map(({ resolution, caption, hook, reframe }) => [
					resolution,
					caption,
					hook,
					reframe,
				]),
				fields.enable_export === true ? Array(3).fill(["480p", undefined, undefined, undefined]) : [],
			);
		}),
	);
}

function unknownNotes({ notes = [] }: WireTask): readonly string[] {
	return notes.filter((note) => note.includes("is not known"));
}

/** Every field of a body that need not be sent, as null. */
function nulls(name: keyof typeof BODY_FIELDS): Record<string, null> {
	const { effects, required } = BODY_FIELDS[name];
	const optional = Object.keys(effects).filter((field) => !required.includes(field));
	return Object.fromEntries(optional.map((field) => [field, null]));
}

lenient("every optional field of every request may be null, and is omitted then", () =>
	withWorld({}, async (world) => {
		const announced = await world.call("POST", "/api/v2/upload/single-file", {
			body: { name: "talk.mp4", ...nulls("Upload") },
		});
		assert.equal(Object.keys(announced.body.data as object).sort(), ["identity", "upload_url"]);
		const id = await submit(world, nulls("Submit"));
		await until(
			() => results(world, id),
			({ status }) => status === "SUCCEEDED",
		);
		assert.equal(unknownNotes(await results(world, id)), []);
		const started = await world.call("POST", "/api/v2/clips/export", {
			body: { project_id: id, ...nulls("Export") },
		});
		assert.is(started.status, 200);
		const published = await world.call("POST", "/api/v2/social-media/publish", {
			body: {
				project_id: await exported(world),
				idx: 0,
				publish_configs: {
					[await accountOn(world, "linkedin")]: nulls("PublishConfig"),
					[await accountOn(world, "youtube")]: { ...nulls("PublishConfig"), title: "T" },
				},
				...nulls("Publish"),
			},
		});
		assert.is((published.body.data as WirePublishTask).status, "PENDING");
	}),
);

lenient("a field that must be sent is not null", () =>
	withWorld({}, async (world) => {
		const message = async (path: string, body: object) =>
			(await world.call("POST", path, { body })).body.message;
		assert.is(await message("/api/v2/clips", { video_url: null }), "video_url must be a string.");
		assert.is(await message("/api/v2/upload/single-file", { name: null }), "name must be a string.");
	}),
);

const keywords: Record<string, unknown> = { "one text": "launch, price", "a list": ["launch", "price"] };
for (const [title, ai_hook_keywords] of Object.entries(keywords)) {
	lenient(`keywords of a hook may be ${title}`, () =>
		withWorld({}, async (world) => {
			const body = { project_id: await exported(world), enable_ai_hook: true, ai_hook_keywords };
			assert.is((await world.call("POST", "/api/v2/clips/export", { body })).status, 200);
		}),
	);
}

lenient("keywords of a hook are nothing else", () =>
	withWorld({}, async (world) => {
		const refused = async (ai_hook_keywords: unknown) => {
			const body = { project_id: "x", enable_ai_hook: true, ai_hook_keywords };
			return (await world.call("POST", "/api/v2/clips/export", { body })).body.message;
		};
		assert.is(await refused(7), "ai_hook_keywords must be a string or a list of strings.");
		assert.is(await refused(["a", 7]), "ai_hook_keywords must be a list of strings.");
		assert.is(
			(await world.call("POST", "/api/v2/clips", { body: { video_url: await upload(world, "x") } })).status,
			200,
		);
	}),
);

lenient.run();
