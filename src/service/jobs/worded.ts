import type { Worded, WordRequest } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import type { RankedClip } from "../store/shapes.ts";
import type { SourcedTask } from "../store/sourced.ts";
import type { JobContext } from "./context.ts";

/** What a language model writes about the clip. An export changes the words of its project only where another language is asked for. */
export async function worded(
	{ engine, renders }: JobContext,
	task: SourcedTask & RankedClip,
	signal: AbortSignal,
): Promise<Worded> {
	const { kind, source, search, render, clip } = task;
	const target = kind === "export" ? render?.target : search?.target;
	const request: WordRequest = defined({
		transcript: source.transcript && renders.sourcePath(source.transcript),
		clip,
		texts: kind === "export" && target === undefined ? "kept" : "improved",
		language: search?.language || undefined,
		target: target || undefined,
		tone: render?.hook?.style,
		captions: render?.caption?.display,
	});
	return engine.word(request, signal);
}
