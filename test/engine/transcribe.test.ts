import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../src/engine/hear/audio.ts";
import {
	joinedPieces,
	LONGEST_MS,
	type SoundPiece,
	soundPieces,
} from "../../src/engine/hear/sound-pieces.ts";
import { transcribeSource } from "../../src/engine/hear/transcribe.ts";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import type { Tool } from "../../src/engine/io/tool.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import { madeMedia } from "../builders/media.ts";
import { json, type Play, withEndpoint, withLanguage } from "../language/endpoint.ts";
import { builds, signal, withFolder } from "./media.ts";

const [build] = await builds();
const MINUTE = 60_000;
const shown = (pieces: readonly SoundPiece[]) =>
	pieces.map(({ begin, end, from, to }) => [begin, from, to, end].map((ms) => ms / 1000).join(" "));

const cutting = suite("a long sound");
cutting("is one piece up to twenty minutes", () => {
	assert.equal(shown(soundPieces(20 * MINUTE, [], LONGEST_MS)), ["0 0 1200 1200"]);
	assert.equal(shown(soundPieces(1, [], LONGEST_MS)), ["0 0 0.001 0.001"]);
});
cutting("is cut in the middle of the longest pause near the wanted cut", () => {
	const pauses = [
		{ begin: 700_000, end: 709_000 },
		{ begin: 790_000, end: 790_400 },
		{ begin: 810_000, end: 811_000 },
		{ begin: 1_600_000, end: 1_601_000 },
	];
	assert.equal(shown(soundPieces(40 * MINUTE + 1, pauses, LONGEST_MS)), [
		"0 0 810.5 810.5",
		"810.5 810.5 1600.5 1600.5",
		"1600.5 1600.5 2400.001 2400.001",
	]);
});
cutting("is cut such that ten seconds are heard twice where it never pauses", () => {
	assert.equal(shown(soundPieces(40 * MINUTE, [], LONGEST_MS)), ["0 0 1200 1205", "1195 1200 2400 2400"]);
});
cutting("is put together again, each word once", () => {
	const [one, two] = soundPieces(40 * MINUTE, [], LONGEST_MS);
	assert.ok(one && two);
	const word = (text: string, begin: number, end: number) => ({ text, begin, end });
	const heard = joinedPieces([
		{
			piece: one,
			words: [
				word("Before", 1_198_000, 1_198_400),
				word("the", 1_199_500, 1_200_300),
				word("cut.", 1_200_500, 1_200_900),
			],
		},
		{
			piece: two,
			words: [
				word("fore", 3_000, 3_400),
				word("The", 4_700, 5_320),
				word("cut.", 5_500, 5_900),
				word("It", 6_000, 6_100),
			],
		},
	]);
	assert.equal(heard, [
		word("Before", 1_198_000, 1_198_400),
		word("the", 1_199_500, 1_200_300),
		word("cut.", 1_200_500, 1_200_900),
		word("It", 1_201_000, 1_201_100),
	]);
});
cutting.run();

/** Three tones of three and a half seconds, each followed by half a second of silence. */
function makeTones(folder: string): string {
	const file = join(folder, "tones.mp4");
	const tones = "aevalsrc='if(lt(mod(t,4),3.5),0.3*sin(2*PI*300*t),0)':d=12:s=16000";
	const inputs = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=5:d=12", "-f", "lavfi", "-i", tones];
	madeMedia(file, [...inputs, ...options("-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac")]);
	return file;
}

interface Sending {
	readonly send: () => ReturnType<typeof transcribeSource>;
	readonly asked: readonly unknown[];
	/** Percents that were told. */
	readonly shares: readonly number[];
}

/** Sends the tones in pieces of about so many milliseconds to a server that plays the endpoint. */
async function sending(
	play: Play,
	longestMs: number,
	work: (given: Sending) => Promise<void>,
): Promise<void> {
	await withFolder(async (folder) => {
		assert.ok(build);
		const source = await probeSource(build.path, makeTones(folder), signal());
		const shares: number[] = [];
		const tool: Tool = {
			ffmpeg: build.path,
			signal: signal(),
			progress: (share) => shares.push(Math.round(100 * share)),
		};
		const sound = await listen(source, { ...tool, progress: () => {} });
		const given = { tool, language: "en", sound, longestMs };
		await withEndpoint(play, (url, asked) =>
			withLanguage(url, ({ transcribe }) =>
				work({ send: () => transcribeSource(source, { ...given, transcribe }), asked, shares }),
			),
		);
	});
}

/** Two words for each request: the second says which one it was. */
const numbered = (): Play => {
	let count = 0;
	return (_, response) => {
		count += 1;
		json(response, {
			text: `Piece ${count}.`,
			words: [
				{ word: "Piece", start: 0, end: 0.4 },
				{ word: `${count}`, start: 0.5, end: 0.9 },
			],
		});
	};
};

const pieces = suite("a transcription endpoint and a long sound");
pieces(
	"gets it in pieces cut at pauses; times are those of the whole, progress is told, and nothing is asked twice",
	() =>
		sending(numbered(), 5_000, async ({ send, asked, shares }) => {
			const heard = await send();
			assert.ok("words" in heard);
			assert.equal(
				heard.words.map(({ begin, text }) => `${Math.round(begin / 250) / 4} ${text}`),
				["0 Piece", "0.5 1.", "3.75 Piece", "4.25 2.", "7.75 Piece", "8.25 3."],
			);
			assert.equal([asked.length, heard.note, shares], [3, undefined, [33, 67, 100]]);
			assert.equal(await send(), heard);
			assert.is(asked.length, 3);
		}),
);

/** Answers the requests of these numbers with 400, which is not repeated. */
const refusing = (refused: readonly number[]): Play => {
	const play = numbered();
	let count = 0;
	return (asked, response) => {
		count += 1;
		return refused.includes(count) ? json(response, {}, 400) : play(asked, response);
	};
};

pieces("goes on where a piece fails, says so once, and asks for that piece alone the next time", () =>
	sending(refusing([2]), 5_000, async ({ send, asked }) => {
		const heard = await send();
		assert.ok("words" in heard);
		assert.is(heard.words.length, 4);
		assert.match(
			heard.note ?? "",
			/^What is said at 0:03-0:07 was not written down: the transcription endpoint at 127\.0\.0\.1:\d+ answered with status 400\.$/,
		);
		const again = await send();
		assert.ok("words" in again);
		assert.equal([again.words.length, again.note, asked.length], [6, undefined, 4]);
	}),
);

pieces("is not asked any more where the first piece fails, or two in a row", async () => {
	await sending(refusing([1]), 5_000, async ({ send, asked }) => {
		assert.match(
			JSON.stringify(await send()),
			/"why":"the transcription endpoint at .* answered with status 400"/,
		);
		assert.is(asked.length, 1);
	});
	await sending(refusing([2, 3]), 2_500, async ({ send, asked, shares }) => {
		const heard = await send();
		assert.match(
			("words" in heard && heard.note) || "",
			/^What is said at 0:02-0:04, 0:04-0:07, 0:07-0:09, 0:09-0:12 was not written down: .* status 400\.$/,
		);
		assert.equal([asked.length, shares.at(-1)], [3, 100]);
	});
});
pieces.run();
