import { loudnessMeter, STEP_MS } from "../../src/engine/hear/audio.ts";
import { findClips } from "../../src/engine/pick/find-clips.ts";
import { signalsFrom } from "../../src/engine/pick/signals.ts";
import { transcriptOf } from "../../src/engine/transcript/sentences.ts";
import { inOrder, type Word } from "../../src/engine/transcript/transcript.ts";
import { automaticCaptions, cleanSubtitles } from "./made/caption-styles.ts";
import { type Ears, earsHere } from "./made/ears.ts";
import type { Voices } from "./made/espeak.ts";
import { heardIn } from "./made/modes.ts";
import { type PlantedTalk, plantedTalk } from "./made/planted-talk.ts";
import { jingle } from "./made/reactions.ts";
import { type Half, readTalks } from "./made/talk-files.ts";
import { pcmOf, type Timeline, timelineOf } from "./made/timeline.ts";
import { RATE } from "./made/voice.ts";

/** Ways a talk is recorded. */
const RECORDED = ["as usual", "fast", "over music"] as const;
type Recorded = (typeof RECORDED)[number];
type Transcribe = (
	talk: PlantedTalk,
	given: { readonly seed: number; readonly ears: Ears },
) => Promise<readonly Word[] | undefined>;
const TRANSCRIPTS: Readonly<Record<string, Transcribe>> = {
	"automatic captions": async (talk) => automaticCaptions(talk),
	"clean subtitles": async (talk) => cleanSubtitles(talk),
	recognised: (talk, { seed, ears }) => ears.hear(talk, { seed, sound: heardIn(talk) }),
	"no transcript": async () => undefined,
};
const TALKS = 4;
const CLIPS = 12;
/** What ears do not tell apart. */
const GRACE_MS = 10;
const MUSIC_DB = -18;
const FAST = { pace: 1.3, pause: 0.35 } as const;

/**
 * Prints how many edges of clips are inside a word, against the times of the words: exact ones where the
 * recogniser is pulled and flite speaks, else those of espeak-ng, which are told by its silences and wrong
 * around numbers.
 */
export async function benchEdges(
	given: { readonly seed?: number; readonly talks?: number; readonly half?: Half } = {},
): Promise<void> {
	const { seed = Math.floor(Math.random() * 1e6), talks: count = TALKS, half = "held-out" } = given;
	const ears = await earsHere();
	const { talks, decoys } = await readTalks(half);
	const by = `said by ${ears.voices.name}, recognised by ${ears.name}`;
	console.log(
		`Edges of clips inside a word (goal: at most 1 in 100), ${count} talks each ${by}, seed ${seed}`,
	);
	let [all, wrong] = [0, 0];
	for (const recorded of RECORDED) {
		const made: PlantedTalk[] = [];
		for (let at = 0; at < count; at += 1) {
			const talk = talks[(seed + at) % talks.length];
			if (talk)
				made.push(
					await plantedTalk({ talk, decoys }, seed * 1_000 + at, {
						voices: recorded === "fast" ? hurried(ears.voices) : ears.voices,
						render: recorded === "as usual" ? timelineOf : renderedAs(recorded, seed),
					}),
				);
		}
		for (const [name, wordsOf] of Object.entries(TRANSCRIPTS)) {
			const found: Counted[] = [];
			for (const [at, talk] of made.entries())
				found.push(edgesOf(talk, await wordsOf(talk, { seed: seed + at, ears })));
			const edges = found.reduce((sum, each) => sum + each.edges, 0);
			const inside = found.reduce((sum, each) => sum + each.inside, 0);
			[all, wrong] = [all + edges, wrong + inside];
			console.log(`  ${`${recorded}, ${name}`.padEnd(34)}${`${inside} of ${edges}`.padStart(12)}`);
		}
	}
	console.log(`  ${"all".padEnd(34)}${`${wrong} of ${all}`.padStart(12)}`);
}

interface Counted {
	readonly edges: number;
	readonly inside: number;
}

function edgesOf({ timeline }: PlantedTalk, words: readonly Word[] | undefined): Counted {
	const { durationMs } = timeline;
	const sound = loudnessMeter(Math.ceil(durationMs / STEP_MS));
	sound.add(new Uint8Array(pcmOf(timeline).buffer));
	const pictures = { cuts: [], motion: [], lastMs: durationMs };
	const transcript = words && transcriptOf(inOrder(words, durationMs));
	const signals = signalsFrom({ durationMs, sound, pictures, transcript });
	const { scored } = findClips(signals, { seconds: { min: 0, max: 30 }, more: true, limit: CLIPS });
	const edges = scored.flatMap(({ begin, end }) => [begin, end]);
	const said = timeline.sentences.flat();
	const isInside = (at: number) =>
		said.some((word) => at > word.begin + GRACE_MS && at < word.end - GRACE_MS);
	return { edges: edges.length, inside: edges.filter(isInside).length };
}

function hurried(voices: Voices): Voices {
	return { ...voices, say: (text, how) => voices.say(text, { ...how, pace: how.pace * FAST.pace }) };
}

/** Somebody who is in a hurry hardly pauses; music is heard below everything that is said. */
function renderedAs(recorded: Recorded, seed: number): typeof timelineOf {
	return (heard, given) => {
		if (recorded === "fast")
			return timelineOf(
				heard.map((each) => ({ ...each, pauseMs: Math.round(each.pauseMs * FAST.pause) })),
				given,
			);
		const timeline = timelineOf(heard, given);
		return { ...timeline, samples: withMusic(timeline, seed) };
	};
}

function withMusic({ samples }: Timeline, seed: number): Float32Array {
	const { samples: music } = jingle(seed);
	const gain = 10 ** (MUSIC_DB / 20) / 2;
	for (let at = 0; at < samples.length; at += 1)
		samples[at] = (samples[at] ?? 0) + gain * (music[at % (6 * RATE)] ?? 0);
	return samples;
}
