import { StopFault } from "../model/fault.ts";
import { modelNamed, runsOn } from "../models/catalogue.ts";
import { type Models, type OpenModel, openModel } from "../models/open.ts";
import { type Program, ProgramFault, run } from "../system/run.ts";
import { folderOf } from "./load-check.ts";
import {
	type Decoder,
	type HeardText,
	type Job,
	type ListenerReport,
	type OwnModel,
	reportFrom,
	type TranscriptLine,
} from "./protocol.ts";
import type { Utterance } from "./utterances.ts";

/** What hears speech: the models, and how the process that listens is started. */
export interface Recogniser {
	readonly models: Models;
	/** Our own program in a process of its own: a crash in a native library ends that one only. */
	readonly listener: Pick<Program, "path" | "args" | "env">;
}

/** A sound to listen to. */
export interface Sound {
	readonly decoder: Decoder;
	readonly durationMs: number;
}

export interface ListenOptions {
	readonly signal: AbortSignal;
	/** Share heard, 0 to 1. */
	readonly progress: (share: number) => void;
}

/** The process that listens ended badly. */
export class RecogniserFault extends StopFault {}

const START_MS = 120_000;
/** Slow machines may take longer than the sound lasts. */
const TIMES_SLOWER = 4;
/** A large model of the user's own was chosen for what it hears. */
const LARGE_TIMES_SLOWER = 40;

interface Piece {
	readonly begin: number;
	readonly end: number;
}

/**
 * The model that hears words (`speech`) or voices (`vad`), or what runs one of the user's own. Undefined: it
 * was not pulled. Throws `ModelFault` where it is damaged.
 */
export function openSpeechModel(
	recogniser: Recogniser,
	kind: "speech" | "vad" | "recogniser",
	signal: AbortSignal,
): Promise<OpenModel | undefined> {
	return openModel(recogniser.models, kind, signal);
}

/** Why there is no model that hears words or voices, as the rest of a sentence after "because". */
export function whyUnavailable({ models }: Recogniser, kind: "speech" | "vad" | "recogniser"): string {
	if (runsOn(modelNamed(models.catalogue, kind), models.platform))
		return `${kind === "recogniser" ? "what runs it" : "its model"} was not pulled (\`showrun models pull ${kind}\`)`;
	return `its library is not made for this machine (${models.platform})`;
}

/** What is said in English, as it was recognised. Throws `ListenFault`. */
export async function recogniseWords(
	recogniser: Recogniser,
	model: OpenModel,
	given: { readonly sound: Sound } & ListenOptions,
): Promise<readonly Utterance[]> {
	const utterances: Utterance[] = [];
	await runJob(
		recogniser,
		{ kind: "words", decoder: given.sound.decoder, runtimes: model.runtimes, model: folderOf(model) },
		{ ...given, take: (report) => report.type === "words" && utterances.push(report.words) },
	);
	return utterances;
}

/**
 * What a model of the user's own hears in pieces of a sound, in their order. `model`: what runs it. Throws
 * `RecogniserFault`.
 */
export async function recognisePieces(
	recogniser: Recogniser,
	model: OpenModel,
	given: { readonly sound: Sound; readonly own: OwnModel; readonly pieces: readonly Piece[] } & ListenOptions,
): Promise<readonly HeardText[]> {
	const { sound, own, pieces } = given;
	const heard = pieces.map((): HeardText => ({ text: "", tokens: [] }));
	await runJob(
		recogniser,
		{ kind: "pieces", decoder: sound.decoder, runtimes: model.runtimes, own, pieces },
		{
			...given,
			timesSlower: LARGE_TIMES_SLOWER,
			take: (report) => report.type === "heard" && heard.splice(report.piece, 1, report.heard),
		},
	);
	return heard;
}

/** Where the words of each line are heard, the lines in order of their begins. Throws `ListenFault`. */
export async function alignWords(
	recogniser: Recogniser,
	model: OpenModel,
	given: { readonly sound: Sound; readonly lines: readonly TranscriptLine[] } & ListenOptions,
): Promise<readonly Utterance[]> {
	const { sound, lines } = given;
	const placed = lines.map((): Utterance => []);
	await runJob(
		recogniser,
		{ kind: "places", decoder: sound.decoder, runtimes: model.runtimes, model: folderOf(model), lines },
		{ ...given, take: (report) => report.type === "placed" && placed.splice(report.line, 1, report.words) },
	);
	return placed;
}

/** How likely each piece of the sound (`VOICE_SAMPLES` long) is a voice, 0 to 1. Throws `ListenFault`. */
export async function detectVoices(
	recogniser: Recogniser,
	model: OpenModel,
	given: { readonly sound: Sound } & ListenOptions,
): Promise<readonly number[]> {
	const shares: number[] = [];
	await runJob(
		recogniser,
		{
			kind: "voices",
			decoder: given.sound.decoder,
			runtimes: model.runtimes,
			weights: model.file("weights"),
		},
		{ ...given, take: (report) => report.type === "voices" && shares.push(...report.shares) },
	);
	return shares;
}

async function runJob(
	recogniser: Recogniser,
	job: Job,
	given: {
		readonly sound: Sound;
		readonly take: (report: ListenerReport) => void;
		readonly timesSlower?: number;
	} & ListenOptions,
): Promise<void> {
	const { sound, signal, progress, take, timesSlower = TIMES_SLOWER } = given;
	let finished = false;
	const onLine = (line: string) => {
		const report = reportFrom(line);
		if (report?.type === "at") progress(Math.min(1, report.ms / Math.max(1, sound.durationMs)));
		else if (report?.type === "end") finished = true;
		else if (report) take(report);
	};
	const limitMs = START_MS + timesSlower * sound.durationMs;
	const end = await run({
		...recogniser.listener,
		input: JSON.stringify(job),
		signal,
		limitMs,
		onLine,
	}).catch((error: unknown) => {
		throw error instanceof ProgramFault
			? new RecogniserFault(`Speech recognition failed: ${error.message}.`, { cause: error })
			: error;
	});
	if (end.code === 0 && finished) return;
	const how =
		end.signal === undefined
			? (end.lastLines.at(-1) ?? `exit code ${end.code}`)
			: `it crashed or was ended from outside (${end.signal})`;
	throw new RecogniserFault(`Speech recognition failed: ${how.replace(/\.$/, "")}.`);
}
