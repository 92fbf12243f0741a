import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AnalyzeRequest, Engine, FoundClip } from "../../src/engine/port.ts";
import { type Picker, pickingEngine } from "../../src/program/picking.ts";

const MEDIA = { durationMs: 90_000, width: 640, height: 360, framesPerSecond: 25, hasAudio: true };
const clip = (beginMs: number, score: number): FoundClip => ({
	...{ beginMs, endMs: beginMs + 9_000, title: `at ${beginMs}`, description: "", tags: [] },
	...{ score, parts: { hook: score }, reasons: ["A sentence ends there."] },
});
const FOUND = [clip(40_000, 80), clip(0, 70), clip(20_000, 60)];

/** What an engine finds where a program picks, and what the engine was asked for. */
async function picked(pick: Picker, more: Partial<AnalyzeRequest> = {}) {
	const asked: AnalyzeRequest[] = [];
	const analyze: Engine["analyze"] = async (request) => {
		asked.push(request);
		return { media: MEDIA, clips: FOUND, notes: ["a note"] };
	};
	const engine = pickingEngine({ analyze } as Engine, pick);
	const request = { file: "a.mp4", title: "a", seconds: { min: 3, max: 30 }, more: false, ...more };
	const run = { signal: new AbortController().signal, progress: () => {} };
	return { ...(await engine.analyze(request, run)), asked };
}

const picking = suite("picking clips by a program");

picking("takes what is picked, in its order, with its reason before the others", async () => {
	const { clips, notes } = await picked(({ candidates: [, second, third] }) => [
		...(third ? [{ candidate: third, reason: "It is funny." }] : []),
		...(second ? [{ candidate: second }] : []),
	]);
	assert.equal(
		clips.map(({ beginMs, reasons }) => [beginMs, reasons]),
		[
			[20_000, ["It is funny.", "A sentence ends there."]],
			[0, ["A sentence ends there."]],
		],
	);
	assert.equal(notes, ["a note"]);
});

picking("offers more than is wanted, tells the limit, and keeps to it", async () => {
	let told: unknown;
	const { clips, asked } = await picked(
		async ({ candidates, durationMs, limit, language }) => {
			told = [candidates.length, durationMs, limit, language];
			return candidates.map((candidate) => ({ candidate }));
		},
		{ limit: 2, language: "en" },
	);
	assert.equal(told, [3, 90_000, 2, "en"]);
	assert.equal(
		asked.map(({ more, limit }) => [more, limit]),
		[[true, undefined]],
	);
	assert.equal(
		clips.map(({ beginMs }) => beginMs),
		[40_000, 0],
	);
});

const mistakes: Record<string, [Picker, RegExp]> = {
	"a clip that is no candidate": [() => [{ candidate: clip(1, 1) }], /is no candidate, or one twice/],
	"a clip twice": [
		({ candidates }) => [...candidates, ...candidates].map((candidate) => ({ candidate })),
		/is no candidate, or one twice/,
	],
	"an error": [
		() => {
			throw new Error("out of ideas");
		},
		/^The program's picker failed: out of ideas$/,
	],
};
for (const [title, [pick, message]] of Object.entries(mistakes))
	picking(`fails the task for ${title}`, () =>
		picked(pick).then(
			() => assert.unreachable(),
			(error) => assert.match(error.message, message),
		),
	);
picking.run();
