import type { AnalyzeRequest, Engine, FoundClip } from "../engine/port.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";

/** A moment of a video that could become a clip. */
export interface PickCandidate {
	/** Whole milliseconds in the source. */
	readonly beginMs: number;
	readonly endMs: number;
	readonly title: string;
	readonly description: string;
	/** Without `#`. */
	readonly tags: readonly string[];
	/** 0 to 100, by showrun's own measure. */
	readonly score: number;
	/** What the score is made of, by name. */
	readonly parts: Readonly<Record<string, number>>;
}

/** What is picked from. */
export interface PickRequest {
	/** Those that showrun finds worth having, best first; more than it would take itself. */
	readonly candidates: readonly PickCandidate[];
	/** Length of the video. */
	readonly durationMs: number;
	/** Most clips that are wanted. Absent: as many as are good. */
	readonly limit?: number;
	/** As the campaign names it. Absent: unknown. */
	readonly language?: string;
}

/** A candidate that becomes a clip. */
export interface PickedClip {
	/** One of those given. */
	readonly candidate: PickCandidate;
	/** A sentence for people; it comes first among the clip's reasons. */
	readonly reason?: string;
}

/**
 * Picks the clips of a video, the best first. Called once a task; the same candidates should give the same
 * clips. What it throws fails the task with its message.
 */
export type Picker = (request: PickRequest) => readonly PickedClip[] | Promise<readonly PickedClip[]>;

/** An engine whose clips a program picks. */
export function pickingEngine(engine: Engine, pick: Picker): Engine {
	return {
		...engine,
		analyze: async (request, run) => {
			const { limit: _, ...unlimited } = request;
			const analysis = await engine.analyze({ ...unlimited, more: true }, run);
			const { clips, media } = analysis;
			const picked = await picking({ pick, request, clips, durationMs: media.durationMs });
			run.signal.throwIfAborted();
			return { ...analysis, clips: picked };
		},
	};
}

interface Picking {
	readonly pick: Picker;
	readonly request: AnalyzeRequest;
	readonly clips: readonly FoundClip[];
	readonly durationMs: number;
}

async function picking({ pick, request, clips, durationMs }: Picking): Promise<readonly FoundClip[]> {
	const found = new Map(clips.map((clip): [PickCandidate, FoundClip] => [candidateOf(clip), clip]));
	const { limit, language } = request;
	const picked = await given(pick, {
		candidates: [...found.keys()],
		durationMs,
		...defined({ limit, language }),
	});
	const taken = picked.map(({ candidate, reason }) => {
		const clip = found.get(candidate);
		if (clip === undefined)
			throw new StopFault("The program picked a clip that is no candidate, or one twice.");
		found.delete(candidate);
		return reason === undefined ? clip : { ...clip, reasons: [reason, ...(clip.reasons ?? [])] };
	});
	return taken.slice(0, limit);
}

/** A program's mistake fails the task, not the service. */
async function given(pick: Picker, request: PickRequest): Promise<readonly PickedClip[]> {
	try {
		return await pick(request);
	} catch (cause) {
		throw new StopFault(
			`The program's picker failed: ${cause instanceof Error ? cause.message : String(cause)}`,
			{
				cause,
			},
		);
	}
}

function candidateOf({ beginMs, endMs, title, description, tags, score, parts }: FoundClip): PickCandidate {
	return { beginMs, endMs, title, description, tags, score, parts };
}
