import { defined } from "../../model/defined.ts";
import type { Box } from "../compose/boxes.ts";
import { displayName, MediaFault } from "../io/engine-fault.ts";
import { spanCache } from "../io/render-cache.ts";
import type { Tool } from "../io/tool.ts";
import type { Source } from "../probe/source.ts";
import type { Span } from "../spans.ts";
import { sampleFrames } from "./sample-frames.ts";
import { type Scene, scenesOf } from "./scenes.ts";

/** What a layout is drawn from. */
export interface Look {
	readonly scenes: readonly Scene[];
	/** The part of the picture without black bars, where there are some. */
	readonly inner?: Box;
	readonly lookedFor: "for faces" | "for movement";
}

/**
 * Looks at a span for who is in it and where it is cut; remembered where there is a cache. Throws
 * `MediaFault` where there is no picture.
 */
export async function lookAt(source: Source, span: Span, tool: Tool): Promise<Look> {
	const make = () => look(source, span, tool);
	const cache = await spanCache(source, span, tool);
	if (!cache) return make();
	const model = (await tool.faces?.()) ? "faces" : "movement";
	return cache.json({ what: ["look", model], read: lookIn, make });
}

async function look(source: Source, span: Span, tool: Tool): Promise<Look> {
	const frames = await sampleFrames(source, span, tool);
	if (frames.frames.length === 0)
		throw new MediaFault(
			`There is no picture of ${displayName(source.file)} within the clip: ` +
				"the file is damaged or was cut off.",
		);
	const lookedFor = frames.faces ? "for faces" : "for movement";
	return defined({
		scenes: scenesOf(frames, span.end - span.begin),
		inner: frames.inner,
		lookedFor,
	} as const);
}

function lookIn(value: unknown): Look | undefined {
	const { scenes, lookedFor } = (value ?? {}) as Partial<Look>;
	const isScene = ({ begin, end, subjects }: Partial<Scene>) =>
		typeof begin === "number" && typeof end === "number" && Array.isArray(subjects);
	return Array.isArray(scenes) && scenes.every(isScene) && typeof lookedFor === "string"
		? (value as Look)
		: undefined;
}
