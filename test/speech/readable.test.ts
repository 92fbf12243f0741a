import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withNumbers } from "../../src/speech/numbers.ts";
import { readable } from "../../src/speech/readable.ts";
import { sentenceEnds } from "../../src/speech/sentence-breaks.ts";
import { type HeardWord, soundsEnglish, type Utterance } from "../../src/speech/utterances.ts";

/**
 * Words as heard, 190 ms each with 60 ms between them; `/` is a breath (300 ms), `//` a pause (600 ms), `///`
 * a long one (1.5 s).
 */
function heard(text: string, confidence = 1): Utterance {
	let at = 0;
	const words: HeardWord[] = [];
	for (const token of text.split(" ")) {
		if (/^\/+$/.test(token)) at += { "/": 250, "//": 550 }[token] ?? 1450;
		else {
			words.push({ begin: at, end: at + 190, text: token, confidence });
			at += 250;
		}
	}
	return words;
}

const read = (...utterances: readonly Utterance[]) =>
	readable(utterances, [])
		.map(({ text }) => text)
		.join(" ");

const marks = suite("sentences of what was heard");
const SENTENCES: Readonly<Record<string, readonly [heard: string, read: string]>> = {
	"a pause ends a sentence, which begins with a capital": [
		"we make clips // people like them",
		"We make clips, people like them.",
	],
	"a sentence of four words ends at a pause": [
		"we make many clips // people like them",
		"We make many clips. People like them.",
	],
	"a breath is a comma": ["when we make clips / people like them", "When we make clips, people like them."],
	"no sentence ends at a word that leads on": [
		"we went to the // big house today",
		"We went to the big house today.",
	],
	"no sentence begins with a word that leads on": [
		"we have many clips // which people like",
		"We have many clips, which people like.",
	],
	"a long pause ends any sentence": ["thank you /// we begin", "Thank you. We begin."],
	"what begins like a question is one": [
		"why do we make clips // people like them",
		"Why do we make clips? People like them.",
	],
	"a lead-in does not hide a question": ["so can you help me now /// yes", "So can you help me now? Yes."],
	"nor does who asks it": [
		"people ask me when should we rewrite it /// somebody typed can i skip that /// you are right",
		"People ask me when should we rewrite it? Somebody typed can I skip that? You are right.",
	],
	"nor do those who ask or think it, though a word of it was misheard": [
		"people ask me then the we rewrite it /// you may be thinking what happens at night /// yes",
		"People ask me then the we rewrite it? You may be thinking what happens at night? Yes.",
	],
	"a question with one word misheard is one": [
		"can broom you hear me now /// why bread would a fish care /// how much do we have left",
		"Can broom you hear me now? Why bread would a fish care? How much do we have left?",
	],
	"a verb that does not go with who does it was misheard": [
		"are i will be your host /// is we the boats were late /// was you the lamp went out",
		"Are I will be your host. Is we the boats were late. Was you the lamp went out.",
	],
	"what somebody wonders or asks for is told": [
		"she asked me to leave the house /// then you wonder why the bread is hard /// he asked me what i saw",
		"She asked me to leave the house. Then you wonder why the bread is hard. He asked me what I saw.",
	],
	"what was answered in the same breath is no question": [
		"i asked him can you come and he said no",
		"I asked him can you come and he said no.",
	],
	"a clause is no question": [
		"the problem which is that nobody pays /// he is somebody who is my friend /// neither do i",
		"The problem which is that nobody pays. He is somebody who is my friend. Neither do I.",
	],
	"I and names have capitals wherever they stand": [
		"today i'm with john's friend in london",
		"Today I'm with John's friend in London.",
	],
	"a name before a comma has its capital": [
		"when we were in london / people liked it",
		"When we were in London, people liked it.",
	],
	"letters said one by one are an abbreviation": ["the f b i was there", "The FBI was there."],
	"what old texts write in two words is one": ["every body likes it", "Everybody likes it."],
	"a sentence of ten words ends before a word that turns to something else": [
		"we painted every room in the house in one weekend but nobody came because of the rain",
		"We painted every room in the house in one weekend. But nobody came because of the rain.",
	],
	"a long pause tells more than the word behind it": [
		"people came from all over // and /// they stayed",
		"People came from all over, and. They stayed.",
	],
	"a shorter one goes on": ["we painted the house but nobody came", "We painted the house but nobody came."],
	"a long run of words without a pause is cut where something new begins": [
		`${"we make many clips of good talks with many people who like to talk about all that they have seen in their life again"} / we like that`,
		"We make many clips of good talks with many people who like to talk about all that they have seen in their life again. We like that.",
	],
};
for (const [title, [text, expected]] of Object.entries(SENTENCES))
	marks(title, () => assert.is(read(heard(text)), expected));

marks("noise taken for a word is left out", () =>
	assert.is(read(heard("the"), heard("we make many clips"), heard("huh")), "We make many clips."),
);

marks("what was only guessed is left out", () =>
	assert.is(read(heard("wild guess about nothing", 0.3), heard("we make many clips")), "We make many clips."),
);

marks("nothing heard is nothing to read", () => assert.equal(readable([], []), []));

marks("who hardly pauses, pauses shorter between sentences too", () => {
	const hurried = (pauseMs: number) => {
		let at = 0;
		const words = Array.from(
			{ length: 40 },
			() => "we told them what really happened in the old house",
		).flatMap((text) => {
			at += pauseMs;
			return text.split(" ").map((word) => {
				at += 200;
				return { begin: at - 190, end: at, text: word, confidence: 1 };
			});
		});
		return readable([words], []).filter(({ text }) => text.endsWith(".")).length;
	};
	assert.equal([hurried(150), hurried(600), hurried(20) < 30], [40, 40, true]);
});

const HALF = "the lamp in the old tower went";
/** Words, some of them missed and told by `_`, with 60 ms between all. */
const withMissed = (text: string) => heard(text).filter(({ text: word }) => word !== "_");
const readWith = (words: Utterance, silences: readonly { begin: number; end: number }[]) =>
	readable([words], silences)
		.map(({ text }) => text)
		.join(" ");

marks("a word that the recogniser missed is no pause where the sound goes on", () => {
	const missed = withMissed(`${HALF} _ _ _ dark last night // we saw it`);
	const told = readWith(missed, [{ begin: 3190, end: 3790 }]);
	assert.equal(
		[readWith(missed, []), told],
		[
			"The lamp in the old tower went. Dark last night. We saw it.",
			"The lamp in the old tower went dark last night. We saw it.",
		],
	);
});

/** Said 2.3 s later; the first of them is taken to begin in the pause before it. */
const late = (word: HeardWord, at: number) => ({
	...word,
	begin: at === 0 ? 1950 : word.begin + 2300,
	end: word.end + 2300,
});

marks("a pause beside a word whose time is wrong is heard", () => {
	const words = [...heard(`${HALF} dark`), ...heard("they saw it from the sea").map(late)];
	const silences = [{ begin: 1945, end: 2590 }];
	assert.equal(
		[readWith(words, []), readWith(words, silences)],
		[
			"The lamp in the old tower went dark they saw it from the sea.",
			"The lamp in the old tower went dark. They saw it from the sea.",
		],
	);
});

marks("where sentences of other languages end is told by pauses alone", () => {
	const said = (text: string, pauseMs: number) =>
		[
			...sentenceEnds(
				text.split(" ").map((word) => ({ text: word, pauseMs: word === "haus" ? pauseMs : 40 })),
			),
		].length;
	const german = "wir gingen alle durch das alte haus so wie wir es immer gemacht haben";
	const english = "we all went through the same old haus so we do it as we always did";
	assert.equal([said(german, 300), said(german, 600), said(english, 300)], [1, 2, 2]);
});

marks("no word of English is told by the name of a property", () =>
	assert.is(
		read(heard("we met the constructor / prototype of the boat")),
		"We met the constructor, prototype of the boat.",
	),
);

marks("words keep their times", () => {
	assert.equal(
		readable([heard("it costs twenty five dollars")], []).map(({ begin, end, text }) => ({
			begin,
			end,
			text,
		})),
		[
			{ begin: 0, end: 190, text: "It" },
			{ begin: 250, end: 440, text: "costs" },
			{ begin: 500, end: 1190, text: "$25." },
		],
	);
});
marks.run();

const numbers = suite("numbers as people read them");
const NUMBERS: Readonly<Record<string, readonly [heard: string, read: string]>> = {
	"numbers below ten stay words": ["one of three", "one of three"],
	"numbers from ten on are digits": ["ten of twenty one", "10 of 21"],
	hundreds: ["three hundred and five people", "305 people"],
	"a hundred stays as said": ["a hundred people", "a hundred people"],
	thousands: ["two hundred thousand and twelve", "200,012"],
	"millions keep their name": ["five million people", "5 million people"],
	"a mixed million is written out": ["one million two hundred thousand", "1,200,000"],
	years: ["in nineteen eighty four and twenty twenty", "in 1984 and 2020"],
	"a year with oh": ["nineteen oh five", "1905"],
	"two thousand and five": ["two thousand and five", "2005"],
	percent: ["three percent or fifty per cent", "3% or 50%"],
	dollars: ["nine dollars", "$9"],
	decimals: ["three point one four percent", "3.14%"],
	"digits said one by one stay words": ["five five two", "five five two"],
	"and between two numbers is only and": ["twenty and thirty", "20 and 30"],
	"numbers with a break between them are two": ["twenty // five", "20 five"],
	"a point without digits is a word": ["ten point", "10 point"],
};
for (const [title, [text, expected]] of Object.entries(NUMBERS)) {
	numbers(title, () =>
		assert.is(
			withNumbers(heard(text))
				.map((word) => word.text)
				.join(" "),
			expected,
		),
	);
}
numbers.run();

const language = suite("the recogniser's own language");
language("what is recognised surely is its own language", () =>
	assert.ok(soundsEnglish(heard("we make many clips of what people say in a talk", 0.95))),
);
language("what is mostly guessed is another", () => {
	const words = [
		...heard("people maybe be the more little laugh a know louder than", 0.6),
		...heard("the the it", 1),
	];
	assert.not(soundsEnglish(words));
});
language("nothing is no language", () => assert.not(soundsEnglish([])));
language.run();
