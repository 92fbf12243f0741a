import { type Chance, chanceOf } from "./chance.ts";
import { amount, ordinary, question, refrain } from "./sayings.ts";
import { type Heard, laughter, type Timeline, timelineOf } from "./timeline.ts";
import { type Speaker, VOICES, type VoiceName } from "./voice.ts";

export const KINDS = ["question", "number", "laughter", "repeated phrase"] as const;
export type Kind = (typeof KINDS)[number];

/** A talk with one moment of each kind planted in it, as loud as everything else. Times in milliseconds. */
export interface Planted {
	readonly timeline: Timeline;
	readonly moments: readonly { readonly kind: Kind; readonly begin: number; readonly end: number }[];
}

const SENTENCES = 116;
const POOL = 60;
/** Some ordinary sentences are said louder: loud is not the same as good. */
const LOUD_EVERY = 9;
const LOUDER_DB = 5;

/** A talk of about eight minutes by two speakers; the same seed, the same talk. */
export async function plantedTalk(seed: number, speaker: Speaker): Promise<Planted> {
	const chance = chanceOf(seed);
	const pool = poolOf(chanceOf(0));
	const places = placesFor(chance);
	const heard: Heard[] = [];
	const marks: { kind: Kind; from: number; to: number }[] = [];
	for (let at = 0; at < SENTENCES; at++) {
		const voice = VOICES[Math.floor(at / 7) % 2] ?? "slt";
		const louderDb = Math.floor(at / 3) % LOUD_EVERY === seed % LOUD_EVERY ? LOUDER_DB : 0;
		heard.push({ said: await speaker.say(chance.pick(pool), voice), pauseMs: pause(chance), louderDb });
		const kind = KINDS.find((each) => places.get(each) === at);
		if (kind === undefined) continue;
		const from = heard.length;
		heard.push(...(await momentOf(kind, { chance, speaker, voice, seed })));
		marks.push({ kind, from, to: heard.length - 1 });
	}
	const timeline = timelineOf(heard, { seed, noiseDb: -62 });
	const moments = marks.map(({ kind, from, to }) => ({
		kind,
		begin: timeline.spans[from]?.begin ?? 0,
		end: timeline.spans[to]?.end ?? 0,
	}));
	return { timeline, moments };
}

function poolOf(chance: Chance): readonly string[] {
	return Array.from({ length: POOL }, () => ordinary(chance));
}

/** One place for each kind, in any order, well apart. */
function placesFor(chance: Chance): ReadonlyMap<Kind, number> {
	const left = [...KINDS];
	const part = SENTENCES / KINDS.length;
	return new Map(
		KINDS.map((_, at) => {
			const kind = chance.pick(left);
			left.splice(left.indexOf(kind), 1);
			return [kind, Math.floor(part * at + chance.between(0.25, 0.75) * part)] as const;
		}),
	);
}

interface Making {
	readonly chance: Chance;
	readonly speaker: Speaker;
	readonly voice: VoiceName;
	readonly seed: number;
}

async function momentOf(kind: Kind, { chance, speaker, voice, seed }: Making): Promise<readonly Heard[]> {
	if (kind === "laughter") return [{ said: laughter(seed), pauseMs: 500 }];
	const texts = {
		question: () => [question(chance)],
		number: () => [amount(chance)],
		"repeated phrase": () => refrain(chance),
	}[kind]();
	return Promise.all(
		texts.map(async (text) => ({ said: await speaker.say(text, voice), pauseMs: pause(chance) })),
	);
}

function pause({ between }: Chance): number {
	return Math.round(between(420, 900));
}
