/** What editors complete from the schemas is accepted by the program itself, not by the schema alone. */
import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse, stringify } from "yaml";
import { loadSettings } from "../../src/settings/load.ts";
import { load, withFiles } from "../campaign/files.ts";

interface Schema {
	readonly $ref?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: Schema | boolean;
	readonly definitions?: Readonly<Record<string, Schema>>;
	readonly examples?: readonly unknown[];
	readonly default?: unknown;
	readonly defaultSnippets?: readonly { readonly bodyText: string }[];
}

interface Offer {
	readonly path: readonly string[];
	readonly value: unknown;
}

/** A name where people choose one, by the key above it. */
const NAMED: Readonly<Record<string, string>> = {
	accounts: "youtube-main",
	videos: "talk",
	posts: "shorts",
	schedules: "mornings",
	slots: "mon-fri",
	to: "youtube-main",
	rules: "unusual-ratio",
	platforms: "twitter",
	files: "model",
};

const read = (name: string): Schema =>
	JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8"));

/** Everything that editors offer, with the path it is offered at. */
function* offersOf(root: Schema, part: Schema = root, path: readonly string[] = []): Generator<Offer> {
	const resolved =
		part.$ref === undefined ? undefined : root.definitions?.[part.$ref.split("/").at(-1) ?? ""];
	const all = { ...resolved, ...part };
	for (const value of [...(all.examples ?? []), ...(all.default === undefined ? [] : [all.default])])
		yield { path, value };
	for (const { bodyText } of all.defaultSnippets ?? [])
		yield {
			path,
			value: parse(bodyText.replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, "$1")),
		};
	for (const [key, each] of Object.entries(all.properties ?? {})) yield* offersOf(root, each, [...path, key]);
	if (typeof all.additionalProperties === "object")
		yield* offersOf(root, all.additionalProperties, [...path, NAMED[path.at(-1) ?? ""] ?? "one"]);
}

/** The document with the value at the path. */
function placed(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
	if (key === undefined) return value;
	const map = typeof document === "object" && document !== null && !Array.isArray(document) ? document : {};
	return { ...map, [key]: placed(Object.entries(map).find(([each]) => each === key)?.[1], rest, value) };
}

const ENDPOINT = { url: "https://api.example.com/v1", model: "small" };
const SETTINGS = { embedded: { chat: ENDPOINT, transcription: ENDPOINT } };

const URL_IN = { url: { env: "CHAT_URL" } };
/** What each way to send needs, and what each model is made of. */
const CHANNELS: Readonly<Record<string, unknown>> = {
	webhook: { ...URL_IN, secret: { env: "CHAT_SECRET" } },
	slack: URL_IN,
	discord: URL_IN,
	mail: { server: { env: "SMTP_URL" }, from: "a@example.com", to: ["b@example.com"] },
	command: { argv: { env: "PAGE" } },
};
const FILE = { path: "./m.onnx", sha256: "0".repeat(64) };
const USER = { role: "look", token_sha256: "0".repeat(64) };
const RECOGNISER = { kind: "nemo-ctc", files: { model: FILE, tokens: FILE }, languages: ["en"] };

/** What a value stands beside. */
function settingsAround([part, key, , by = ""]: readonly string[]): object {
	const sends = CHANNELS[by] === undefined ? { slack: CHANNELS.slack } : { [by]: CHANNELS[by] };
	const channel = { ...sends, quiet: { from: "22:00", to: "07:00" } };
	if (part === "notify") return { ...SETTINGS, notify: { channels: { one: channel } } };
	if (part === "ui") return { ui: { users: { one: USER } } };
	const endpoints = { webhooks: { one: { url: "https://example.com", secret: { env: "CHAT_SECRET" } } } };
	if (part === "embedded" && key === "webhooks") return { embedded: { ...SETTINGS.embedded, ...endpoints } };
	if (part === "embedded" && by === "webhooks") return { embedded: { tenants: { one: endpoints } } };
	if (part === "embedded" && key === "media")
		return { embedded: { ...SETTINGS.embedded, media: { s3: { bucket: "clips" } } } };
	if (part === "embedded" && key === "recogniser")
		return { embedded: { ...SETTINGS.embedded, recogniser: RECOGNISER } };
	return SETTINGS;
}

const offered = suite("what editors complete");

offered("every example, default and snippet of the settings is accepted", async () => {
	const wrong: string[] = [];
	for (const { path, value } of offersOf(read("settings")))
		await withFiles(
			{ "showrun.config.yaml": stringify(placed(settingsAround(path), path, value)) },
			async (cwd) => {
				const env = { SHOWRUN_API_KEY: "k-123", CHAT_API_KEY: "k" };
				const { diagnostics } = await loadSettings({ given: [], cwd, env, flags: {} });
				const errors = diagnostics.filter(({ severity }) => severity === "error");
				wrong.push(...errors.map(({ detail }) => `${path.join(".")}: ${JSON.stringify(value)}: ${detail}`));
			},
		);
	assert.equal(wrong, []);
});

const SHAPE = { resolution: "1080p", reframe: { ratio: "9:16" } };
// biome-ignore lint/suspicious/noThenProperty: the word of the campaign language
const LATE = { max: "1h", then: "deliver" };
const CAMPAIGN = {
	campaign: "k",
	accounts: { "youtube-main": { platform: "youtube", username: "Acme", late: LATE } },
	schedules: { mornings: { slots: { "mon-fri": ["09:00"] }, late: LATE } },
	defaults: { export: SHAPE },
	videos: { talk: { source: { url: "https://example.com/talk.mp4", id: "talk" }, export: SHAPE } },
	posts: { shorts: { from: "talk", to: { "youtube-main": { title: "{{ clip.title }}" } } } },
};

const MATRIX = { ratio: ["9:16", "1:1"], language: ["en", "de"] };
const TRANSLATED = { ...SHAPE, caption: { style: "temp-7", display: "translation" } };
const SPOKEN = { clipping: { language: "en" }, export: TRANSLATED };

/** What says nothing of where a feed's items are stands beside a folder, what chooses beside a matrix. */
function campaignAround(path: readonly string[]): object {
	const [part, , key = ""] = path;
	if (part === "feeds" && ["newest", "since", "match", "stable_for", "every"].includes(key))
		return { ...CAMPAIGN, feeds: { one: { folder: "./talks/*.mp4" } } };
	const talk = { ...CAMPAIGN.videos.talk, ...SPOKEN };
	// Posts would have to choose.
	if (path.includes("matrix")) return { ...CAMPAIGN, videos: { talk }, posts: {} };
	return path.includes("where") ? { ...CAMPAIGN, videos: { talk: { ...talk, matrix: MATRIX } } } : CAMPAIGN;
}

offered("every example, default and snippet of a campaign is accepted", async () => {
	const wrong: string[] = [];
	for (const { path, value } of offersOf(read("campaign"))) {
		const text = stringify(placed(campaignAround(path), path, value));
		const { diagnostics } = await load(text);
		// An input is given, or has a default, where the campaign is used.
		const errors = diagnostics.filter(
			({ severity, rule }) => severity === "error" && rule !== "missing-input",
		);
		wrong.push(
			...errors.map(({ rule, detail }) => `${path.join(".")}: ${JSON.stringify(value)}: ${rule} ${detail}`),
		);
	}
	assert.equal(wrong, []);
});
offered.run();
