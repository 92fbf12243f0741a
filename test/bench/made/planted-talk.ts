import { type Chance, chanceOf } from "./chance.ts";
import { VOICE_COUNT, type Voices } from "./espeak.ts";
import { jingle, roomApplauds, roomLaughs } from "./reactions.ts";
import type { Decoy, Kind, Line, Passage, TalkFile, TalkFiles } from "./talk-files.ts";
import { type Heard, type Timeline, timelineOf } from "./timeline.ts";

export const MOMENTS = 5;
type Reaction = "laughter" | "applause";

export interface Moment {
	readonly kind: Kind;
	/** From its first word to its last, without the reaction. */
	readonly begin: number;
	readonly end: number;
}

/** A talk in which moments, decoys and reactions are known. Times in milliseconds. */
export interface PlantedTalk {
	readonly file: string;
	readonly timeline: Timeline;
	readonly moments: readonly Moment[];
	readonly housekeeping: readonly { readonly begin: number; readonly end: number; readonly text: string }[];
	readonly reactions: readonly { readonly begin: number; readonly end: number; readonly kind: Reaction }[];
}

/** One line of the script of a talk. */
interface Cue {
	readonly line: Line | { readonly music: true };
	readonly of: Passage["kind"];
	/** Number of the moment it belongs to. */
	readonly moment?: number;
	readonly isLast?: boolean;
}

/** A talk by the file: which moments and decoys, in which order and whose voices, is chance of this seed. */
export async function plantedTalk(
	{ talk, decoys }: { readonly talk: TalkFile; readonly decoys: TalkFiles["decoys"] },
	seed: number,
	{ voices, render = timelineOf }: { readonly voices: Voices; readonly render?: typeof timelineOf },
): Promise<PlantedTalk> {
	const chance = chanceOf(seed);
	const { script, moments } = scriptOf(talk, decoys, chance);
	const heard = await spoken(script, { chance, voices, speakers: talk.speakers });
	const timeline = render(heard, { seed, noiseDb: chance.between(-64, -48) });
	const spanOf = (at: number) => timeline.spans[at] ?? { begin: 0, end: 0 };
	const linesOf = (moment: number) =>
		script.flatMap((cue, at) => (cue.moment === moment && "text" in cue.line ? [spanOf(at)] : []));
	return {
		file: talk.name,
		timeline,
		moments: moments.map(({ kind }, moment) => {
			const spans = linesOf(moment);
			return { kind, begin: spans[0]?.begin ?? 0, end: spans.at(-1)?.end ?? 0 };
		}),
		housekeeping: script.flatMap(({ line, of }, at) =>
			"text" in line && ["opening", "middle", "closing"].includes(of)
				? [{ ...spanOf(at), text: line.text }]
				: [],
		),
		reactions: script.flatMap(({ line }, at) =>
			"reaction" in line ? [{ ...spanOf(at), kind: line.reaction }] : [],
		),
	};
}

function scriptOf(talk: TalkFile, decoys: TalkFiles["decoys"], chance: Chance) {
	const moments = shuffled(talk.moments, chance).slice(0, MOMENTS);
	const topics = shuffled(talk.topics, chance);
	const places = moments.map((_, at) => at % topics.length);
	const linesOf = (kind: Decoy) => decoys.find((each) => each.kind === kind)?.lines ?? [];
	const some = (kind: Decoy, least: number, most: number): readonly Cue[] =>
		picked(linesOf(kind), Math.round(chance.between(least, most)), chance).map((line) => ({
			line,
			of: kind,
		}));
	const script: Cue[] = [];
	if (chance.next() < 0.4) script.push({ line: { music: true }, of: "opening" });
	if (chance.next() < 0.3) script.push(...some("shout", 1, 2));
	script.push(...some("opening", 4, 7));
	topics.forEach((topic, at) => {
		if (at > 0 && chance.next() < 0.75) script.push(...some("middle", 1, 4));
		if (chance.next() < 0.75) script.push(...some("filler", 3, 5));
		if (chance.next() < 0.3) script.push(...some("shout", 1, 2));
		if (chance.next() < 0.15) script.push({ line: { reaction: "applause" }, of: "middle" });
		script.push(...withMoments(topic, { places, moments, at, chance }));
	});
	script.push(...some("closing", 3, 6));
	return { script, moments };
}

/** A topic with the moments that have their place in it between its lines. */
function withMoments(
	topic: Passage,
	given: { places: readonly number[]; moments: readonly Passage[]; at: number; chance: Chance },
): readonly Cue[] {
	const here = given.moments.flatMap((moment, number) =>
		given.places[number] === given.at ? [{ moment, number }] : [],
	);
	const cues: Cue[] = topic.lines.map((line) => ({ line, of: "topic" }));
	const step = cues.length / here.length;
	for (const [index, { moment, number }] of [...here.entries()].reverse()) {
		const place = Math.round(step * (index + given.chance.between(0.2, 0.8)));
		const last = moment.lines.findLastIndex((line) => "text" in line);
		const lines = moment.lines.map(
			(line, at): Cue => ({ line, of: moment.kind, moment: number, isLast: at === last }),
		);
		cues.splice(place, 0, ...lines);
	}
	return cues;
}

async function spoken(
	script: readonly Cue[],
	{
		chance,
		voices,
		speakers,
	}: { readonly chance: Chance; readonly voices: Voices; readonly speakers: number },
): Promise<readonly Heard[]> {
	const first = Math.floor(chance.between(0, VOICE_COUNT));
	const step = 1 + Math.floor(chance.between(0, VOICE_COUNT - 1));
	const pace = chance.between(0.92, 1.15);
	const heard: Heard[] = [];
	let speaker = 0;
	for (const [at, cue] of script.entries()) {
		const { line } = cue;
		const pauseMs = pauseAfter(cue, script[at + 1], chance);
		if (!("text" in line)) {
			const seed = Math.floor(chance.between(0, 1e6));
			const said =
				"music" in line ? jingle(seed) : line.reaction === "laughter" ? roomLaughs(seed) : roomApplauds(seed);
			heard.push({ said, louderDb: chance.between(-6, 4), pauseMs });
			continue;
		}
		speaker = line.speaker ?? (cue.of === "topic" || cue.moment !== undefined ? speaker : 0);
		const shouted = cue.of === "shout";
		const voice = (first + step * (speaker % speakers)) % VOICE_COUNT;
		const told = cue.moment !== undefined && cue.of === "story" ? 0.94 : 1;
		const said = await voices.say(line.text, {
			voice,
			pace: Math.round(100 * pace * told) / 100,
			lift: shouted ? 25 : cue.isLast === true ? 6 : 0,
		});
		heard.push({ said, louderDb: shouted ? chance.between(4, 8) : chance.between(-2, 2), pauseMs });
	}
	return heard;
}

/** People pause before the last sentence of what they tell, and hardly before a reaction. */
function pauseAfter(cue: Cue, next: Cue | undefined, chance: Chance): number {
	if (next && "reaction" in next.line) return Math.round(chance.between(60, 350));
	if (next?.isLast) return Math.round(chance.between(450, 1_100));
	if (next && next.of !== cue.of) return Math.round(chance.between(500, 1_400));
	return Math.round(chance.between(180, 800));
}

function picked<Each>(from: readonly Each[], count: number, chance: Chance): readonly Each[] {
	const kept = new Set(shuffled([...from.keys()], chance).slice(0, count));
	return from.filter((_, at) => kept.has(at));
}

function shuffled<Each>(from: readonly Each[], chance: Chance): readonly Each[] {
	return from
		.map((each) => ({ each, at: chance.next() }))
		.sort((a, b) => a.at - b.at)
		.map(({ each }) => each);
}
