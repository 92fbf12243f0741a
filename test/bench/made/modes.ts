import { loudnessMeter, type Sound, STEP_MS } from "../../../src/engine/hear/audio.ts";
import { type Signals, signalsFrom } from "../../../src/engine/pick/signals.ts";
import { transcriptOf } from "../../../src/engine/transcript/sentences.ts";
import { inOrder, type Word } from "../../../src/engine/transcript/transcript.ts";
import { readable } from "../../../src/speech/readable.ts";
import { type Chance, chanceOf } from "./chance.ts";
import type { PlantedTalk } from "./planted-talk.ts";
import { pcmOf } from "./timeline.ts";

/** What is known of what is said. */
export const MODES = ["transcript", "recognised", "sound alone"] as const;
export type Mode = (typeof MODES)[number];

const LEAST_WRONG = 0.16;
const MOST_WRONG = 0.34;
/** Silence after which a recogniser begins a new utterance, in milliseconds. */
const APART_MS = 500;
const OTHERS = 12;

/** What the engine would know of a talk in each mode; the sound is listened to once. */
export function signalsOf(
	talk: PlantedTalk,
	seed: number,
	sound: Sound = heardIn(talk),
): Readonly<Record<Mode, Signals>> {
	const { durationMs } = talk.timeline;
	const pictures = { cuts: [], motion: [], lastMs: durationMs };
	const known = (words: readonly Word[] | undefined) =>
		signalsFrom({
			durationMs,
			sound,
			pictures,
			transcript: words && transcriptOf(inOrder(words, durationMs)),
		});
	return {
		transcript: known(writtenWords(talk, chanceOf(seed))),
		recognised: known(recognisedWords(talk, chanceOf(seed + 1))),
		"sound alone": known(undefined),
	};
}

function heardIn({ timeline }: PlantedTalk): Sound {
	const meter = loudnessMeter(Math.ceil(timeline.durationMs / STEP_MS));
	meter.add(new Uint8Array(pcmOf(timeline).buffer));
	return meter;
}

/** Every word at its time, with reactions in brackets in every second talk. */
function writtenWords({ timeline, reactions }: PlantedTalk, chance: Chance): readonly Word[] {
	const noted = chance.next() < 0.5 ? reactions : [];
	const notes = noted.map(({ begin, end, kind }) => ({
		begin,
		end,
		text: kind === "applause" ? "[Applause]" : "[Laughter]",
	}));
	return [...timeline.sentences.flat(), ...notes].map(rounded).sort((a, b) => a.begin - b.begin);
}

/**
 * What a recogniser would write down: no marks, 16 to 34 % of the words wrong. Of these six in ten are other
 * words of the talk that are about as long, two are missing and two are added.
 */
export function recognisedWords({ timeline }: PlantedTalk, chance: Chance): readonly Word[] {
	const said = timeline.sentences.flat().map(rounded);
	const rate = chance.between(LEAST_WRONG, MOST_WRONG);
	const heard = said.flatMap((word) => {
		const own = { ...word, text: bare(word.text), begin: word.begin + Math.round(chance.between(-30, 30)) };
		if (chance.next() >= rate) return [own];
		const kind = chance.next();
		const other = { ...own, text: bare(confused(word.text, said, chance)) };
		if (kind < 0.6) return [other];
		const middle = Math.round((own.begin + own.end) / 2);
		return kind < 0.8
			? []
			: [
					{ ...own, end: middle },
					{ ...other, begin: middle },
				];
	});
	const utterances: { begin: number; end: number; text: string; confidence: number }[][] = [];
	for (const word of heard.filter(({ text }) => text !== "")) {
		const last = utterances.at(-1);
		const before = last?.at(-1);
		const each = { ...word, confidence: 1 };
		if (last && before && word.begin - before.end < APART_MS) last.push(each);
		else utterances.push([each]);
	}
	return readable(utterances);
}

/** Another word of the talk that is about as long. */
function confused(text: string, said: readonly Word[], chance: Chance): string {
	const others = Array.from({ length: OTHERS }, () => chance.pick(said).text);
	return others.find((each) => Math.abs(each.length - text.length) <= 1) ?? others[0] ?? text;
}

function bare(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, "");
}

function rounded({ begin, end, text }: Word): Word {
	return { begin: Math.round(begin), end: Math.round(end), text };
}
