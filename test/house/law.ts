/**
 * The laws of the house as data: who may know whom, what stays pure, how large things grow.
 * `house.test.ts` enforces them.
 */

export interface RoomLaw {
	/** Rooms it may import besides itself; `room/file.ts` allows that one file only. */
	readonly rooms: readonly string[];
	/** Packages it may import. */
	readonly packages: readonly string[];
	/**
	 * Which of its files touch nothing outside: no disk, clock, randomness, environment or network,
	 * directly or through what they load.
	 * A room that is pure as a whole loads no `node:*` module at all; single pure files may load those
	 * of `PURE_MODULES`.
	 * A name that ends with `/` is a folder.
	 */
	readonly pure:
		| "all"
		| "none"
		| { readonly allBut: readonly string[] }
		| { readonly only: readonly string[] };
}

const ROOMS = [
	"model",
	"campaign",
	"feeds",
	"compose",
	"plan",
	"state",
	"wire",
	"api",
	"reconcile",
	"download",
	"views",
	"daemon",
	"page",
	"service",
	"engine",
	"models",
	"speech",
	"language",
	"settings",
	"database",
	"yaml",
	"transcripts",
	"content",
	"webhooks",
	"notify",
	"metrics",
	"system",
	"cli",
	"program",
] as const;
export type Room = (typeof ROOMS)[number];

/** The program's common words: faults, `defined`, how places in a source and lengths of time are written. */
const FEW_OF_MODEL = [
	"model/fault.ts",
	"model/defined.ts",
	"model/clock-time.ts",
	"model/own-recogniser.ts",
	"model/same-language.ts",
	"model/time-span.ts",
] as const;

/** What connects the rooms, for commands and for programs. */
const WIRING = [
	"cli/exit.ts",
	...["cli/wiring/checkout.ts", "cli/wiring/items.ts"],
	"cli/wiring/plan-options.ts",
	"cli/wiring/plan-output.ts",
	"cli/wiring/plan-session.ts",
	"cli/wiring/recording.ts",
	"cli/wiring/service.ts",
	"cli/wiring/store.ts",
	"cli/wiring/watch-feeds.ts",
	...["cli/wiring/watch-kept.ts", "cli/wiring/watch-lead.ts", "cli/wiring/watch-lock.ts"],
	"cli/wiring/workspace.ts",
] as const;

export const LAW: Readonly<Record<Room, RoomLaw>> = {
	model: { rooms: [], packages: [], pure: "all" },
	wire: { rooms: ["model/defined.ts"], packages: [], pure: "all" },
	compose: {
		rooms: ["model"],
		packages: ["liquidjs", "temporal-polyfill", "fastest-levenshtein", "re2js", "tlds"],
		pure: "all",
	},
	plan: { rooms: ["model", "compose"], packages: [], pure: "all" },
	views: { rooms: ["model", "yaml/suggest.ts"], packages: ["picocolors", "diff", "sarif"], pure: "all" },
	campaign: {
		rooms: ["model", "yaml", "transcripts", "system", "compose/pattern.ts"],
		packages: ["yaml", "ajv"],
		pure: {
			allBut: [
				"load.ts",
				"facts-on-disk.ts",
				"find-files.ts",
				"read-inputs.ts",
				"inputs-file.ts",
				"check.ts",
				"kept-checks.ts",
				"clips-file.ts",
				"check-request.ts",
				"as-before.ts",
				"sharing/read-shared.ts",
			],
		},
	},
	// What people and servers list, and nothing of what becomes of it.
	feeds: {
		rooms: ["model", "yaml", "system"],
		packages: ["feedsmith", "csv-parse"],
		pure: { only: ["address.ts", "enclosures.ts", "entries.ts", "limits.ts", "text.ts"] },
	},
	// Connections and migrations; the SQL of a table stands in the room of what it keeps.
	database: { rooms: ["model/fault.ts", "model/secret.ts"], packages: ["pg"], pure: "none" },
	state: {
		rooms: ["model", "yaml", "database", "system"],
		packages: ["ulid"],
		pure: {
			only: [
				"store.ts",
				"journal-lines.ts",
				"state-fault.ts",
				"snapshot/",
				"git/merge.ts",
				"guard/records.ts",
				...[
					"ledger/records.ts",
					"ledger/matching.ts",
					"ledger/facts.ts",
					"ledger/ledger-fault.ts",
					"ledger/service-scope.ts",
				],
				"guard/examine.ts",
				"guard/guard-fault.ts",
				"repair/salvage.ts",
			],
		},
	},
	api: {
		rooms: ["model", "wire", "system"],
		packages: ["undici"],
		pure: {
			only: [
				"port.ts",
				"convert.ts",
				"parse.ts",
				"publish-reading.ts",
				"json-values.ts",
				"verdicts.ts",
				"read-fault.ts",
				"outcome.ts",
				"error-text.ts",
				"backoff.ts",
			],
		},
	},
	// Faults, secrets and `defined` are the program's common words; nothing else of the model is the
	// engine's or the service's business.
	engine: {
		rooms: ["transcripts", "system", "models", "speech", "language", ...FEW_OF_MODEL],
		packages: ["@ffmpeg-installer/ffmpeg", "stopword"],
		pure: {
			allBut: [
				"analyze.ts",
				...["captions/brand-font.ts", "captions/drawing.ts", "captions/font-choice.ts", "captions/fonts.ts"],
				...["captions/pulled-fonts.ts", "captions/system-fonts.ts", "captions/text-shaping.ts"],
				"engine.ts",
				...["hear/audio.ts", "hear/own-recogniser.ts", "hear/recognise.ts", "hear/transcribe.ts"],
				"io/capabilities.ts",
				"io/engine-fault.ts",
				"io/find-ffmpeg.ts",
				...["io/tool.ts", "io/usable-tools.ts"],
				"probe/probe.ts",
				"probe/remembered.ts",
				"probe/source-hash.ts",
				...["render/encode.ts", "io/render-cache.ts", "render/logo.ts", "render/loudness.ts"],
				...["render/render.ts", "render/thumbnail.ts"],
				"rewrite-texts.ts",
				...["see/faces.ts", "see/sample-frames.ts", "see/look.ts", "see/scan.ts"],
				...["speech/spoken-words.ts", "speech/summarize.ts", "speech/transcribe.ts"],
				"transcript/find-transcript.ts",
				"transcript/forced-alignment.ts",
				"transcript/read-transcript.ts",
				"transcript/subtitles.ts",
			],
		},
	},
	models: {
		rooms: ["system", "model/fault.ts", "model/models.ts", "model/defined.ts"],
		packages: ["tar"],
		pure: {
			only: [
				"catalogue.ts",
				"faces.ts",
				"fonts.ts",
				"onnxruntime.ts",
				"models-folder.ts",
				"speech.ts",
				"vad.ts",
				"vosk.ts",
			],
		},
	},
	speech: {
		rooms: ["system", "models", "model/fault.ts", "model/defined.ts", "model/own-recogniser.ts"],
		packages: [],
		pure: { only: ["utterances.ts", "numbers.ts", "english-grammar.ts", "protocol.ts", "readable.ts"] },
	},
	language: {
		rooms: ["transcripts", "system", "model/fault.ts", "model/endpoint.ts", "model/defined.ts"],
		packages: ["undici"],
		pure: { only: ["clean.ts", "port.ts", "endpoint-fault.ts"] },
	},
	service: {
		rooms: [
			...["wire", "engine", "webhooks", "database", "system"],
			...["metrics/collectors.ts", "metrics/exposition.ts", "metrics/process.ts"],
			...["model/secret.ts", "model/service-events.ts", "model/platform-app.ts", "model/bucket.ts"],
			...["model/platform-settings.ts", "model/platform-titles.ts", "model/stable-url.ts"],
			...FEW_OF_MODEL,
		],
		packages: [
			...["feed", "hono", "@hono/node-server", "p-limit", "tar", "ulid", "undici"],
			...["@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner"],
		],
		pure: {
			only: [
				...["check/", "lifecycle.ts", "refusal.ts", "failure-messages.ts"],
				...["http/range.ts", "http/conditions.ts"],
			],
		},
	},
	reconcile: {
		rooms: ["model", "yaml", "compose", "plan", "state", "api", "system"],
		packages: ["p-limit", "ulid"],
		pure: "none",
	},
	download: {
		rooms: ["model", "compose", "api", "system"],
		packages: ["p-limit", "undici"],
		pure: { only: ["rendered.ts", "targets.ts", "names.ts", "download-fault.ts", "answer.ts", "version.ts"] },
	},
	settings: {
		rooms: ["model", "yaml", "system"],
		packages: ["cosmiconfig", "ajv"],
		pure: { only: ["resolve.ts", "sources.ts", "url.ts"] },
	},
	daemon: {
		rooms: ["reconcile", "campaign", "views", "model", "system"],
		packages: ["chokidar", "node-cron", "hono", "@hono/node-server"],
		pure: "none",
	},
	page: {
		rooms: ["model", "views", "system"],
		packages: ["hono", "@hono/node-server"],
		pure: { only: ["views/"] },
	},
	yaml: {
		rooms: ["model"],
		packages: ["yaml", "fastest-levenshtein"],
		pure: { allBut: ["read.ts"] },
	},
	transcripts: { rooms: ["model/defined.ts"], packages: [], pure: { allBut: ["read.ts"] } },
	content: {
		rooms: ["system", "model/clip.ts", "model/defined.ts"],
		packages: [],
		pure: { allBut: ["read.ts", "prints.ts"] },
	},
	webhooks: {
		rooms: ["system", "model/secret.ts", "model/fault.ts", "model/defined.ts"],
		packages: [],
		pure: "none",
	},
	// Who is told what, and when, is pure; what sends is loaded when something is sent.
	notify: {
		rooms: [
			...["model", "webhooks", "system"],
			"views/ink.ts",
			"views/sentences/reasons.ts",
			"views/sentences/remedies.ts",
			"views/unknown.ts",
		],
		packages: ["nodemailer", "ulid"],
		pure: {
			only: [
				...["channel-state.ts", "conditions.ts", "digest.ts", "news.ts", "note.ts", "queue.ts"],
				...["quiet-hours.ts", "formats/"],
			],
		},
	},
	// What is measured and how it is written is pure; it serves what it is given.
	metrics: {
		...{ rooms: ["model", "notify/conditions.ts"], packages: [] },
		pure: { allBut: ["process.ts", "serve.ts"] },
	},
	// The outside world in small pieces; it knows the model's words but no room above it.
	system: { rooms: ["model"], packages: ["ulid", "undici"], pure: "none" },
	// Programs get what commands get, without a terminal: of the cli only what connects the rooms.
	program: {
		rooms: [...ROOMS.filter((room) => room !== "cli"), ...WIRING],
		packages: [],
		pure: "none",
	},
	cli: {
		packages: ["commander", "cli-progress", "ics", "open", "p-limit", "picocolors"],
		rooms: ROOMS.filter((room) => room !== "cli" && room !== "program"),
		pure: "none",
	},
};

/** Files of `src` that are in no room, and the packages they may import. */
export const ROOMLESS: Readonly<Record<string, readonly string[]>> = {
	"build.ts": ["esbuild"],
	"cjs.ts": ["esbuild", "oxc-minify", "oxc-parser"],
	"core-chunk.ts": ["esbuild"],
	"declarations.ts": [],
	"notices.ts": [],
	"release.ts": [],
	"replaced-modules.ts": ["esbuild"],
};

/** Files that load the built program, whose files have names only when it is built. */
export const LOADERS: readonly string[] = ["src/cli/compiled-code.ts", "src/cli/start.ts"];

/** Modules of Node that only compute. */
export const PURE_MODULES: ReadonlySet<string> = new Set(["node:path", "node:zlib"]);

/** What every pure file may import of other modules of Node: functions of their arguments alone. */
export const PURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
	"node:crypto": ["createHash"],
	"node:net": ["BlockList", "isIP"],
};

/** Packages that reach outside. */
export const IMPURE_PACKAGES: ReadonlySet<string> = new Set([
	"undici",
	"hono",
	"@hono/node-server",
	"cosmiconfig",
	"ulid",
	"pg",
	"cli-progress",
]);

/** What pure files may use of files that are not: constants and functions that only compute. */
export const COMPUTING: Readonly<Record<string, readonly string[]>> = {
	"src/system/paths.ts": ["isInside", "shownPath"],
	"src/engine/hear/audio.ts": ["FINE_MS", "STEP_MS", "SILENT_DB"],
	"src/engine/io/engine-fault.ts": ["MediaFault", "EngineFault", "displayName"],
};

/** Names that reach outside when a pure file says them. */
export const IMPURE_GLOBALS: ReadonlySet<string> = new Set([
	"process",
	"fetch",
	"console",
	"performance",
	"crypto",
	"setTimeout",
	"setInterval",
	"setImmediate",
	"Date.now",
	"Math.random",
	"Temporal.Now",
	"new Date()",
	"import.meta",
]);

export const BUDGET = { fileLines: 250, testFileLines: 400, functionLines: 40, parameters: 3 } as const;

/** Source files that may be longer than the budget, each with its reason. */
export const LONG_FILES: Readonly<Record<string, string>> = {
	"examples/quickstart/media/talk.ts": "data: the words of the talk, in one piece to be read",
};

/** Import cycles that are still there: files of one cycle in one line. None may be added. */
export const CYCLES: readonly string[] = [];

/** A thing without a room is a thing without a name yet. */
export const NAMELESS = /(^|[/.-])(utils?|helpers?|common|lib|misc)([/.-]|$)/;

/** What no tracked text may say: addresses of one machine, hosts of one registry, names of tools. */
export const UNWELCOME: Readonly<Record<string, RegExp>> = {
	"a path of one machine": /(?<![\w.~:-])\/(?:work|home|root|Users)\/\w|\bC:\\Users\\|bash_jobs/,
	"a registry host":
		/\bregistry\.[a-z0-9-]+\.[a-z]{2,}|\b(?:deb|security)\.debian\.org|\bpypi\.org|\bjfrog\b|\bartifactory\b|\bverdaccio\b/i,
	"a writing tool": /\b(?:claude|anthropic|chatgpt|copilot|(?:ai|coding|sub)[ -]agents?)\b|\/tmp\/brief/i,
	"work put off": /\b(?:TODO|FIXME|XXX)\b/,
};

/** Tracked files that have to say such words. */
export const UNWELCOME_EXCEPTIONS: Readonly<Record<string, string>> = {
	"test/house/law.ts": "it lists them",
};
