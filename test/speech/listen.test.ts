import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decoded } from "../../src/speech/decode.ts";
import { reportFrom, utteranceInResult } from "../../src/speech/protocol.ts";
import { voicesIn } from "../../src/speech/voice-spans.ts";

/** A decoder that is a script of Node's. */
const script = (body: string) => ({ path: process.execPath, args: ["-e", body] });

async function piecesOf(body: string, bytes: number): Promise<readonly number[]> {
	const lengths: number[] = [];
	for await (const piece of decoded(script(body), bytes)) lengths.push(piece.length);
	return lengths;
}

const sound = suite("a decoded sound");
sound("comes in pieces of one length, the rest at the end", async () => {
	assert.equal(
		await piecesOf("for (const n of [7, 1, 12, 3]) process.stdout.write(Buffer.alloc(n))", 10),
		[10, 10, 3],
	);
});
sound("that breaks off is what came", async () =>
	assert.equal(await piecesOf("process.stdout.write(Buffer.alloc(4)); process.exitCode = 1", 10), [4]),
);
sound("that never came is an error", async () => {
	const fails = (decoder: ReturnType<typeof script>) =>
		decoded(decoder, 10)
			.next()
			.then(
				() => "no error",
				(error: Error) => error.message,
			);
	assert.is(await fails(script("process.exitCode = 1")), "the sound cannot be decoded");
	assert.match(await fails({ path: "/nonexistent/ffmpeg", args: [] }), /ENOENT/);
});
sound.run();

const listening = suite("the process that listens");
const LISTEN = fileURLToPath(new URL("../../src/cli/listen.ts", import.meta.url));

function listenTo(
	job: string,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
	return new Promise((settle) => {
		const child = execFile(
			process.execPath,
			["--import", "tsx", LISTEN],
			{ timeout: 300_000 },
			(error, out, err) => settle({ code: error === null ? 0 : Number(error.code), out, err }),
		);
		child.stdin?.end(job);
	});
}

listening("says in one line what it cannot do, and ends badly", async () => {
	const decoder = script("");
	const runtimes = [
		{ kind: "native", files: { library: "/nonexistent/libvosk.so", binding: "/nonexistent/koffi.node" } },
	];
	const job = { kind: "words", decoder, runtimes, model: "/nonexistent" };
	const { code, out, err } = await listenTo(JSON.stringify(job));
	assert.equal([code, out], [1, ""]);
	assert.match(
		err,
		/^What runs the model cannot be loaded on this machine: Cannot find module '\/nonexistent\/koffi\.node'\. Pull it again, .*: showrun models pull\n$/,
	);
});
listening("does nothing without a job", async () => assert.equal((await listenTo("")).code, 1));
listening.run();

const reports = suite("reports");
reports("of other writers are not taken for ours", () => {
	assert.equal(["", "LOG (VoskAPI:ReadDataFiles)", '{"type":"at"', '{"words":[]}'].map(reportFrom), [
		undefined,
		undefined,
		undefined,
		undefined,
	]);
	assert.equal(reportFrom('{"type":"at","ms":5}'), { type: "at", ms: 5 });
});
reports("of the recogniser become words in whole milliseconds, what makes no sense left out", () => {
	const result = [
		{ word: "hello", start: 0.5104, end: 0.72, conf: 0.9 },
		{ word: "[unk]", start: 1, end: 2, conf: 1 },
		{ word: "there", start: 1, end: 1 },
		{ word: 3, start: 1, end: 2, conf: 1 },
		{ word: "end", conf: 1 },
	];
	assert.equal(utteranceInResult(JSON.stringify({ result, text: "hello there" })), [
		{ begin: 510, end: 720, text: "hello", confidence: 0.9 },
		{ begin: 1_000, end: 1_001, text: "there", confidence: 0 },
	]);
	assert.equal(utteranceInResult('{"text":""}'), []);
});
reports.run();

const voices = suite("voices from how likely they are");
/** So many pieces of 32 ms each, for each share. */
const shares = (...runs: readonly (readonly [share: number, pieces: number])[]) =>
	runs.flatMap(([share, pieces]) => new Array<number>(pieces).fill(share));
const VOICES: Readonly<Record<string, readonly [readonly number[], readonly (readonly [number, number])[]]>> =
	{
		"nothing likely is no voice": [shares([0.1, 100]), []],
		"a voice lasts from likely to unlikely": [shares([0.1, 50], [0.9, 50], [0.1, 50]), [[1_560, 3_240]]],
		"a voice that weakens a little goes on": [
			shares([0.1, 50], [0.9, 25], [0.4, 25], [0.1, 50]),
			[[1_560, 3_240]],
		],
		"a breath does not end a voice": [shares([0.9, 50], [0.1, 8], [0.9, 50], [0.1, 50]), [[0, 3_496]]],
		"a pause does": [
			shares([0.9, 50], [0.1, 25], [0.9, 50]),
			[
				[0, 1_640],
				[2_360, 4_040],
			],
		],
		"a click is no voice": [shares([0.1, 50], [0.9, 2], [0.1, 50]), []],
	};
for (const [title, [given, expected]] of Object.entries(VOICES)) {
	voices(title, () =>
		assert.equal(
			voicesIn(given).map(({ begin, end }) => [begin, end]),
			expected,
		),
	);
}
voices.run();
