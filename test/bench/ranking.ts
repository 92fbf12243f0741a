import { STEP_MS } from "../../src/engine/hear/audio.ts";
import { candidatesIn, lengthsOf } from "../../src/engine/pick/candidates.ts";
import { clipTextsFor } from "../../src/engine/pick/clip-texts.ts";
import { mean } from "../../src/engine/pick/curves.ts";
import { findClips } from "../../src/engine/pick/find-clips.ts";
import type { Signals } from "../../src/engine/pick/signals.ts";
import { type Span, shared } from "../../src/engine/spans.ts";
import { chanceOf } from "./made/chance.ts";
import { type Ears, earsHere, madeUpEars, wrongWords } from "./made/ears.ts";
import { VOICE_COUNT } from "./made/espeak.ts";
import { heardIn, MODES, type Mode, signalsOf } from "./made/modes.ts";
import { MOMENTS, type PlantedTalk, plantedTalk } from "./made/planted-talk.ts";
import { measured, TIMED_VOICES, timesOf } from "./made/quick.ts";
import { isQuoted, isTagSaid } from "./made/quoted.ts";
import { type Half, KINDS, type Kind, readTalks } from "./made/talk-files.ts";

const TALKS = 42;
const TOP = 5;
const SECONDS = { min: 0, max: 30 } as const;
const DRAWS = 40;
/** So much of a moment is in a clip that holds it. */
const MOSTLY = 0.8;
const RESAMPLES = 1_000;
/** What every talk is called. */
const NAME = "A talk";

const RANKINGS = ["showrun", "chance", "loudness"] as const;
type Ranking = (typeof RANKINGS)[number];

/** One moment of one talk in one mode: how often each ranking has it among its best five, 0 to 1. */
type Found = { readonly file: string; readonly kind: Kind; readonly mode: Mode } & Readonly<
	Record<Ranking, number>
>;
/** What must not be seen in clips. */
interface Seen {
	clips: number;
	/** Of clips whose titles are not only the name and the place. */
	quotes: number;
	misquotes: string[];
	tags: number;
	unsaidTags: string[];
	titles: string[];
	housekeeping: number;
	startsInReaction: number;
	edges: number;
	insideWords: number;
}

/**
 * Prints how many planted moments are among the five best clips, on talks nobody tuned by: by our ranking, by
 * chance, by loudness alone; with a transcript, with a recognised one, and by the sound alone.
 */
export async function benchRanking(
	given: {
		readonly seed?: number;
		readonly half?: Half;
		readonly talks?: number;
		readonly quick?: boolean;
	} = {},
): Promise<void> {
	const {
		seed = Math.floor(Math.random() * 1e6),
		half = "held-out",
		talks: count = TALKS,
		quick = false,
	} = given;
	const ears = quick ? madeUpEars(TIMED_VOICES) : await earsHere();
	const { talks, decoys } = await readTalks(half);
	console.log(
		`Moments among the five best clips, in %: ${count * MOMENTS} moments in ${count} talks made of ${talks.length} ` +
			`${half} ones, ${VOICE_COUNT} voices by ${ears.voices.name}, seed ${seed}`,
	);
	const modes = quick ? MODES.filter((mode) => mode !== "sound alone") : MODES;
	const found: Found[] = [];
	const seen = new Map<Mode, Seen>(MODES.map((mode) => [mode, nothingSeen()]));
	const errors = { wrong: 0, of: 0 };
	for (let at = 0; at < count; at += 1) {
		const talk = talks[at % talks.length];
		if (!talk) throw new Error(`there are no ${half} talks`);
		const { made, signals } = await heardTalk({ talk, decoys }, { seed, at, quick, ears, errors });
		for (const mode of modes) found.push(...foundIn(made, signals[mode], { mode, seed: seed + at, seen }));
	}
	const share = ((100 * errors.wrong) / errors.of).toFixed(1);
	console.log(`Recognised by ${ears.name}: ${share} % of ${errors.of} words wrong`);
	for (const mode of modes) print(mode, found, seen.get(mode));
}

/** A talk, and what the engine would know of it in each mode; counts the words that were heard wrong. */
async function heardTalk(
	from: Parameters<typeof plantedTalk>[0],
	given: {
		readonly seed: number;
		readonly at: number;
		readonly quick: boolean;
		readonly ears: Ears;
		readonly errors: { wrong: number; of: number };
	},
): Promise<{ readonly made: PlantedTalk; readonly signals: Readonly<Record<Mode, Signals>> }> {
	const { quick, ears, errors } = given;
	const seed = given.seed + given.at;
	const made = await plantedTalk(from, given.seed * 1_000 + given.at, {
		voices: ears.voices,
		...(quick && { render: timesOf }),
	});
	const sound = quick ? measured(made, seed) : heardIn(made);
	const recognised = await ears.hear(made, { seed, sound });
	const { wrong, of } = wrongWords(made, recognised);
	errors.wrong += wrong;
	errors.of += of;
	return { made, signals: signalsOf(made, seed, { recognised, sound }) };
}

function nothingSeen(): Seen {
	return {
		clips: 0,
		quotes: 0,
		misquotes: [],
		tags: 0,
		unsaidTags: [],
		titles: [],
		housekeeping: 0,
		startsInReaction: 0,
		edges: 0,
		insideWords: 0,
	};
}

function foundIn(
	made: PlantedTalk,
	signals: Signals,
	given: { readonly mode: Mode; readonly seed: number; readonly seen: ReadonlyMap<Mode, Seen> },
): readonly Found[] {
	const { scored } = findClips(signals, { seconds: SECONDS, more: true });
	const candidates = candidatesIn(signals, lengthsOf(SECONDS)).candidates.map(({ begin, end }) => ({
		begin,
		end,
		rank: mean(signals.sound?.levels.slice(begin / STEP_MS, end / STEP_MS) ?? []),
	}));
	const seen = given.seen.get(given.mode);
	if (seen) look(made, { signals, clips: scored, seen });
	const ours = scored.slice(0, TOP);
	const loudest = apart(candidates);
	const chance = chanceOf(given.seed);
	const draws = Array.from({ length: DRAWS }, () =>
		apart(candidates.map((each) => ({ ...each, rank: chance.next() }))),
	);
	return made.moments.map((moment) => ({
		file: made.file,
		kind: moment.kind,
		mode: given.mode,
		showrun: isIn(ours, moment) ? 1 : 0,
		loudness: isIn(loudest, moment) ? 1 : 0,
		chance: mean(draws.map((draw) => (isIn(draw, moment) ? 1 : 0))),
	}));
}

function look(
	made: PlantedTalk,
	{
		signals,
		clips,
		seen,
	}: { readonly signals: Signals; readonly clips: readonly Span[]; readonly seen: Seen },
): void {
	const words = made.timeline.sentences.flat();
	for (const clip of clips) {
		seen.edges += 2;
		for (const edge of [clip.begin, clip.end])
			if (words.some((word) => edge > word.begin + 10 && edge < word.end - 10)) seen.insideWords += 1;
	}
	for (const clip of clips.slice(0, TOP)) {
		seen.clips += 1;
		const { title, tags } = clipTextsFor(clip, signals.transcript, NAME);
		seen.tags += tags.length;
		seen.unsaidTags.push(...tags.filter((tag) => !isTagSaid(tag, made, clip)));
		if (!title.startsWith(`${NAME}, `)) {
			seen.quotes += 1;
			if (!isQuoted(title, made, clip)) seen.misquotes.push(title);
		}
		const touched = made.housekeeping.filter((each) => shared(each, clip) > 0.5 * (each.end - each.begin));
		if (touched.some(({ text }) => isTitleOf(title, text))) seen.titles.push(title);
		const length = touched.reduce((sum, each) => sum + each.end - each.begin, 0);
		if (length > 0.3 * (clip.end - clip.begin)) seen.housekeeping += 1;
		if (made.reactions.some((each) => each.begin < clip.begin + 1_000 && each.end > clip.begin + 100))
			seen.startsInReaction += 1;
	}
}

function isTitleOf(title: string, text: string): boolean {
	const plain = (each: string) => each.toLowerCase().replace(/[^a-z ]/g, "");
	const words = new Set(plain(text).split(" "));
	const own = plain(title).split(" ");
	return own.filter((word) => words.has(word)).length >= 0.8 * own.length;
}

function isIn(chosen: readonly Span[], moment: Span): boolean {
	return chosen.some((clip) => shared(clip, moment) >= MOSTLY * (moment.end - moment.begin));
}

/** The best that share no time. */
function apart(candidates: readonly (Span & { readonly rank: number })[]): readonly Span[] {
	const chosen: Span[] = [];
	for (const each of [...candidates].sort((a, b) => b.rank - a.rank)) {
		if (chosen.length === TOP) break;
		if (chosen.every((taken) => shared(taken, each) === 0)) chosen.push(each);
	}
	return chosen;
}

function print(mode: Mode, all: readonly Found[], seen: Seen | undefined): void {
	const found = all.filter((each) => each.mode === mode);
	console.log(`\n${mode.padEnd(20)}${RANKINGS.map((name) => name.padStart(10)).join("")}`);
	const share = (some: readonly Found[], name: Ranking) => 100 * mean(some.map((each) => each[name]));
	for (const kind of KINDS) {
		const some = found.filter((each) => each.kind === kind);
		console.log(
			`  ${kind.padEnd(18)}${RANKINGS.map((name) => share(some, name).toFixed(0).padStart(10)).join("")}`,
		);
	}
	const { low, high } = interval(found);
	console.log(
		`  ${"all".padEnd(18)}${RANKINGS.map((name) => share(found, name).toFixed(1).padStart(10)).join("")}` +
			`   showrun 95 % of the time between ${low.toFixed(0)} and ${high.toFixed(0)}`,
	);
	if (!seen) return;
	console.log(
		`  of ${seen.clips} clips: ${seen.titles.length} titles and ${seen.housekeeping} clips are housekeeping, ` +
			`${seen.startsInReaction} start in a reaction; ${seen.insideWords} of ${seen.edges} edges are inside a word`,
	);
	for (const title of seen.titles.slice(0, 8)) console.log(`    housekeeping title: ${title}`);
	console.log(
		`  of ${seen.quotes} titles from what is said, ${seen.misquotes.length} hold what was not said`,
	);
	for (const title of seen.misquotes.slice(0, 8)) console.log(`    not said: ${title}`);
	const unsaid = seen.unsaidTags.length > 0 ? `: ${seen.unsaidTags.slice(0, 8).join(", ")}` : "";
	console.log(`  of ${seen.tags} tags, ${seen.unsaidTags.length} were not said${unsaid}`);
}

/** By drawing talks, as their moments are not independent of each other. */
function interval(found: readonly Found[]): { readonly low: number; readonly high: number } {
	const chance = chanceOf(1);
	const talks = [...new Set(found.map(({ file }) => file))].map((file) =>
		found.filter((each) => each.file === file),
	);
	const shares = Array.from({ length: RESAMPLES }, () => {
		const drawn = talks.flatMap(() => chance.pick(talks));
		return 100 * mean(drawn.map(({ showrun }) => showrun));
	}).sort((a, b) => a - b);
	return {
		low: shares[Math.floor(0.025 * RESAMPLES)] ?? 0,
		high: shares[Math.floor(0.975 * RESAMPLES)] ?? 0,
	};
}
