import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AddressText } from "../../../model/address.ts";
import { Fault } from "../../../model/fault.ts";
import type { Settings } from "../../../model/settings.ts";
import type { ClipExplanation, Overview, SpokenWord, VideoDetails } from "../../../page/port.ts";
import { systemClock } from "../../../system/clock.ts";
import { replaceFile, sha256 } from "../../../system/files.ts";
import { cuesFrom } from "../../../transcripts/cues.ts";
import { partNames } from "../../../views/explained.ts";
import type { Connected } from "../service.ts";
import { clipsFolder } from "./clip-files.ts";

const NOTHING: VideoDetails = { words: [], explanations: new Map() };
/** A service that does not answer is asked again after so long. Milliseconds. */
const AGAIN_MS = 5 * 60_000;

interface DetailParts {
	readonly settings: Pick<Settings, "root" | "service">;
	readonly connected: Pick<Connected, "service" | "transcript">;
	readonly signal: AbortSignal;
}

/** Details as they are kept. */
interface Kept {
	readonly words: readonly SpokenWord[];
	readonly explanations: readonly (readonly [number, ClipExplanation])[];
}

/**
 * What the service tells of settled results never changes: it is asked once a task, and one elsewhere once
 * for every run of the page.
 */
export function openVideoDetails({ settings, connected, signal }: DetailParts) {
	const { url } = settings.service;
	const known = new Map<string, { readonly asked: Promise<Answered>; readonly at: number }>();
	const fileOf = (taskId: string) => join(clipsFolder(settings), sha256(JSON.stringify([url, taskId])));
	const read = async (taskId: string): Promise<Answered> => {
		const kept = url === undefined ? undefined : await readKept(fileOf(taskId));
		if (kept !== undefined) return { kept, isWhole: true };
		const answered = await ask(taskId, connected, signal);
		if (url !== undefined && answered.isWhole) await keep(fileOf(taskId), answered.kept);
		return answered;
	};
	return async (video: AddressText, { snapshot }: Overview): Promise<VideoDetails> => {
		const state = snapshot.resources[video];
		if (state?.kind !== "video" || state.result === undefined) return NOTHING;
		const { taskId } = state;
		const now = systemClock.monotonic();
		const before = known.get(taskId);
		const isOld = before !== undefined && now - before.at > AGAIN_MS && !(await before.asked).isWhole;
		const { asked } = before === undefined || isOld ? { asked: read(taskId) } : before;
		if (before?.asked !== asked) known.set(taskId, { asked, at: now });
		const { words, explanations } = (await asked).kept;
		return { words, explanations: new Map(explanations) };
	};
}

interface Answered {
	readonly kept: Kept;
	/** Whether nothing more can be had by asking again. */
	readonly isWhole: boolean;
}

/** Details are a help: a page without them is a page all the same. */
async function ask(
	taskId: string,
	{ service, transcript }: DetailParts["connected"],
	signal: AbortSignal,
): Promise<Answered> {
	const faults: Fault[] = [];
	const without = (error: unknown) => {
		if (!(error instanceof Fault)) throw error;
		faults.push(error);
		return undefined;
	};
	const reading = await service.results(taskId, signal).catch(without);
	const spoken = await transcript(taskId, signal).catch(without);
	// A service may have no transcript of it; whether it has is known once it has told the results.
	const isWhole = reading !== undefined && faults.every(({ next, fatal }) => next === "stop" && !fatal);
	const words = cuesFrom(spoken?.text ?? "").flatMap((cue) =>
		cue.words.map(({ text, begin, end }) => ({ text, begin, end })),
	);
	const explanations = (reading?.explanations ?? []).map(
		({ idx, parts, reasons }) => [idx, { parts: partNames(parts), reasons }] as const,
	);
	return { kept: { words, explanations }, isWhole };
}

async function readKept(file: string): Promise<Kept | undefined> {
	try {
		return JSON.parse(await readFile(`${file}.json`, "utf8")) as Kept;
	} catch {
		return undefined;
	}
}

/** A disk that takes nothing costs requests, and no page. */
async function keep(file: string, kept: Kept): Promise<void> {
	await mkdir(dirname(file), { recursive: true }).catch(() => {});
	await replaceFile(`${file}.json`, JSON.stringify(kept)).catch(() => {});
}
