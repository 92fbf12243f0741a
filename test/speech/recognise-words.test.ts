import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BYTES_PER_MS, type ListenerReport } from "../../src/speech/protocol.ts";
import { reportWordsIn } from "../../src/speech/recognise-words.ts";
import type { VoskModel } from "../../src/speech/vosk-port.ts";

const PIECE_MS = 4_000;

/** A piece of the sound: how long before its end its word ends, and whether the utterance ends with it. */
interface Piece {
	readonly beforeEndMs: number;
	readonly ended: boolean;
}

/** A model that hears one word in each piece, at times from the begin of its session, as Vosk writes them. */
function modelThatHears(pieces: readonly Piece[], calls: string[]): VoskModel {
	let next = 0;
	return {
		start: () => {
			calls.push(`start at ${next * PIECE_MS}`);
			let [heardMs, heard] = [0, [] as object[]];
			const takeResult = () => {
				const result = JSON.stringify({ result: heard });
				heard = [];
				return result;
			};
			return {
				accept: () => {
					const { beforeEndMs = 0, ended = false } = pieces[next] ?? {};
					next += 1;
					heardMs += PIECE_MS;
					const end = (heardMs - beforeEndMs) / 1000;
					heard.push({ word: `w${next}`, start: end - 1, end, conf: 1 });
					return ended;
				},
				result: takeResult,
				last: takeResult,
				close: () => calls.push("close"),
			};
		},
		trim: () => calls.push("trim"),
	};
}

async function* soundOf(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
	for (const _ of pieces) yield Buffer.alloc(PIECE_MS * BYTES_PER_MS);
}

async function heardIn(pieces: readonly Piece[]) {
	const [calls, reports] = [[] as string[], [] as ListenerReport[]];
	await reportWordsIn(soundOf(pieces), modelThatHears(pieces, calls), (line) => reports.push(line));
	const words = reports.flatMap((line) => (line.type === "words" ? line.words : []));
	return { calls, words, at: reports.flatMap((line) => (line.type === "at" ? [line.ms] : [])) };
}

/** So many pieces, each like the first but for those that are named by their number from 0. */
const pieces = (count: number, each: Piece, others: Readonly<Record<number, Piece>> = {}): readonly Piece[] =>
	Array.from({ length: count }, (_, at) => others[at] ?? each);
const PAUSE: Piece = { beforeEndMs: 600, ended: true };
const CUT: Piece = { beforeEndMs: 100, ended: true };
const GOES_ON: Piece = { beforeEndMs: 600, ended: false };

const sessions = suite("sessions of the recogniser");
sessions("are replaced at the first pause after a minute and a half, their memory given back", async () => {
	const { calls } = await heardIn(pieces(50, PAUSE));
	assert.equal(calls, [
		...["start at 0", "close", "trim"],
		...["start at 92000", "close", "trim"],
		...["start at 184000", "close"],
	]);
});
sessions("leave every word at its time in the whole sound", async () => {
	const { words, at } = await heardIn(pieces(50, PAUSE));
	const ends = Array.from({ length: 50 }, (_, piece) => (piece + 1) * PIECE_MS);
	assert.equal(
		words.map(({ begin, end }) => [begin, end]),
		ends.map((end) => [end - 1_600, end - 600]),
	);
	assert.equal(at, ends);
});
sessions("go on where nobody pauses", async () => {
	const goesOn = await heardIn(pieces(50, GOES_ON));
	assert.equal(goesOn.calls, ["start at 0", "close"]);
	assert.is(goesOn.words.length, 50);
	const cut = await heardIn(pieces(50, CUT, { 30: PAUSE }));
	assert.equal(cut.calls, ["start at 0", "close", "trim", "start at 124000", "close"]);
});
sessions.run();
