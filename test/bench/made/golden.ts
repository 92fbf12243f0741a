import { join } from "node:path";
import { composeScenes } from "../../../src/engine/compose/composition.ts";
import type { SceneLayout } from "../../../src/engine/compose/scene-layout.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import type { Analysis, FoundClip } from "../../../src/engine/port.ts";
import { probeSource } from "../../../src/engine/probe/probe.ts";
import { sampleFrames } from "../../../src/engine/see/sample-frames.ts";
import { scenesOf } from "../../../src/engine/see/scenes.ts";
import type { MadeSource } from "./sources.ts";

const LIMIT_MS = 600_000;
const OUTPUT = { width: 1080, height: 1920 };

/**
 * What the engine without models finds in a source, in lines that stay the same: spans, kinds of clips and of
 * pictures, reasons, notes.
 */
export async function summaryOf(
	source: MadeSource,
	given: { readonly ffmpeg: string; readonly cache: string },
): Promise<string> {
	const engine = createEngine({ ffmpeg: { wanted: given.ffmpeg, searchPath: "" }, cache: given.cache });
	const run = { signal: AbortSignal.timeout(LIMIT_MS), progress: () => {} };
	const found = await engine.analyze(
		{ ...source, title: "A video", seconds: { min: 0, max: 30 }, more: false },
		run,
	);
	const read = await probeSource(given.ffmpeg, source.file, run.signal);
	const lines: string[] = [];
	for (const clip of inOrder(found)) {
		const span = { begin: clip.beginMs, end: clip.endMs };
		const scenes = scenesOf(
			await sampleFrames(read, span, { ...run, ffmpeg: given.ffmpeg }),
			span.end - span.begin,
		);
		const { scenes: staged } = composeScenes({
			picture: read,
			output: OUTPUT,
			ratio: "9:16",
			layout: "Auto",
			scenes,
		});
		lines.push(clipLine(clip, [...new Set(staged.map(({ layout }) => kindOf(layout)))].sort().join(" and ")));
	}
	return [
		`${found.media.width}x${found.media.height}, ${stamp(found.media.durationMs)}, ${lines.length} clips`,
		...lines,
		...found.notes,
		"",
	].join("\n");
}

/** The file with what is expected of a source. */
export function goldenFile(name: string): string {
	return join(import.meta.dirname, "..", "golden", `${name.replaceAll(" ", "-")}.txt`);
}

/** In the order of the source: two clips that are equally good may change places. */
function inOrder({ clips }: Analysis): readonly FoundClip[] {
	return [...clips].sort((a, b) => a.beginMs - b.beginMs || a.endMs - b.endMs);
}

function clipLine({ beginMs, endMs, parts, reasons = [] }: FoundClip, picture: string): string {
	const [strongest] = Object.entries(parts).sort(([, a], [, b]) => b - a);
	return `${stamp(beginMs)}-${stamp(endMs)}  ${picture}, most for ${strongest?.[0]}. ${reasons.join(" ")}`;
}

function kindOf({ panels, behind }: SceneLayout): string {
	if (behind) return panels.length === 1 ? "Fit" : `${panels.length} panels over a blur`;
	return panels.length === 1 ? "Full" : `${panels.length} panels`;
}

function stamp(ms: number): string {
	return `${Math.floor(ms / 60_000)}:${((ms % 60_000) / 1000).toFixed(2).padStart(5, "0")}`;
}
