import { FINE_MS, type Sound, STEP_MS } from "../../../src/engine/hear/audio.ts";
import { chanceOf } from "./chance.ts";
import type { Voices } from "./espeak.ts";
import type { PlantedTalk } from "./planted-talk.ts";
import type { Heard, Timeline, timelineOf } from "./timeline.ts";
import { RATE } from "./voice.ts";

const LETTER_MS = 54;
const SPOKEN_DB = -20;
const SILENT_DB = -60;

/** Voices that only take time, for what is judged by its words alone. */
export const TIMED_VOICES: Voices = {
	name: "nobody (times only, quick)",
	say: async (text, { pace }) => {
		let at = 0;
		const words = text.split(" ").map((word) => {
			const begin = at;
			at += ((word.length + 1.5) * LETTER_MS) / pace;
			const end = at;
			at += /[,;]$/.test(word) ? 180 : 15;
			return { text: word, begin, end };
		});
		return { samples: new Float32Array(Math.round(((words.at(-1)?.end ?? 0) * RATE) / 1000)), words };
	},
};

/** When everything is heard, without a sound. */
export const timesOf: typeof timelineOf = (heard): Timeline => {
	let at = 500;
	const placed = heard.map(({ said, pauseMs }: Heard) => {
		const begin = at;
		const end = begin + (said.samples.length * 1000) / RATE;
		at = end + pauseMs;
		const words = said.words.map((word) => ({ ...word, begin: word.begin + begin, end: word.end + begin }));
		return { span: { begin, end }, words };
	});
	return {
		samples: new Float32Array(),
		spans: placed.map(({ span }) => span),
		sentences: placed.map(({ words }) => words).filter((words) => words.length > 0),
		durationMs: Math.ceil((at + 500) / 1000) * 1000,
	};
};

/** About what would be measured: words are loud, reactions are loud noise, and between them is silence. */
export function measured({ timeline, reactions }: PlantedTalk, seed: number): Sound {
	const chance = chanceOf(seed);
	const count = Math.ceil(timeline.durationMs / FINE_MS);
	const fine = new Array<number>(count).fill(SILENT_DB);
	const noisy = new Array<boolean>(count).fill(false);
	const fill = (from: number, to: number, put: (at: number) => void) => {
		for (let at = Math.ceil(from / FINE_MS); at < Math.min(count, Math.floor(to / FINE_MS)); at += 1) put(at);
	};
	for (const words of timeline.sentences) {
		const loud = SPOKEN_DB + chance.between(-3, 3);
		for (const word of words)
			fill(word.begin, word.end, (at) => fine.splice(at, 1, loud + chance.between(-4, 4)));
	}
	for (const { begin, end } of reactions) {
		const loud = SPOKEN_DB + chance.between(-6, 4);
		fill(begin, end, (at) => {
			fine.splice(at, 1, loud + chance.between(-2, 2));
			noisy.splice(at, 1, true);
		});
	}
	const per = STEP_MS / FINE_MS;
	const steps = Math.floor(count / per);
	return {
		fine,
		levels: Array.from({ length: steps }, (_, at) => Math.max(...fine.slice(at * per, (at + 1) * per))),
		crossings: Array.from({ length: steps }, (_, at) =>
			noisy[at * per] ? 0.35 : chance.between(0.02, 0.12),
		),
	};
}
