import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FINE_MS, loudnessMeter, SILENT_DB, STEP_MS } from "../../src/engine/hear/audio.ts";
import { gapsIn } from "../../src/engine/hear/gaps.ts";
import { speechIn } from "../../src/engine/hear/speech.ts";
import { boundariesOf } from "../../src/engine/pick/boundaries.ts";
import { candidatesIn, lengthsOf } from "../../src/engine/pick/candidates.ts";
import { choose } from "../../src/engine/pick/choose.ts";
import { percentiles } from "../../src/engine/pick/curves.ts";
import { type Scored, score } from "../../src/engine/pick/score.ts";
import { type Signals, signalsFrom } from "../../src/engine/pick/signals.ts";
import { picturesFrom } from "../../src/engine/see/scan.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";

const picking = suite("picking clips");
const HOUR = 3_600_000;

/** Levels for `[milliseconds, dB]` stretches. */
function levels(...stretches: readonly (readonly [number, number])[]): readonly number[] {
	return stretches.flatMap(([ms, level]) => new Array<number>(ms / STEP_MS).fill(level));
}

function signals(given: {
	readonly sound?: readonly number[];
	readonly cuts?: readonly number[];
	readonly srt?: string;
	readonly durationMs: number;
	readonly motion?: readonly number[];
}): Signals {
	const words = given.srt === undefined ? undefined : wordsIn(given.srt, given.durationMs);
	return signalsFrom({
		durationMs: given.durationMs,
		sound: given.sound && { levels: given.sound },
		pictures: { cuts: given.cuts ?? [], motion: given.motion ?? [], lastMs: given.durationMs },
		transcript: words && { words, sentences: sentencesOf(words) },
	});
}

picking("samples become levels in steps, however they come in", () => {
	const samples = new Int16Array(2_000).map((_, at) => (at % 2 === 0 ? 16_384 : -16_384));
	const bytes = new Uint8Array(samples.buffer);
	const inOne = loudnessMeter(100);
	inOne.add(bytes);
	const inPieces = loudnessMeter(100);
	for (let from = 0; from < bytes.length; from += 7) inPieces.add(bytes.subarray(from, from + 7));
	assert.equal([inOne.levels.map(Math.round), inPieces.levels], [[-6, -6], inOne.levels]);
	const silence = loudnessMeter(1);
	silence.add(new Uint8Array(1_600 * 4));
	assert.equal(silence.levels, [SILENT_DB]);
});

picking("a pause is at least 0.35 s long, and a click does not end it", () => {
	const sound = levels(
		[2_000, -20],
		[300, -70],
		[2_000, -20],
		[500, -70],
		[50, -20],
		[500, -70],
		[2_000, -20],
	);
	assert.equal(speechIn({ levels: sound }, 7_350), {
		pauses: [{ begin: 4_300, end: 5_350 }],
		spoken: [
			{ begin: 0, end: 4_300 },
			{ begin: 5_350, end: 7_350 },
		],
	});
});

picking("what is silent depends on the source: a noisy room has pauses too, steady music has none", () => {
	assert.equal(speechIn({ levels: levels([3_000, -15], [1_000, -38], [3_000, -15]) }, 7_000).pauses, [
		{ begin: 3_000, end: 4_000 },
	]);
	assert.equal(speechIn({ levels: levels([5_000, -20], [1_000, -23], [5_000, -20]) }, 11_000).pauses, []);
});

picking("a cut is a change that comes at once; steady motion is none", () => {
	const frames = (changeAt: (frame: number) => number) =>
		Array.from({ length: 30 }, (_, frame) => ({ atMs: frame * 100, change: changeAt(frame) }));
	const still = picturesFrom(frames((frame) => (frame === 15 ? 30 : 1)));
	const moving = picturesFrom(frames((frame) => 20 + (frame % 3)));
	assert.equal(
		[still, moving.cuts.filter((cut) => cut > 0), moving.motion.map(Math.round)],
		[{ cuts: [1_500], motion: [1, 1, 1], lastMs: 2_900 }, [], [21, 21, 21]],
	);
});

picking(
	"a clip begins a little before the speech and ends a little after it, never past half of a pause",
	() => {
		const sound = levels([5_000, -20], [2_000, -70], [5_000, -20], [400, -70], [5_000, -20]);
		const { starts, ends } = boundariesOf(signals({ sound, durationMs: 17_400 }));
		assert.equal(
			[starts.map((each) => each.at), ends.map((each) => each.at)],
			[
				[0, 6_700, 12_200],
				[5_400, 12_200, 17_400],
			],
		);
	},
);

picking(
	"a quiet consonant at the end of a pause belongs to the word: the clip does not begin or end in it",
	() => {
		const fine = (...stretches: readonly (readonly [number, number])[]) =>
			stretches.flatMap(([ms, level]) => new Array<number>(ms / FINE_MS).fill(level));
		const pause = fine([160, -52], [180, -70], [60, -52]);
		const sound = {
			levels: levels([5_000, -20], [400, -60], [5_000, -20]),
			fine: [...fine([5_000, -20]), ...pause, ...fine([5_000, -20])],
		};
		const heard = signalsFrom({
			durationMs: 10_400,
			sound,
			pictures: { cuts: [], motion: [], lastMs: 10_400 },
			transcript: undefined,
		});
		const { starts, ends } = boundariesOf(heard);
		assert.equal([heard.gaps, starts[1]?.at, ends[0]?.at], [[{ begin: 5_160, end: 5_340 }], 5_250, 5_250]);
	},
);

picking("where a transcript is a little off, the silence that is heard counts", () => {
	const heard = (silence: number) => {
		const fine = Array.from({ length: 1_000 }, (_, at) =>
			at * FINE_MS >= silence && at * FINE_MS < silence + 200 ? -70 : -20,
		);
		const words = wordsIn(
			"00:00:01,000 --> 00:00:05,000\nOne is here.\n\n00:00:05,060 --> 00:00:09,000\nTwo is too.\n",
			10_000,
		);
		const pictures = { cuts: [], motion: [], lastMs: 10_000 };
		const transcript = { words, sentences: sentencesOf(words) };
		return boundariesOf(
			signalsFrom({
				durationMs: 10_000,
				sound: { levels: levels([10_000, -20]), fine },
				pictures,
				transcript,
			}),
		);
	};
	assert.equal([heard(5_060).starts.at(-1)?.at, heard(7_000).starts.at(-1)?.at], [5_160, 5_030]);
});

/** A second of loud and 0.2 s of quiet, again and again, and what an .srt says. */
function talked(srt: readonly (readonly [beginMs: number, endMs: number, text: string])[], quiet = -70) {
	const fine = Array.from({ length: 2_400 }, (_, at) => (at % 120 < 100 ? -20 : quiet));
	const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
	const words = wordsIn(
		srt.map(([begin, end, text]) => `${time(begin)} --> ${time(end)}\n${text}\n`).join("\n"),
		24_000,
	);
	return signalsFrom({
		durationMs: 24_000,
		sound: { levels: levels([24_000, -20]), fine },
		pictures: { cuts: [], motion: [], lastMs: 24_000 },
		transcript: { words, sentences: sentencesOf(words) },
	});
}

picking("where a word is missing in the transcript there is no pause: nothing begins or ends there", () => {
	const between = (from: number) => {
		const heard = talked([
			[0, from, "All of this is said."],
			[from + 400, 24_000, "And all of that too."],
		]);
		const { starts, ends } = boundariesOf(heard);
		return [...starts, ...ends].filter(({ at }) => at > 0 && at < 23_000).map(({ at }) => at);
	};
	assert.equal([between(2_200), between(2_800)], [[2_300, 2_300], []]);
});

picking("a clip begins before the first sentence, though music plays there", () => {
	const startsAt = (unsaidMs: number) =>
		boundariesOf(
			talked([
				[0, 4_900, "All of this is said."],
				[4_900 + unsaidMs, 24_000, "And all of that too."],
			]),
		).starts.map(({ at }) => at);
	assert.equal([startsAt(2_100).includes(6_700), startsAt(400)], [true, [0]]);
});

picking("captions that come early are moved as a whole to where the voice sets in", () => {
	const breaks = [0, 2_300, 3_900, 6_800, 9_000, 10_700, 13_600, 15_100, 18_000, 20_200];
	const fine = Array.from({ length: 2_400 }, (_, at) =>
		breaks.some((each) => at * FINE_MS >= each - 400 && at * FINE_MS < each) ? -70 : -20,
	);
	const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
	const srt = breaks
		.map(
			(each, at) =>
				`${time(Math.max(0, each - 300))} --> ${time((breaks[at + 1] ?? 24_300) - 300)}\nthe words of line ${at}\n`,
		)
		.join("\n");
	const words = wordsIn(srt, 24_000);
	const { transcript } = signalsFrom({
		durationMs: 24_000,
		sound: { levels: fine.filter((_, at) => at % 5 === 0), fine },
		pictures: { cuts: [], motion: [], lastMs: 24_000 },
		transcript: { words, sentences: sentencesOf(words) },
	});
	const begins = transcript?.words.filter(({ text }) => text === "the").map(({ begin }) => begin);
	assert.equal(begins?.slice(1), breaks.slice(1));
});

picking("silences are heard above the music that goes on below the speech", () => {
	const gapsAt = (quiet: number) => talked([[0, 24_000, "All of this is said."]], quiet).gaps.length;
	const fluctuating = gapsIn({
		levels: [],
		fine: Array.from({ length: 2_400 }, (_, at) => (at % 120 < 90 ? -16 + (at % 7) : -44 + (at % 9))),
	});
	assert.equal([gapsAt(-70), gapsAt(-40), gapsAt(-24), fluctuating.length], [20, 20, 0, 20]);
});

picking(
	"captions without marks become sentences by the pauses that are heard and the words beside them",
	() => {
		const lines = Array.from(
			{ length: 20 },
			(_, at) => [1_200 * at, 1_200 * (at + 1), "we tell you about the old house"] as const,
		);
		const { transcript } = talked(lines);
		assert.equal(
			[...new Set(transcript?.sentences.map(({ text }) => text))],
			["we tell you about the old house"],
		);
		assert.ok((transcript?.sentences.length ?? 0) === 20);
	},
);

picking("a cut just before the speech becomes the beginning, one just after it the end", () => {
	const sound = levels([5_000, -20], [2_000, -70], [5_000, -20], [2_000, -70], [3_000, -20]);
	const { starts, ends } = boundariesOf(signals({ sound, cuts: [6_800, 12_300], durationMs: 17_000 }));
	assert.ok(starts.some((each) => each.at === 6_800) && !starts.some((each) => each.at === 6_700));
	assert.ok(ends.some((each) => each.at === 12_180) && !ends.some((each) => each.at === 12_400));
});

const SRT = Array.from({ length: 30 }, (_, at) => {
	const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
	return `${time(at * 4_000)} --> ${time(at * 4_000 + 3_500)}\nHere are some quite ordinary words number ${at}.\n`;
}).join("\n");

picking("no clip begins or ends inside a word of the transcript", () => {
	const sound = levels(...Array.from({ length: 60 }, (_, at) => [2_000, at % 2 === 0 ? -20 : -70] as const));
	const heard = signals({ sound, srt: SRT, cuts: [5_000, 9_300, 33_333], durationMs: 120_000 });
	const { candidates } = candidatesIn(heard, lengthsOf({ min: 0, max: 30 }));
	const words = heard.transcript?.words ?? [];
	const inside = (at: number) => words.some((word) => at > word.begin && at < word.end);
	assert.ok(candidates.length > 50);
	assert.equal(
		candidates.filter((each) => inside(each.begin) || inside(each.end)),
		[],
	);
});

for (const [min, max] of [
	[0, 30],
	[0, 90],
	[30, 60],
	[60, 90],
] as const) {
	picking(`every candidate is ${min} to ${max} s long`, () => {
		const sound = levels(
			...Array.from(
				{ length: 120 },
				(_, at) => [at % 2 === 0 ? 4_000 : 1_000, at % 2 === 0 ? -20 : -70] as const,
			),
		);
		const { candidates } = candidatesIn(signals({ sound, durationMs: 300_000 }), lengthsOf({ min, max }));
		const lengths = candidates.map((each) => each.end - each.begin);
		assert.ok(
			lengths.length > 20 &&
				Math.min(...lengths) >= Math.max(3_000, min * 1000) &&
				Math.max(...lengths) <= max * 1000,
		);
		assert.ok(candidates.every((each) => Number.isInteger(each.begin) && Number.isInteger(each.end)));
	});
}

picking("a source without pauses or cuts still gives clips, and says so", () => {
	const { candidates, calm } = candidatesIn(
		signals({ sound: levels([120_000, -20]), durationMs: 120_000 }),
		lengthsOf({ min: 0, max: 30 }),
	);
	assert.ok(calm && candidates.length >= 4);
});

picking("percentiles rank within the source, ties alike", () => {
	assert.equal(percentiles([5, 1, 9, 5]), [0.5, 0.125, 0.875, 0.5]);
	assert.equal(percentiles([3, 3]), [0.5, 0.5]);
});

picking("parts add up to the score, and the lively moment scores higher than the dull one", () => {
	const dull = [10_000, -26] as const;
	const lively = Array.from({ length: 20 }, (_, at) => [500, at % 2 === 0 ? -8 : -30] as const);
	const sound = levels(dull, [1_000, -80], ...lively, [1_000, -80], dull, [1_000, -80], dull, [1_000, -80]);
	const heard = signals({ sound, durationMs: 44_000 });
	const lengths = { min: 5_000, max: 15_000 };
	const at = (begin: number) =>
		score({ begin, end: begin + 10_600, startQuality: 0.9, endQuality: 0.9 }, heard, lengths);
	const [live, still] = [at(10_700), at(21_700)];
	assert.ok(live.score > still.score + 5, `${live.score} ${still.score}`);
	const sum = Object.values(live.parts).reduce((total, value) => total + value, 0);
	assert.ok(Math.abs(sum - live.score) < 0.05);
});

picking("a question at the start raises the score, a reference to what came before lowers it", () => {
	const scoreOf = (first: string) => {
		const srt = `00:00:10,000 --> 00:00:14,000\n${first}\n\n00:00:14,500 --> 00:00:24,000\nThese are the many other words that follow in this part of the talk we gave.\n`;
		const heard = signals({
			sound: levels([10_000, -70], [20_000, -20], [10_000, -70]),
			srt,
			durationMs: 40_000,
		});
		return score({ begin: 9_700, end: 24_400, startQuality: 1, endQuality: 1 }, heard, {
			min: 5_000,
			max: 30_000,
		}).score;
	};
	const [question, plain, back] = [
		scoreOf("Why do most talks fail so early?"),
		scoreOf("The talks are given in May."),
		scoreOf("And that is given in May."),
	];
	assert.ok(question > plain && plain > back, `${question} ${plain} ${back}`);
});

const scored = (begin: number, value: number, length = 20_000): Scored => ({
	begin,
	end: begin + length,
	startQuality: 1,
	endQuality: 1,
	score: value,
	parts: {},
});
const begins = (choice: { readonly chosen: readonly Scored[] }) => choice.chosen.map((each) => each.begin);

picking("the best come first, what overlaps them is dropped, ties keep the order of the source", () => {
	const all = [scored(0, 60), scored(10_000, 90), scored(40_000, 60), scored(80_000, 70)];
	assert.equal(begins(choose(all, { durationMs: 600_000, more: false })), [10_000, 80_000, 40_000]);
});

picking("weak clips only fill up to four", () => {
	const all = Array.from({ length: 8 }, (_, at) => scored(at * 60_000, at === 0 ? 80 : 20));
	const choice = choose(all, { durationMs: 480_000, more: false });
	assert.equal([choice.chosen.length, choice.fillers], [4, 3]);
});

picking("the limit is kept, also below four; more gives more", () => {
	const all = Array.from({ length: 60 }, (_, at) => scored(at * 30_000, 80 - at));
	const count = (wish: { readonly limit?: number; readonly more: boolean }) =>
		choose(all, { durationMs: 1_800_000, ...wish }).chosen.length;
	assert.is(count({ limit: 2, more: false }), 2);
	assert.ok(count({ more: true }) > count({ more: false }));
	assert.is(count({ limit: 30, more: true }), 30);
});

picking("clips are spread over the source", () => {
	const all = Array.from({ length: 80 }, (_, at) => scored(at * 30_000, at < 40 ? 90 : 50));
	const { chosen } = choose(all, { durationMs: 2_400_000, more: false });
	const early = chosen.filter((each) => each.begin < 300_000).length;
	assert.ok(early / chosen.length <= 0.26, `${early} of ${chosen.length}`);
	assert.ok(new Set(chosen.map((each) => Math.floor(each.begin / 300_000))).size >= 4);
});

picking("ten hours are looked through in seconds", () => {
	const started = process.cpuUsage();
	const sound = levels(
		...Array.from(
			{ length: 14_400 },
			(_, at) => [at % 2 === 0 ? 4_000 : 1_000, at % 2 === 0 ? -20 - (at % 7) : -70] as const,
		),
	);
	const heard = signals({
		sound,
		durationMs: 10 * HOUR,
		cuts: Array.from({ length: 7_200 }, (_, at) => at * 5_000),
	});
	const lengths = lengthsOf({ min: 0, max: 90 });
	const all = candidatesIn(heard, lengths).candidates.map((each) => score(each, heard, lengths));
	assert.ok(choose(all, { durationMs: 10 * HOUR, more: false }).chosen.length > 4);
	const { user } = process.cpuUsage(started);
	assert.ok(user < 20e6, `${user / 1e6} s`);
});

picking.run();
