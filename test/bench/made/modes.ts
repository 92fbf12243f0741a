import { loudnessMeter, type Sound, STEP_MS } from "../../../src/engine/hear/audio.ts";
import { gapsIn } from "../../../src/engine/hear/gaps.ts";
import { type Signals, signalsFrom } from "../../../src/engine/pick/signals.ts";
import { transcriptOf } from "../../../src/engine/transcript/sentences.ts";
import { inOrder, type Word } from "../../../src/engine/transcript/transcript.ts";
import { withDoubts } from "../../../src/speech/doubts.ts";
import { readable } from "../../../src/speech/readable.ts";
import type { HeardWord } from "../../../src/speech/utterances.ts";
import { type Chance, chanceOf } from "./chance.ts";
import type { PlantedTalk } from "./planted-talk.ts";
import { pcmOf } from "./timeline.ts";

/** What is known of what is said. */
export const MODES = ["transcript", "recognised", "sound alone"] as const;
export type Mode = (typeof MODES)[number];

const LEAST_WRONG = 0.16;
const MOST_WRONG = 0.34;
/** How often the word behind a wrong one is wrong. */
const GOES_ON = 0.55;
const REPLACED = 0.7;
const MISSING = 0.14;
const SURE = { right: 0.74, wrong: 0.11 } as const;
const OF_THE_TALK = 0.5;
/** Heard in place of other words of the talks to tune by, in none of which they are said. */
const MISHEARD = (
	"it's she body him new isn't know into bucks run saying yeah feel clear did well long you're sure i'm found " +
	"ever word we're flower slightest his center wife which research then hours or kilometers start view he land " +
	"phone inside should high cards park our jump may filled search she's seller stunts oh talk term game hands " +
	"yard move shoot lives her line show charge greedy point love day puts far costs clean up water put forty " +
	"license peace months loose you'd hard cook only wish role ninety six car plenty job colors rounds heard shoe " +
	"trace mind assistance seventy them programs selves plan though stick john ball enter overtime four eight"
).split(" ");
/** Silence after which a recogniser begins a new utterance, in milliseconds. */
const APART_MS = 500;
const OTHERS = 12;

/** What the engine would know of a talk in each mode. */
export function signalsOf(
	talk: PlantedTalk,
	seed: number,
	{ sound, recognised }: { readonly sound: Sound; readonly recognised: readonly Word[] },
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
		recognised: known(recognised),
		"sound alone": known(undefined),
	};
}

/** How loud a talk is. */
export function heardIn({ timeline }: PlantedTalk): Sound {
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
 * What a recogniser would write down, made up where none is here: no marks, 16 to 34 % of the words wrong, in
 * runs, and with how sure it is. Measured on talks to tune by, spoken by flite and heard by Vosk (28 talks,
 * 24,000 words, 20.5 % wrong): of wrong words 74 % are beside another and 48 % in three or more, seven in ten
 * are other words, the rest are missing or added; half of the other words are said in the talk; long words
 * are wrong more often. Of right words 68 % are sure, of wrong ones 9 %: as many here, once those beside a
 * word left out are in doubt.
 */
export function recognisedWords(
	{ timeline }: PlantedTalk,
	{ chance, sound }: { readonly chance: Chance; readonly sound: Sound },
): readonly Word[] {
	const said = timeline.sentences.flat().map(rounded);
	const rate = chance.between(LEAST_WRONG, MOST_WRONG);
	let isWrong = false;
	const heard = said.flatMap((word) => {
		const own = { ...word, text: bare(word.text), begin: word.begin + Math.round(chance.between(-30, 30)) };
		const starts = ((1 - GOES_ON) * rate * hardness(own.text)) / (1 - rate);
		isWrong = chance.next() < (isWrong ? GOES_ON : starts);
		return isWrong ? misheard(own, said, chance) : [{ ...own, confidence: sureness(SURE.right, chance) }];
	});
	const utterances: HeardWord[][] = [];
	for (const word of heard.filter(({ text }) => text !== "")) {
		const last = utterances.at(-1);
		const before = last?.at(-1);
		if (last && before && word.begin - before.end < APART_MS) last.push(word);
		else utterances.push([word]);
	}
	const silences = gapsIn(sound);
	return withDoubts(readable(utterances, silences), silences);
}

function misheard(own: Word, said: readonly Word[], chance: Chance): readonly HeardWord[] {
	const kind = chance.next();
	const confidence = sureness(SURE.wrong, chance);
	const other = { ...own, text: confused(own.text, said, chance), confidence };
	const middle = Math.round((own.begin + own.end) / 2);
	if (kind < REPLACED) return [other];
	if (kind < REPLACED + MISSING) return [];
	return [
		{ ...own, end: middle, confidence },
		{ ...other, begin: middle },
	];
}

function hardness({ length }: string): number {
	return length <= 3 ? 0.6 : length <= 8 ? 1.25 : 2;
}

function sureness(sure: number, chance: Chance): number {
	return chance.next() < sure ? 1 : chance.between(0.35, 0.95);
}

/** Another word that is about as long: of the talk, or one that was heard in place of others. */
function confused(text: string, said: readonly Word[], chance: Chance): string {
	const from = chance.next() < OF_THE_TALK ? said.map((word) => word.text) : MISHEARD;
	const others = Array.from({ length: OTHERS }, () => bare(chance.pick(from)));
	return others.find((each) => Math.abs(each.length - text.length) <= 1) ?? others[0] ?? text;
}

function bare(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, "");
}

function rounded({ begin, end, text }: Word): Word {
	return { begin: Math.round(begin), end: Math.round(end), text };
}
