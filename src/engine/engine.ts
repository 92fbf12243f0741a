import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "../language/port.ts";
import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import type { OwnRecogniser } from "../model/own-recogniser.ts";
import { UnloadableFault } from "../models/model-fault.ts";
import type { Models } from "../models/open.ts";
import type { Recogniser } from "../speech/recogniser.ts";
import { openFonts } from "./captions/font-choice.ts";
import { type FoundFfmpeg, findFfmpeg } from "./io/find-ffmpeg.ts";
import type { Tool } from "./io/tool.ts";
import type { AnalyzeRequest, Engine, Media, RenderReport, RenderRequest, Run } from "./port.ts";
import { probeSource } from "./probe/probe.ts";
import { rememberProbes } from "./probe/remembered.ts";
import { mediaOf, type Source } from "./probe/source.ts";
import { type FindFaces, openFaces } from "./see/faces.ts";

export interface EngineSettings {
	/**
	 * `wanted`: path of the ffmpeg to use; absent: found on `searchPath` (the PATH) or in the optional
	 * dependency.
	 */
	readonly ffmpeg: { readonly wanted?: string; readonly searchPath: string };
	/** Folder for what may be made again at any time. */
	readonly cache: string;
	/** Names the build of this program. */
	readonly build?: string;
	/** The endpoints that somebody set up. Absent: none. */
	readonly language?: Language;
	/** The models that may have been pulled. Absent: none is used. */
	readonly models?: Models;
	/** Longest that ffmpeg may give no sign of life, in milliseconds. Absent: three minutes. */
	readonly patienceMs?: number;
	/** A model of speech of the user's own. Absent: none. */
	readonly recogniser?: OwnRecogniser;
	/** How the process that listens to speech is started. Absent: speech is not listened to. */
	readonly listener?: Recogniser["listener"];
}

/**
 * The engine that works with ffmpeg. It is looked for at first use: every method throws `EngineFault` where
 * there is none. What finds clips and renders is loaded when it is asked for: a service that only publishes
 * starts without.
 */
export function createEngine(settings: EngineSettings): Engine {
	const program = ffmpegOf(settings);
	const ffmpeg = async (signal: AbortSignal) => (await program(signal)).path;
	const source = rememberProbes(async (file, signal) => probeSource(await ffmpeg(signal), file, signal));
	const faces = facesFrom(settings.models);
	const fonts = openFonts(settings.models);
	const constant = constantFrom(settings);
	const tool = async (run: Run) => ({
		...{ ...run, fonts, ...constant },
		ffmpeg: await ffmpeg(run.signal),
		faces: () => faces(run.signal),
	});
	return {
		writes: settings.language?.write !== undefined,
		identity: async (signal) => {
			const { path, version } = await program(signal);
			const seen = await seenBy(faces(signal));
			return JSON.stringify([settings.build ?? "", path, version, seen, await fonts.identity(signal)]);
		},
		tools: async (signal) =>
			(await import("./io/usable-tools.ts")).usableTools(settings, () => program(signal), signal),
		rewrite: async (request, signal) =>
			(await import("./rewrite-texts.ts")).rewriteTexts(request, settings.language, signal),
		probe: async (file: string, signal: AbortSignal): Promise<Media> => mediaOf(await source(file, signal)),
		analyze: async (request: AnalyzeRequest, run: Run) => {
			const { analyze } = await import("./analyze.ts");
			return analyze(await source(request.file, run.signal), request, await tool(run));
		},
		...tellerOf(settings.language, { source, tool }),
		render: async (request: RenderRequest, run: Run): Promise<RenderReport> => {
			const { render } = await import("./render/render.ts");
			return render(await source(request.file, run.signal), request, await tool(run));
		},
		thumbnail: async (request, signal) => {
			const { thumbnail } = await import("./render/thumbnail.ts");
			const found = await source(request.file, signal);
			return thumbnail(found, request, await tool({ signal, progress: () => {} }));
		},
	};
}

/** What tells of the words alone. */
function tellerOf(
	language: Language | undefined,
	{
		source,
		tool,
	}: {
		readonly source: (file: string, signal: AbortSignal) => Promise<Source>;
		readonly tool: (run: Run) => Promise<Tool>;
	},
): Pick<Engine, "transcribe" | "summarize"> {
	return {
		transcribe: async (request, run) => {
			const { transcribe } = await import("./speech/transcribe.ts");
			const parts = { tool: await tool(run), translate: language?.translate };
			return transcribe(await source(request.file, run.signal), request, parts);
		},
		summarize: async (request, run) => {
			const { summarize } = await import("./speech/summarize.ts");
			const parts = { tool: await tool(run), write: language?.summarize };
			return summarize(await source(request.file, run.signal), request, parts);
		},
	};
}

/** What is seen in pictures. A damaged model is reported where it is used. */
function seenBy(faces: Promise<FindFaces | undefined>): Promise<string> {
	return faces.then(
		(model) => (model ? "with faces" : "without"),
		() => "damaged",
	);
}

/** Looks for ffmpeg at first use; a failure is forgotten, so that the next use looks again. */
function ffmpegOf(settings: EngineSettings): (signal: AbortSignal) => Promise<FoundFfmpeg> {
	let found: Promise<FoundFfmpeg> | undefined;
	const program = async (signal: AbortSignal): Promise<FoundFfmpeg> => {
		signal.throwIfAborted();
		const first = found === undefined;
		found ??= find(settings, signal);
		try {
			return await found;
		} catch (error) {
			found = undefined;
			// Whoever came first may have been cancelled; that is no answer for the others.
			if (first || error instanceof Fault) throw error;
			return program(signal);
		}
	};
	return program;
}

async function find(settings: EngineSettings, signal: AbortSignal): Promise<FoundFfmpeg> {
	await mkdir(settings.cache, { recursive: true, mode: 0o700 });
	return findFfmpeg({ ...settings.ffmpeg, cache: settings.cache, signal });
}

/** Loaded once, at first use; somebody may pull the model while we run. */
function facesFrom(models: Models | undefined): (signal: AbortSignal) => Promise<FindFaces | undefined> {
	let loaded: FindFaces | undefined;
	return async (signal) => {
		loaded ??= models && (await openFaces(models, signal).catch(unloadable));
		return loaded;
	};
}

/** What cannot be loaded is as if it were not there: pulling notices why, and takes what can. */
function unloadable(error: unknown): undefined {
	if (!(error instanceof UnloadableFault)) throw error;
}

/** What every run works with. */
function constantFrom({
	models,
	recogniser: own,
	listener,
	cache,
	language,
	patienceMs,
}: EngineSettings): Pick<
	Tool,
	"scanCache" | "renderCache" | "patienceMs" | "recognition" | "transcribe" | "rank" | "match"
> {
	const recognition =
		models && listener && defined({ recogniser: { models, listener }, own, cache: join(cache, "heard") });
	return defined({
		scanCache: join(cache, "seen"),
		renderCache: join(cache, "rendering"),
		patienceMs,
		recognition,
		transcribe: language?.transcribe,
		rank: language?.rank,
		match: language?.match,
	});
}
