import type { Spoken } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { sourceName } from "../media/names.ts";
import { type Findings, keepFindings } from "../store/findings.ts";
import type { SourcedTask } from "../store/sourced.ts";
import { warningsFrom, withWarnings } from "../store/warnings.ts";
import type { JobContext } from "./context.ts";
import { costOf } from "./cost.ts";
import type { RankedRun } from "./renders.ts";
import { withTranscript } from "./source.ts";
import { goingOn } from "./starts.ts";
import { changeOpen } from "./task-changes.ts";

/** Finds out what is said in a video, or what it is about, and keeps it. */
export async function workOnSpeech(
	context: JobContext,
	task: SourcedTask,
	{ turn, ...run }: RankedRun,
): Promise<void> {
	const { engine, renders, media } = context;
	const { source, speech, kind } = task;
	const transcript = source.transcript && (await media.bring(sourceName(source.transcript), run.signal));
	const request = {
		file: await media.bring(sourceName(source), run.signal),
		title: source.title,
		...speech,
		...defined({ transcript }),
	};
	const step = (): Promise<Findings & Omit<Spoken, "sentences">> =>
		kind === "summary" ? engine.summarize(request, run) : engine.transcribe(request, run);
	const { media: played, notes, transcript: made, origin, ...found } = await renders.runStep(step, turn);
	const transcribed = await withTranscript(media, source, defined({ transcript: made, origin }));
	const findings = await keepFindings(found, media);
	await changeOpen(context, task, (before) => ({
		...goingOn(withWarnings(before, warningsFrom("analysis", notes))),
		source: transcribed,
		findings,
		costUsage: costOf(played.durationMs, before.rate),
	}));
}
