import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import { builds } from "../engine/media.ts";
import { type Edges, edgesIn, MANNERS, type Manner, type Told, TRANSCRIPTS, talkOf } from "./made/edges.ts";
import { writeVideo } from "./made/timeline.ts";
import { speakerIn } from "./made/voice.ts";

const SENTENCES = 70;
const LENGTHS = [
	{ min: 0, max: 15 },
	{ min: 0, max: 30 },
	{ min: 30, max: 60 },
] as const;
/** What ears and rounding to whole milliseconds do not tell apart. */
const GRACE_MS = 10;
const SHOWN = 5;

/**
 * Prints how many clips begin or end inside a word, for ways of speaking and for what is known about the
 * words.
 */
export async function benchWords(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-words-"));
	try {
		const speaker = await speakerIn(folder);
		console.log(
			`Clips that begin or end inside a word, of all clips (spoken by ${speaker.name}; goal: none)`,
		);
		const [build] = await builds();
		if (build === undefined) throw new Error("no ffmpeg was found");
		const engine = createEngine({ ffmpeg: { wanted: build.path, searchPath: "" }, cache: folder });
		const all: { readonly told: Told; readonly edges: Edges }[] = [];
		for (const [at, manner] of (Object.keys(MANNERS) as Manner[]).entries()) {
			const timeline = await talkOf({ seed: 900 + at, manner, sentences: SENTENCES }, speaker);
			const file = join(folder, `${at}.mp4`);
			await writeVideo(file, timeline, build.path);
			for (const told of Object.keys(TRANSCRIPTS) as Told[]) {
				const edges: Edges[] = [];
				for (const seconds of LENGTHS) edges.push(await edgesIn(timeline, { engine, file, told, seconds }));
				console.log(line(`${manner}, ${told}`, edges));
				all.push(...edges.map((each) => ({ told, edges: each })));
			}
		}
		const sum = (title: string, of: (told: Told) => boolean) =>
			line(
				title,
				all.filter(({ told }) => of(told)).map(({ edges }) => edges),
			);
		console.log(sum("all with a transcript", (told) => told !== "no transcript"));
		console.log(sum("all without", (told) => told === "no transcript"));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function line(title: string, edges: readonly Edges[]): string {
	const wrong = edges.flatMap((each) => each.inside).filter((each) => each.byMs > GRACE_MS);
	const clips = edges.reduce((sum, each) => sum + each.clips, 0);
	const which = wrong
		.slice(0, SHOWN)
		.map((each) => `"${each.word}" at ${(each.atMs / 1000).toFixed(2)} s by ${each.byMs.toFixed(0)} ms`);
	return `${title.padEnd(46)}${`${wrong.length} of ${clips}`.padStart(10)}  ${which.join(", ")}`;
}
