import { Ajv } from "ajv";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import source from "../../../schemas/service.openapi.json" with { type: "json" };
import type { WirePublishTask } from "../../../src/wire/messages.gen.ts";
import { answerCheck } from "../../service/answer-checks.ts";
import { until, withWorld } from "../../service/world.ts";
import { accounts, call, ended, type Sent, sent, submit, type Target, upload } from "./target.ts";

const deleted = suite("fields deleted from a schema");
const PUBLISH = "/api/v2/social-media/publish";
const SUBMIT = {
	project_name: "N",
	source_lang: "en",
	target_lang: "en",
	target_duration: "DURATION_0_90",
	limit: 2,
	enable_export: true,
	resolution: "SD_480",
	enable_caption: true,
	caption_display: "original",
	cc_style_tpl: "temp-7",
	enable_ai_hook: true,
	ai_hook_script_style: "serious",
	ai_hook_position: "end",
	enable_ai_reframe: true,
	ratio: "RATIO_1_1",
	reframe_layout: "Full",
	export_limit: 1,
	brand: { place: ["top-left"], opacity: 1, font: "Montserrat", colours: { text: "#FFFFFF" } },
	added_clips: [{ begin_ms: 1_000, end_ms: 9_000 }],
	enable_more_results: false,
	enable_express_mode: false,
};
const CONFIG = {
	title: "T",
	description: "D",
	tags: ["a"],
	visibility: "public",
	category: "C",
	allow_comment: true,
	allow_duet: true,
	allow_stitch: true,
	disclose_content: false,
};

deleted("each is noticed by what is sent and answered", () =>
	withWorld({}, async ({ service, clock }) => {
		const before = sent.length;
		const target: Target = {
			url: service.url,
			key: service.apiKey.reveal(),
			versionHeader: "x-service-api-version",
			video: Buffer.from("a talk"),
			publishes: true,
			taskMs: 30_000,
		};
		await sendEverything(target, clock.now());
		const own = sent.slice(before);
		const met = fieldsIn(own);
		assert.equal(
			fieldsOf(source)
				.filter((field) => !met.has(field))
				.sort(),
			ELSEWHERE,
		);
		assert.is(isNoticed(closed(source), own), false);
		for (const field of ["Submit.limit", "Publish.idx", "PublishConfig.tags", "Clip.score", "Error.path"])
			assert.is(isNoticed(without(...split(field)), own), true, field);
	}),
);

/** What receivers of webhooks are sent; each of their tests checks it. */
const EVENT = /^(Post|Task)Event(Data)?\./;

/** Sent and answered in other tests, where every answer is checked too. */
const ELSEWHERE: readonly string[] = [
	"Account.quota",
	...["font_file", "logo"].map((field) => `Brand.${field}`),
	...["added", "cut_reasons"].map((field) => `Clip.${field}`),
	...["LateRule.action", "LateRule.max_ms", "Publish.late_rule"],
	"PublishConfig.thumbnail_url",
	...["delivered_at", "error_message", "late", "location"].map((field) => `PublishResult.${field}`),
	...["needs_account", "note", "state", "url", "waits_until"].map((field) => `PublishResult.${field}`),
	"PublishTask.late_rule",
	"Removed.id",
	...["account_id", "outcome", "url"].map((field) => `Resolution.${field}`),
	...["cancelled", "error_message", "export_task_id"].map((field) => `Task.${field}`),
	...["cancelled", "error_message"].map((field) => `TaskSummary.${field}`),
	...["SummaryTask", "TranscriptTask"].flatMap((task) => [`${task}.cancelled`, `${task}.error_message`]),
	...fieldsOf(source).filter((field) => EVENT.test(field)),
	...["format", "origin", "text"].map((field) => `Transcript.${field}`),
	"Update.late_rule",
	"UploadProgress.identity",
	"UploadProgress.received",
	"Uploaded.identity",
].sort();

/** Every field of every request, and what is answered to that. */
async function sendEverything(target: Target, now: number): Promise<void> {
	await call(target, {
		path: "/api/v2/upload/single-file",
		body: { name: "a.mp4", transcript_name: "a.srt" },
	});
	const { source_lang, target_lang, project_name, target_duration, limit, ...rest } = SUBMIT;
	const { export_limit, added_clips, enable_export, enable_more_results, enable_express_mode, ...settings } =
		rest;
	const { id } = await submit(target, { ...SUBMIT });
	await ended(target, id);
	await call(target, {
		path: "/api/v2/clips/export",
		body: {
			...{ project_id: id, clip_indices: [0], target_lang: null, ...settings },
			...{ ai_hook_keywords: "a", ai_hook_text_duration: 1_000 },
		},
	});
	await sendFamilies(target);
	await call(target, { path: "/api/v2/clips" });
	await call(target, { path: "/api/v2/clips/results/unknown" });
	await call(target, { path: "/api/v2/extensions" });
	await call(target, { method: "POST", path: "/api/v2/social-media/oauth/youtube" });
	const configs = (await accounts(target)).map((account) => [account.id, CONFIG]);
	const publish_configs = Object.fromEntries(configs);
	const body = { project_id: id, idx: 0, resolution: "480p", publish_configs, scheduled_at: now + 3_600_000 };
	const { task_id } = (await call(target, { path: PUBLISH, body })).data as WirePublishTask;
	await call(target, {
		method: "PATCH",
		path: `${PUBLISH}/${task_id}`,
		body: { publish_configs, scheduled_at: now + 7_200_000 },
		headers: { "if-match": "*" },
	});
	await call(target, { path: PUBLISH });
}

/** Every field of the other families, over a video whose words are known. */
async function sendFamilies(target: Target): Promise<void> {
	const spoken = { ...target, video: Buffer.from("spoken words") };
	const { target_duration: _, added_clips: __, enable_more_results: ___, ...moments } = SUBMIT;
	const speech = { project_name: "N", source_lang: "en", target_lang: "en" };
	for (const [path, fields] of [
		["/api/v2/clips/find-moments", { query: "words", ...moments }],
		["/api/v2/transcripts", speech],
		["/api/v2/summaries", speech],
	] as const) {
		const { data } = await call(target, { path, body: { video_url: await upload(spoken), ...fields } });
		const { id } = data as { readonly id: string };
		await until(
			async () => (await call(target, { path: `${path}/results/${id}` })).data as { readonly status: string },
			({ status }) => status === "SUCCEEDED",
		);
	}
}

type Document = typeof source;

/** Every field of every schema. */
function fieldsOf({ components }: Document): readonly string[] {
	return Object.entries(components.schemas).flatMap(([schema, value]) =>
		"properties" in value ? Object.keys(value.properties).map((field) => `${schema}.${field}`) : [],
	);
}

function split(field: string): readonly [string, string] {
	const [schema = "", name = ""] = field.split(".");
	return [schema, name];
}

/** Every field that is in what was sent or answered. */
function fieldsIn(all: readonly Sent[]): ReadonlySet<string> {
	const met = new Set<string>();
	for (const { operation, request, status, answer } of all) {
		const body = bodyOf(operation);
		if (body !== undefined) walk(met, schemas[body] ?? {}, { name: body, value: request });
		walk(met, status < 400 ? answerOf(operation) : { $ref: "#/components/schemas/Error" }, { value: answer });
	}
	return met;
}

interface Node {
	readonly description?: string;
	readonly type?: unknown;
	readonly $ref?: string;
	readonly properties?: Readonly<Record<string, Node>>;
	readonly items?: Node;
	readonly additionalProperties?: unknown;
}

const schemas: Readonly<Record<string, Node>> = source.components.schemas;

function walk(
	met: Set<string>,
	schema: Node,
	{ name, value }: { readonly name?: string; readonly value: unknown },
): void {
	if (schema.$ref !== undefined) {
		const target = schema.$ref.replace(/^.*\//, "");
		walk(met, schemas[target] ?? {}, { name: target, value });
		return;
	}
	if (Array.isArray(value)) for (const each of value) walk(met, schema.items ?? {}, { value: each });
	if (typeof value !== "object" || value === null || Array.isArray(value)) return;
	for (const [field, member] of Object.entries(value)) {
		const known = schema.properties?.[field];
		if (known && name !== undefined) met.add(`${name}.${field}`);
		const others = schema.additionalProperties;
		const next = known ?? (typeof others === "object" && others !== null ? others : {});
		walk(met, next, { value: member });
	}
}

/** The schema of what a successful request is answered with. */
function answerOf(operation: string): Node {
	const [method = "", path = ""] = operation.split(" ");
	const paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>> =
		source.paths;
	const matching = Object.keys(paths).filter((each) =>
		new RegExp(`^${each.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
	);
	const found = paths[matching.find((each) => each === path) ?? matching[0] ?? ""]?.[method.toLowerCase()];
	const responses = found?.responses as Readonly<
		Record<string, { readonly content: { readonly "application/json": { readonly schema: Node } } }>
	>;
	return responses["200"]?.content["application/json"].schema ?? {};
}

const BODIES: Readonly<Record<string, string>> = {
	"POST /api/v2/clips": "Submit",
	"POST /api/v2/clips/find-moments": "FindMoments",
	"POST /api/v2/transcripts": "Speech",
	"POST /api/v2/summaries": "Speech",
	"POST /api/v2/clips/export": "Export",
	"POST /api/v2/upload/single-file": "Upload",
	[`POST ${PUBLISH}`]: "Publish",
};

function bodyOf(operation: string): string | undefined {
	return BODIES[operation] ?? (operation.startsWith("PATCH ") ? "Update" : undefined);
}

interface OpenSchema {
	required?: readonly string[];
	properties?: Record<string, unknown>;
	additionalProperties?: unknown;
}

/** The document with schemas that take no other fields than theirs. */
function closed(document: Document): Document {
	const copy = structuredClone(document);
	for (const schema of Object.values(copy.components.schemas) as OpenSchema[])
		if (schema.properties) schema.additionalProperties ??= false;
	return copy;
}

function without(name: string, field: string): Document {
	const copy = closed(source);
	const schema = (copy.components.schemas as Record<string, OpenSchema>)[name];
	delete schema?.properties?.[field];
	if (schema?.required) schema.required = schema.required.filter((each) => each !== field);
	return copy;
}

/** Whether anything that was sent or answered is outside of the document. */
function isNoticed(document: Document, all: readonly Sent[]): boolean {
	const check = answerCheck(document);
	const ajv = new Ajv({ strict: false }).addSchema({ $id: "service", components: document.components });
	return all.some(({ operation, request, status, answer }) => {
		const [method = "", path = ""] = operation.split(" ");
		if (check({ method, path, status, body: answer }) !== undefined) return true;
		const name = bodyOf(operation);
		if (request === undefined || name === undefined) return false;
		return !ajv.validate(`service#/components/schemas/${name}`, JSON.parse(JSON.stringify(request)));
	});
}

deleted.run();
