import { readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type {
	Analysis,
	AnalyzeRequest,
	Engine,
	FoundClip,
	RenderReport,
	RenderRequest,
	Run,
	SpeechRequest,
	Spoken,
	Summary,
} from "../../src/engine/port.ts";
import { StopFault } from "../../src/model/fault.ts";

/**
 * An engine without video: files are text, clips come by arithmetic, and every step is counted and
 * can be held up.
 */
export interface FakeEngine extends Engine {
	readonly analyzed: AnalyzeRequest[];
	readonly rendered: RenderRequest[];
	readonly transcribed: SpeechRequest[];
	/** Called before each step: how many were done, and where its clip begins. A promise holds it up. */
	before: (
		step: "analyze" | "render" | "thumbnail" | "transcribe",
		at: number,
		beginMs: number,
	) => Promise<void> | void;
}

const MEDIA = { durationMs: 90_000, width: 1280, height: 720, framesPerSecond: 30, hasAudio: true };
const CLIPS = 3;

/** What is recognised in a file whose text starts with `spoken`. */
export const RECOGNISED = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello.\n";

/** Files whose text starts with `broken` are no video; with `bug`, analysing them is one. */
export function fakeEngine(): FakeEngine {
	const analyzed: AnalyzeRequest[] = [];
	const rendered: RenderRequest[] = [];
	const transcribed: SpeechRequest[] = [];
	const engine: FakeEngine = {
		analyzed,
		rendered,
		transcribed,
		before: () => undefined,
		writes: false,
		identity: async () => "a fake",
		tools: async () => ["ffmpeg"],
		rewrite: async ({ clip }) => ({ clip, notes: [] }),
		probe: async () => MEDIA,
		analyze: async (request, run) => {
			mustBeARun(run);
			await unlessAborted(engine.before("analyze", analyzed.length, 0), run.signal);
			const analysis = analysisOf(request, await readFile(request.file, "utf8"));
			analyzed.push(request);
			run.progress(1);
			return analysis;
		},
		transcribe: (request, run) => listened(engine, request, run),
		summarize: summarized,
		render: async (request, run) => {
			mustBeARun(run);
			await unlessAborted(engine.before("render", rendered.length, request.clip.beginMs), run.signal);
			rendered.push(request);
			return rendering(request);
		},
		thumbnail: async ({ clip, output, brand }, signal) => {
			await unlessAborted(engine.before("thumbnail", 0, clip.beginMs), signal);
			await writeWhole(output, `thumbnail ${clip.beginMs}${brand?.logo ? " with a logo" : ""}`);
		},
	};
	return engine;
}

async function listened(engine: FakeEngine, request: SpeechRequest, run: Run): Promise<Spoken> {
	mustBeARun(run);
	await unlessAborted(engine.before("transcribe", engine.transcribed.length, 0), run.signal);
	engine.transcribed.push(request);
	return spokenIn(request, await readFile(request.file, "utf8"));
}

async function summarized(request: SpeechRequest, run: Run): Promise<Summary> {
	mustBeARun(run);
	const { sentences, ...told } = spokenIn(request, await readFile(request.file, "utf8"));
	const events = sentences.map(({ begin, text }) => ({ at: begin, text }));
	const highlights = [{ begin: 0, end: 90_000, title: "All of it", events }];
	return { ...told, summary: events.map(({ text }) => text).join(" "), tags: ["talk"], highlights };
}

/** What is said in a file of this text; nobody knows it of one that does not start with `spoken`. */
function spokenIn(request: SpeechRequest, text: string): Spoken {
	if (!text.startsWith("spoken"))
		throw new StopFault(`Nobody knows what is said in ${request.title}.`, { remedy: "Upload a transcript." });
	const sentence = {
		begin: 1_000,
		end: 2_000,
		text: request.target ? `Hello (${request.target}).` : "Hello.",
	};
	return {
		media: MEDIA,
		notes: ["Heard by a fake."],
		transcript: RECOGNISED,
		origin: "recognised",
		sentences: [sentence],
	};
}

/** The real one takes what else it is given for settings of its own. */
function mustBeARun(run: Run): void {
	const more = Object.keys(run).filter((name) => name !== "signal" && name !== "progress");
	if (more.length > 0) throw new TypeError(`a run of the engine has no ${more.join()}`);
}

/** Throws what a file of this text brings about. */
function analysisOf(request: AnalyzeRequest, text: string): Analysis {
	if (text.startsWith("broken"))
		throw new StopFault(`${request.title} is not a video.`, { remedy: "Upload another file." });
	if (text.startsWith("bug")) throw new TypeError("a secret detail of the code");
	if (request.query !== undefined && !text.startsWith("spoken"))
		throw new StopFault(`Nobody knows what is said in ${request.title}.`);
	const clips = Array.from({ length: Math.min(CLIPS, request.limit ?? CLIPS) }, (_, at) =>
		clipAt(at, request.title),
	);
	return {
		media: MEDIA,
		clips,
		notes: request.transcript ? [] : ["No transcript: titles come from the file name."],
		...(text.startsWith("spoken") &&
			request.transcript === undefined && {
				transcript: RECOGNISED,
				origin: "recognised",
			}),
	};
}

async function rendering({ file, output, resolution, clip }: RenderRequest): Promise<RenderReport> {
	const text = await readFile(file, "utf8");
	await writeWhole(output, `video ${resolution} ${clip.beginMs}-${clip.endMs} of ${text}`);
	const durationMs = clip.endMs - clip.beginMs;
	return { width: 854, height: 480, durationMs, notes: ["Rendered by a fake."] };
}

function clipAt(at: number, title: string): FoundClip {
	const beginMs = at * 30_000;
	return {
		beginMs,
		endMs: beginMs + 15_000,
		title: `${title} ${at + 1}`,
		description: `Part ${at + 1} of ${title}`,
		tags: ["talk"],
		score: 90 - at * 10,
		parts: { speech: 0.5 },
	};
}

async function unlessAborted(step: Promise<void> | void, signal: AbortSignal): Promise<void> {
	signal.throwIfAborted();
	const aborted = new Promise<never>((_, reject) =>
		signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
	);
	aborted.catch(() => undefined);
	await Promise.race([step, aborted]);
	await sleep(0, undefined, { signal });
}

async function writeWhole(output: string, text: string): Promise<void> {
	await writeFile(`${output}.tmp`, text);
	await rename(`${output}.tmp`, output);
}
