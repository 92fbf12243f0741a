import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../../src/engine/engine.ts";
import type { RenderRequest } from "../../../src/engine/port.ts";
import { probeSource } from "../../../src/engine/probe/probe.ts";
import { tracksIn } from "../../../src/engine/see/face-tracks.ts";
import type { FindFaces } from "../../../src/engine/see/faces.ts";
import { sampleFrames } from "../../../src/engine/see/sample-frames.ts";
import type { Frames } from "../../../src/engine/see/subjects.ts";
import type { Models } from "../../../src/models/open.ts";
import { builds } from "../../engine/media.ts";

const [build] = await builds();
/** A busy machine takes its time. */
const limit = () => AbortSignal.timeout(240_000);
const BEGIN_MS = 1_000;
const END_MS = 7_000;

/** Small frames of a video's begin, with the faces in them. */
export async function framesOf(file: string, find: FindFaces, endMs: number): Promise<Frames> {
	const ffmpeg = build?.path ?? "";
	const source = await probeSource(ffmpeg, file, limit());
	const tool = { ffmpeg, signal: limit(), progress: () => {}, faces: async () => find };
	return sampleFrames(source, { begin: 0, end: Math.min(endMs, source.durationMs) }, tool);
}

/** Share of the frames in which so many who stay are seen, in percent. */
export function seenIn({ faces = [], perSecond }: Frames, people = 1): number {
	const frames = new Map<number, number>();
	for (const { frame } of tracksIn(faces, perSecond).flat()) frames.set(frame, (frames.get(frame) ?? 0) + 1);
	return (100 * [...frames.values()].filter((count) => count >= people).length) / faces.length;
}

/** Renders six seconds of a video, and looks for faces in the result. */
export async function shownIn(
	file: string,
	given: {
		readonly models: Models;
		readonly find: FindFaces;
		readonly reframe: NonNullable<RenderRequest["reframe"]>;
		readonly people?: number;
	},
): Promise<{ readonly notes: readonly string[]; readonly seen: number }> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-faces-"));
	try {
		const engine = createEngine({
			ffmpeg: { wanted: build?.path ?? "", searchPath: "" },
			cache: join(folder, "cache"),
			models: given.models,
		});
		const clip = {
			beginMs: BEGIN_MS,
			endMs: END_MS,
			title: "",
			description: "",
			tags: [],
			score: 1,
			parts: {},
		};
		const output = join(folder, "clip.mp4");
		const { notes } = await engine.render(
			{ file, clip, resolution: "480p", reframe: given.reframe, output },
			{ signal: limit(), progress: () => {} },
		);
		return { notes, seen: seenIn(await framesOf(output, given.find, END_MS - BEGIN_MS), given.people) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
