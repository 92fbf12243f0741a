import type { RenderRequest } from "./port.ts";
import type { Size } from "./shape.ts";
import type { Span } from "./spans.ts";

/** What is drawn over a clip: an .ass script, or nothing. */
export interface Drawing {
	readonly name: string;
	readonly script?: string;
	readonly notes: readonly string[];
}

export async function drawingFor(given: {
	readonly request: RenderRequest;
	readonly span: Span;
	readonly output: Size;
	readonly durationMs: number;
}): Promise<Drawing> {
	return { name: "words.ass", notes: given.request.caption || given.request.hook ? ["Captions and hook text are not drawn yet."] : [] };
}

export async function withDrawing(_drawing: Drawing, work: (folder: string | undefined) => Promise<void>): Promise<void> {
	await work(undefined);
}
