import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { reportAlignment } from "../../src/speech/align-words.ts";
import type { ListenerReport, TranscriptLine } from "../../src/speech/protocol.ts";

/**
 * Stands in for what calls the native library: it hears the phrase it is given as one word, from the first
 * loud sample to the end of the last.
 */
const BINDING = `
exports.load = () => ({ func: (declaration) => CALLS[/(vosk_\\w+)/.exec(declaration)[1]] ?? (() => {}) });
const CALLS = {
	vosk_model_new: () => ({}),
	vosk_recognizer_new_grm: (model, rate, grammar) => ({ phrases: JSON.parse(grammar), sound: Buffer.alloc(0) }),
	vosk_recognizer_accept_waveform: (hearing, piece) => { hearing.sound = Buffer.concat([hearing.sound, piece]); return 0; },
	vosk_recognizer_final_result: ({ phrases, sound }) => {
		const loud = Array.from({ length: sound.length / 2 }, (_, at) => sound.readInt16LE(2 * at) !== 0);
		const [first, last] = [loud.indexOf(true), loud.lastIndexOf(true)];
		const word = (text, from, to) => ({ word: text, start: from / 16000, end: to / 16000, conf: 1 });
		return JSON.stringify(first < 0 ? {} : { result: [word(phrases[0], first, last + 1), word(phrases[1], last + 1, last + 161)] });
	},
};`;

/**
 * What is told of lines in ten seconds of silence with a loud piece in each second, from its 300th to its
 * 500th millisecond.
 */
async function told(
	lines: readonly TranscriptLine[],
): Promise<{ readonly places: readonly string[]; readonly ends: readonly number[] }> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-places-"));
	try {
		const binding = join(folder, "binding.cjs");
		await writeFile(binding, BINDING);
		const sound =
			"for (let s = 0; s < 10; s++) { const b = Buffer.alloc(32000); b.fill(7, 9600, 16000); process.stdout.write(b); }";
		const decoder = { path: process.execPath, args: ["-e", sound] };
		const reports: ListenerReport[] = [];
		const runtimes = [{ kind: "native" as const, files: { binding, library: "" } }];
		await reportAlignment({ kind: "places", decoder, runtimes, model: folder, lines }, (report) =>
			reports.push(report),
		);
		const placed = reports.flatMap((report) => (report.type === "placed" ? [report] : []));
		return {
			places: placed.map(
				({ line, words }) =>
					`${line}: ${words.map(({ begin, end, text }) => `${begin}-${end} ${text}`).join(", ")}`,
			),
			ends: reports.flatMap((report) => (report.type === "at" ? [report.ms] : [])),
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const places = suite("words listened for");
places(
	"are told with their times in the whole sound, line by line, also where lines overlap and reach over pieces of it",
	async () => {
		const line = (begin: number, end: number, ...words: readonly string[]) => ({ begin, end, words });
		const { places: found, ends } = await told([
			line(1_000, 2_000, "one"),
			line(2_100, 5_600, "two", "three"),
			line(3_200, 4_100, "four"),
			line(9_000, 12_000, "five"),
		]);
		assert.equal(found, [
			"0: 1280-1480 one, 1480-1490 [unk]",
			"1: 2280-5480 two three, 5480-5490 [unk]",
			"2: 3280-3480 four, 3480-3490 [unk]",
			"3: 9280-9480 five, 9480-9490 [unk]",
		]);
		assert.equal(ends, [4_000, 8_000, 10_000]);
	},
);
places("are none where there is silence, nothing to be said, or no sound any more", async () => {
	const lines = [
		{ begin: 510, end: 1_290, words: ["silence"] },
		{ begin: 2_000, end: 3_000, words: [] },
		{ begin: 11_000, end: 12_000, words: ["late"] },
	];
	assert.equal((await told(lines)).places, ["0: ", "1: ", "2: "]);
});
places.run();
