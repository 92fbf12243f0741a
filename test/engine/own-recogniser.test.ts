import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ownWords } from "../../src/engine/hear/own-words.ts";
import { shortPieces } from "../../src/engine/hear/sound-pieces.ts";
import { findTranscript } from "../../src/engine/transcript/find-transcript.ts";
import type { OwnRecogniser } from "../../src/model/own-recogniser.ts";
import { type TestRecogniser, withRecogniser } from "../builders/recogniser.ts";
import { makeToneModel } from "../builders/tone-model.ts";
import { signal } from "./media.ts";

const cutting = suite("a sound for a model that hears half a minute");
const spokenAll = (end: number) => [{ begin: 0, end }];

cutting("is cut in the longest pause of the second half of each piece", () => {
	const pauses = [
		{ begin: 5_000, end: 9_000 },
		{ begin: 13_000, end: 13_400 },
		{ begin: 20_000, end: 21_000 },
		{ begin: 26_000, end: 26_400 },
	];
	assert.equal(shortPieces(40_000, { pauses, spoken: spokenAll(40_000) }), [
		{ begin: 0, end: 20_500, from: 0, to: 20_500 },
		{ begin: 20_500, end: 40_000, from: 20_500, to: 40_000 },
	]);
});
cutting("is cut such that two seconds are heard twice where it never pauses", () => {
	assert.equal(shortPieces(40_000, { pauses: [], spoken: spokenAll(40_000) }), [
		{ begin: 0, end: 28_000, from: 0, to: 27_000 },
		{ begin: 26_000, end: 40_000, from: 27_000, to: 40_000 },
	]);
});
cutting("is left out where nothing is spoken, and is in pieces that none is longer than", () => {
	const pauses = [{ begin: 20_000, end: 100_000 }];
	const pieces = shortPieces(120_000, { pauses, spoken: [{ begin: 0, end: 20_000 }] });
	assert.equal(
		pieces.map(({ from }) => from),
		[0],
	);
	const all = shortPieces(300_001, { pauses: [], spoken: spokenAll(300_001) });
	assert.ok(all.every(({ begin, end }) => end - begin <= 29_000));
	assert.is(all.at(-1)?.to, 300_001);
});
cutting.run();

const words = suite("words of a model of one's own");
words("have the times of their parts, doubts where the model has them, and each once around a cut", () => {
	const pieces = shortPieces(40_000, { pauses: [], spoken: spokenAll(40_000) });
	const token = (text: string, begin: number, probability = 0.9) => ({
		...{ text, begin, end: begin + 0.2, probability },
	});
	const heard = [
		{
			text: "Hello, wor",
			tokens: [token(" Hel", 1), token("lo", 1.2, 0.2), token(",", 1.4), token(" wor", 26.9)],
		},
		{ text: "world", tokens: [token(" world", 0.9), token(".", 1.1)] },
	];
	assert.equal(ownWords(pieces, { heard, durationMs: 40_000 }), [
		{ text: "Hello,", begin: 1_000, end: 1_600, unsure: true },
		{ text: "world.", begin: 26_900, end: 27_300 },
	]);
});
words("share the time of their piece where the model tells none", () => {
	const [piece] = shortPieces(4_000, { pauses: [], spoken: spokenAll(4_000) });
	assert.ok(piece);
	const told = ownWords([piece], { heard: [{ text: "Two words", tokens: [] }], durationMs: 4_000 });
	assert.equal(
		told.map(({ text }) => text),
		["Two", "words"],
	);
	assert.equal([told[0]?.begin, told[1]?.end], [0, 4_000]);
});
words.run();

const asked = suite("a recogniser of the settings");
const HEARS = `
	if (job.kind !== "pieces") return tell({ type: "end" });
	const token = (text, begin) => ({ text, begin, end: begin + 0.3 });
	tell({ type: "heard", piece: 0, heard: { text: "Guten Tag.", tokens: [token(" Guten", 1), token(" Tag", 2), token(".", 2.3)] } });
	tell({ type: "end" });`;
const VOSK = `
	if (job.kind === "pieces") process.exit(3);
	const words = "here is the mistake that almost everyone makes when they start out".split(" ");
	tell({ type: "words", words: words.map((text, at) => ({ begin: 1000 + 300 * at, end: 1200 + 300 * at, text, confidence: 1 })) });
	tell({ type: "end" });`;

async function heard(recogniser: TestRecogniser, own: OwnRecogniser, language?: string) {
	const file = join(recogniser.folder, "talk.mp4");
	await writeFile(file, "a talk");
	const size = { width: 320, height: 180, framesPerSecond: 25 };
	const source = { file, video: 0, audio: 1, stretched: false, hdr: false, ...size };
	const recognition = { recogniser, own, cache: join(recogniser.folder, "heard") };
	return findTranscript(
		{ ...source, durationMs: 10_000, hasAudio: true },
		language === undefined ? {} : { language },
		{ ffmpeg: "ffmpeg", signal: signal(), progress: () => {}, recognition },
	);
}
const ALL = ["speech", "vad", "recogniser"] as const;

asked("is heard before the pulled one, whatever the language, and once", () =>
	withRecogniser({ listens: HEARS, pulled: ALL }, async (recogniser) => {
		const own = await makeToneModel(recogniser.folder);
		const { transcript, origin, notes } = await heard(recogniser, own, "de");
		assert.equal(
			transcript?.words.map(({ text, begin }) => `${text} ${begin}`),
			["Guten 1000", "Tag. 2000"],
		);
		assert.is(origin, "recognised");
		assert.equal(notes, [
			"No transcript was given: what is said was recognised by the recogniser of the settings, perhaps with mistakes.",
		]);
		assert.is((await readdir(join(recogniser.folder, "heard"))).length, 1);
		const unable = { ...recogniser, listener: { path: "/nonexistent", args: [] } };
		assert.equal((await heard(unable, own, "de")).transcript, transcript);
	}),
);

const fallbacks: Record<
	string,
	(own: OwnRecogniser) => readonly [OwnRecogniser, RegExp, (readonly string[])?]
> = {
	"a file is another one": (own) => [
		{
			...own,
			files: { ...own.files, tokens: { path: own.files.tokens?.path ?? "", sha256: "0".repeat(64) } },
		},
		/^The recogniser of the settings cannot be used: its tokens \(.+tokens\.txt\) has the sha256 [0-9a-f]{64}, not the one that the settings name\.$/,
	],
	"a file is gone": (own) => [
		{ ...own, files: { ...own.files, model: { path: "/nonexistent/m.onnx", sha256: "0".repeat(64) } } },
		/^The recogniser of the settings cannot be used: its model \(\/nonexistent\/m\.onnx\) is not there\.$/,
	],
	"what runs it was not pulled": (own) => [
		own,
		/^The recogniser of the settings cannot be used, because what runs it was not pulled \(`showrun models pull recogniser`\)\.$/,
		["speech"],
	],
	"it does not know the language": (own) => [
		{ ...own, languages: ["de"] },
		/^The recogniser of the settings does not know "en"\.$/,
	],
	"it ends": (own) => [own, /^The recogniser of the settings cannot be used: Speech recognition failed: /],
};
for (const [title, given] of Object.entries(fallbacks))
	asked(`where ${title}, the pulled one is heard and a note says why in one sentence`, () =>
		withRecogniser({ listens: VOSK, pulled: ALL }, async (all) => {
			const [own, note, pulled = ALL] = given(await makeToneModel(all.folder));
			await withRecogniser({ listens: VOSK, pulled: pulled as typeof ALL }, async (recogniser) => {
				const { transcript, notes } = await heard(recogniser, own, "en");
				assert.is(transcript?.words.length, 12);
				assert.match(notes[1] ?? "", note);
			});
		}),
	);

asked("that cannot be used where nothing else hears is said why", () =>
	withRecogniser({ listens: VOSK, pulled: [] }, async (recogniser) => {
		const { transcript, notes } = await heard(recogniser, await makeToneModel(recogniser.folder), "de");
		assert.is(transcript, undefined);
		assert.match(notes[0] ?? "", /showrun models pull recogniser.*the recogniser only knows English/);
	}),
);
asked.run();
