import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import { loudnessMeter, STEP_MS } from "../../src/engine/hear/audio.ts";
import { candidatesIn, lengthsOf } from "../../src/engine/pick/candidates.ts";
import { mean } from "../../src/engine/pick/curves.ts";
import { signalsFrom } from "../../src/engine/pick/signals.ts";
import { type Span, shared } from "../../src/engine/spans.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";
import { chanceOf } from "./made/chance.ts";
import { KINDS, type Kind, type Planted, plantedTalk } from "./made/moments.ts";
import { pcmOf, srtOf, writeVideo } from "./made/timeline.ts";
import { speakerIn } from "./made/voice.ts";

/** Never looked at while weights are chosen: those are tried on other seeds. */
const SEEDS = [401, 402, 403, 404, 405, 406] as const;
const TOP = 5;
const SECONDS = { min: 0, max: 30 } as const;
const GOAL = 80;
const DRAWS = 200;
const MOSTLY = 0.8;

const RANKINGS = ["showrun", "random", "loudness"] as const;
type Found = Readonly<Record<(typeof RANKINGS)[number], ReadonlyMap<Kind, number>>>;

/**
 * Prints how many planted moments are among the five best clips: by our ranking, at random, by loudness
 * alone.
 */
export async function benchRanking(seeds: readonly number[] = SEEDS): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-ranking-"));
	try {
		const speaker = await speakerIn(folder);
		console.log(
			`Planted moments among the five best clips, in % (${seeds.length} talks of about eight minutes, spoken by ${speaker.name})`,
		);
		const found: Found[] = [];
		for (const seed of seeds) found.push(await foundIn(await plantedTalk(seed, speaker), { seed, folder }));
		console.log(`${"".padEnd(20)}${RANKINGS.map((name) => name.padStart(10)).join("")}`);
		for (const kind of KINDS)
			console.log(line(kind, (name) => mean(found.map((each) => each[name].get(kind) ?? 0))));
		console.log(
			`${line("all", (name) => mean(found.map((each) => mean([...each[name].values()]))))}   (goal for showrun: at least ${GOAL})`,
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function line(title: string, share: (name: (typeof RANKINGS)[number]) => number): string {
	return title.padEnd(20) + RANKINGS.map((name) => (100 * share(name)).toFixed(0).padStart(10)).join("");
}

async function foundIn(
	{ timeline, moments }: Planted,
	given: { readonly seed: number; readonly folder: string },
): Promise<Found> {
	const file = join(given.folder, `${given.seed}.mp4`);
	const transcript = join(given.folder, `${given.seed}.srt`);
	await writeVideo(file, timeline);
	await writeFile(transcript, srtOf(timeline.sentences));
	const engine = createEngine({ ffmpeg: { searchPath: process.env.PATH ?? "" }, cache: given.folder });
	const run = { signal: AbortSignal.timeout(300_000), progress: () => {} };
	const { clips } = await engine.analyze(
		{ file, transcript, title: "Talk", seconds: SECONDS, more: true },
		run,
	);
	const ours = clips.slice(0, TOP).map((clip) => ({ begin: clip.beginMs, end: clip.endMs }));
	const share = (chosen: readonly Span[]) =>
		new Map(moments.map((moment) => [moment.kind, isIn(chosen, moment) ? 1 : 0] as const));
	const candidates = candidatesOf(timeline);
	const byLoudness = apart([...candidates].sort((a, b) => b.loudness - a.loudness));
	return {
		showrun: share(ours),
		random: randomly(candidates, { seed: given.seed, share }),
		loudness: share(byLoudness),
	};
}

function isIn(chosen: readonly Span[], moment: Span): boolean {
	return chosen.some((clip) => shared(clip, moment) >= MOSTLY * (moment.end - moment.begin));
}

type Loud = Span & { readonly loudness: number };

/** The spans our ranking chooses from, and how loud each is. */
function candidatesOf(timeline: Planted["timeline"]): readonly Loud[] {
	const { durationMs } = timeline;
	const meter = loudnessMeter(Math.ceil(durationMs / STEP_MS));
	meter.add(new Uint8Array(pcmOf(timeline).buffer));
	const words = wordsIn(srtOf(timeline.sentences), durationMs);
	const pictures = { cuts: [], motion: [], lastMs: durationMs };
	const signals = signalsFrom({
		durationMs,
		sound: meter,
		pictures,
		transcript: { words, sentences: sentencesOf(words) },
	});
	return candidatesIn(signals, lengthsOf(SECONDS)).candidates.map(({ begin, end }) => ({
		begin,
		end,
		loudness: mean(meter.levels.slice(begin / STEP_MS, end / STEP_MS)),
	}));
}

/** The first of them that share no time. */
function apart(ranked: readonly Loud[]): readonly Loud[] {
	const chosen: Loud[] = [];
	for (const each of ranked)
		if (chosen.length < TOP && chosen.every((taken) => shared(taken, each) === 0)) chosen.push(each);
	return chosen;
}

/** How often a moment is found by chance. */
function randomly(
	candidates: readonly Loud[],
	given: { readonly seed: number; readonly share: (chosen: readonly Span[]) => ReadonlyMap<Kind, number> },
) {
	const chance = chanceOf(given.seed);
	const draws = Array.from({ length: DRAWS }, () =>
		given.share(
			apart(
				candidates
					.map((each) => ({ ...each, loudness: chance.next() }))
					.sort((a, b) => b.loudness - a.loudness),
			),
		),
	);
	return new Map(KINDS.map((kind) => [kind, mean(draws.map((draw) => draw.get(kind) ?? 0))] as const));
}
