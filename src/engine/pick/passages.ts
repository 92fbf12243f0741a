import type { HeardReaction } from "../hear/reactions.ts";
import { type Span, touching } from "../spans.ts";
import type { Sentence, Transcript } from "../transcript/transcript.ts";
import { heardTogether } from "./heard-together.ts";
import { housekeepingIn } from "./housekeeping.ts";
import { refrainsIn } from "./refrains.ts";
import { reactionNoted } from "./sentence-features.ts";
import { contentOf, type SentenceContent } from "./sentence-worth.ts";
import { spokenOf } from "./spoken.ts";
import { languageOf, stopWordsOf } from "./stop-words.ts";
import { topicStarts } from "./topics.ts";

export type PassageKind = "answer" | "claim" | "number" | "refrain" | "story";

/** A sentence with what it is worth where it stands. */
export interface RatedSentence extends Span {
	/** Its number in the transcript. */
	readonly at: number;
	/** Among all sentences of its source; below 0 is less than usual. */
	readonly worth: number;
	readonly kind: PassageKind | undefined;
	readonly housekeeping: boolean;
	/** How much a new topic begins with it, 0 to 1. */
	readonly begins: number;
	/** How surely people laugh or clap right behind it, 0 to 1. */
	readonly earned: number;
}

/** A reaction comes at once or not at all. */
const BEHIND_MS = 1_500;
/** What is told before a reaction to earn it. */
const SETUP_MS = 22_000;
const FIRST_MS = 12_000;
const USUAL = 0.5;
/** Where all of it is worth hearing, so is most of it. */
const MOST_USUAL = 0.2;
const BONUS = { asked: 0.3, answer: 0.22, story: 0.22, punch: 0.2, reaction: 0.55, refrain: 0.7 } as const;
/** One sentence that says very much does not carry those beside it. */
const MOST_SAID = 0.8;
const MAYBE = 0.4;
const LIKELY = 0.6;
/** How much a reaction counts whatever was said: people clap politely, but they seldom laugh so. */
const LEAST = { applause: 0.3, laughter: 0.7 } as const;
/** At the begin and the end people clap whatever is said. */
const POLITE_MS = 30_000;
const POLITE = 0.4;
const PAUSE_MS = 2_500;
const NOTED_WORDS = 4;

/** What every sentence of a transcript is worth where it stands, in order. */
export function ratedSentences(
	transcript: Transcript,
	reactions: readonly HeardReaction[],
): readonly RatedSentence[] {
	const { sentences } = transcript;
	const texts = sentences.map(({ text }) => text);
	const language = languageOf(texts);
	const spoken = sentences.map((sentence) => ({ ...sentence, text: spokenOf(sentence)?.text ?? "" }));
	const contents = spoken.map(({ text }) => contentOf(text, language));
	const housekeeping = housekeepingOf(spoken);
	const earned = earnedBy(sentences, reactions, { housekeeping, contents });
	const refrains = refrainsIn(sentences);
	const setups = setupsOf(sentences, { earned, housekeeping });
	const begins = topicStarts(sentences, stopWordsOf(texts));
	const raised = contents.map((content, at) => ({
		...bonusFor(contents, sentences, { at, housekeeping }),
		setup: setups[at] ?? 0,
		own: content.worth,
		refrain: refrains[at] ?? 0,
	}));
	const sums = raised.map(
		({ own, bonus, setup, refrain }) =>
			Math.min(MOST_SAID, own + bonus) + BONUS.reaction * setup + BONUS.refrain * refrain,
	);
	const smooth = heardTogether(sums, sentences, housekeeping);
	const usual = [...smooth.filter((_, at) => !housekeeping[at])].sort((a, b) => a - b);
	const middle = Math.min(MOST_USUAL, usual[Math.floor(USUAL * usual.length)] ?? 0);
	return sentences.map(({ begin, end }, at) => ({
		at,
		begin,
		end,
		worth: housekeeping[at] ? -1 : (smooth[at] ?? 0) - middle,
		kind: (raised[at]?.refrain ?? 0) > 0.5 ? "refrain" : raised[at]?.kind,
		housekeeping: housekeeping[at] === true,
		begins: begins[at] ?? 0,
		earned: earned[at] ?? 0,
	}));
}

/**
 * What may be housekeeping is it beside what surely is or may be, too, and the sooner in the first and last
 * part of a talk.
 */
function housekeepingOf(sentences: readonly Sentence[]): readonly boolean[] {
	const signs = sentences.map(({ text }) => housekeepingIn(text));
	const last = sentences.at(-1)?.end ?? 0;
	return signs.map((sign, at) => {
		if (sign >= 1) return true;
		const near = [signs[at - 1] ?? 0, signs[at + 1] ?? 0];
		const beside = near.filter((each) => each >= 1).length;
		const { begin = 0, text = "" } = sentences[at] ?? {};
		const outside = begin < FIRST_MS || begin > last - FIRST_MS;
		const short = text.split(" ").length <= 4;
		if (beside === 2 || (beside > 0 && short)) return true;
		if (sign >= LIKELY) return near.some((each) => each >= MAYBE) || outside;
		return sign >= MAYBE && (beside > 0 || outside);
	});
}

/** The reactions that are heard, and those that only the subtitles know of, in order. */
export function withNoted(
	heard: readonly HeardReaction[],
	transcript: Transcript | undefined,
): readonly HeardReaction[] {
	const noted = (transcript?.sentences ?? []).flatMap(({ words }) =>
		words.flatMap((word, at): readonly HeardReaction[] => {
			const text = /^[[(]/.test(word.text) ? words.slice(at, at + NOTED_WORDS).map((each) => each.text) : [];
			const kind = reactionNoted(text.join(" "));
			return kind ? [{ begin: word.begin, end: word.end, kind, strength: 1 }] : [];
		}),
	);
	const others = noted.filter((each) => touching(heard, each).length === 0);
	return [...heard, ...others].sort((one, other) => one.begin - other.begin);
}

/** A reaction is earned by what ends right before it, unless that is housekeeping or nothing was said yet. */
function earnedBy(
	sentences: readonly Sentence[],
	reactions: readonly HeardReaction[],
	{ housekeeping, contents }: { housekeeping: readonly boolean[]; contents: readonly SentenceContent[] },
): readonly number[] {
	const earned = sentences.map(() => 0);
	const last = sentences.at(-1)?.end ?? 0;
	for (const { begin, kind, strength } of reactions) {
		const at = sentences.findLastIndex((sentence) => sentence.begin < begin - 300);
		const sentence = sentences[at];
		if (!sentence || housekeeping[at] || begin < FIRST_MS) continue;
		const said = contents.slice(Math.max(0, at - 2), at + 1);
		const worth = said.reduce((sum, content) => sum + content.worth, 0) / said.length;
		const polite = kind === "applause" && (begin < POLITE_MS || begin > last - POLITE_MS) ? POLITE : 1;
		const sure = polite * strength * Math.min(1, LEAST[kind] + 2.5 * Math.max(0, worth));
		if (begin - sentence.end <= BEHIND_MS) earned[at] = Math.max(earned[at] ?? 0, sure);
	}
	return earned;
}

/** How much each sentence is part of what earned a reaction: less the longer before it. */
function setupsOf(
	sentences: readonly Sentence[],
	{ earned, housekeeping }: { readonly earned: readonly number[]; readonly housekeeping: readonly boolean[] },
): readonly number[] {
	const setups = sentences.map(() => 0);
	earned.forEach((strength, last) => {
		if (strength === 0) return;
		const end = sentences[last]?.end ?? 0;
		for (let at = last; at >= 0 && !housekeeping[at]; at -= 1) {
			const before = end - (sentences[at]?.begin ?? 0);
			if (before > SETUP_MS) break;
			setups[at] = Math.max(setups[at] ?? 0, strength * (1 - (0.5 * before) / SETUP_MS));
		}
	});
	return setups;
}

/** What a sentence gains by those around it, and what it is part of. */
function bonusFor(
	contents: readonly SentenceContent[],
	sentences: readonly Sentence[],
	{ at, housekeeping }: { readonly at: number; readonly housekeeping: readonly boolean[] },
): { readonly bonus: number; readonly kind: PassageKind | undefined } {
	const content = contents[at];
	const [before, here] = [sentences[at - 1], sentences[at]];
	if (!content || !here) return { bonus: 0, kind: undefined };
	const answered = (asked: number) =>
		contents[asked]?.asks === true &&
		!housekeeping[asked] &&
		!housekeeping[asked + 1] &&
		contents[asked + 1]?.asks === false &&
		(sentences[asked + 1]?.begin ?? Number.POSITIVE_INFINITY) - (sentences[asked]?.end ?? 0) < PAUSE_MS;
	const near = contents.slice(Math.max(0, at - 2), at + 3);
	const story = near.reduce((sum, each) => sum + each.told, 0) / near.length;
	const inStory = story >= 0.3 && near.some(({ turns }) => turns);
	const punch =
		content.words <= 6 && (contents[at - 1]?.words ?? 0) >= 9 && before && here.begin - before.end < PAUSE_MS;
	const asked = answered(at);
	const answers = [1, 2].some((back) => at >= back && answered(at - back));
	const bonus =
		(asked ? BONUS.asked : 0) +
		(answers ? BONUS.answer : 0) +
		(inStory ? BONUS.story : 0) +
		(punch && Math.max(content.worth, contents[at - 1]?.worth ?? 0) > 0.2 ? BONUS.punch : 0);
	const kind = asked || answers ? "answer" : inStory ? "story" : content.counts ? "number" : "claim";
	return { bonus, kind: content.worth + bonus > 0.25 ? kind : undefined };
}
