import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clipTextsFor, hookFor, truncated } from "../../src/engine/pick/clip-texts.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { sentencesOf } from "../../src/engine/transcript/sentences.ts";
import type { Transcript, Word } from "../../src/engine/transcript/transcript.ts";
import { chanceOf } from "../bench/made/chance.ts";
import { TALK_SRT } from "./media.ts";

const wording = suite("words about a clip");
const words = wordsIn(TALK_SRT, 60_000);
const talk = { words, sentences: sentencesOf(words) };

wording("the title is a sentence of the clip, the question first", () => {
	assert.is(
		clipTextsFor({ begin: 0, end: 28_400 }, talk, "talk").title,
		"Why do most talks fail in the first minute?",
	);
});

wording("the description is what is said, in order", () => {
	assert.is(
		clipTextsFor({ begin: 9_700, end: 28_400 }, talk, "talk").description,
		"The speaker explains the agenda and nobody listens to an agenda. A story about one customer works better than ten slides.",
	);
});

wording("tags are what this part is about", () => {
	const { tags } = clipTextsFor({ begin: 9_700, end: 18_400 }, talk, "talk");
	assert.equal([tags[0], tags.includes("nobody"), tags.includes("the")], ["agenda", false, false]);
	assert.ok(tags.length <= 6 && tags.every((tag) => /^[\p{L}\p{Nd}]+$/u.test(tag)));
});

wording("nothing is invented without a transcript, or where nothing is said", () => {
	const expected = { title: "Keynote, 1:23–1:58", description: "Keynote, 1:23–1:58", tags: [] };
	assert.equal(clipTextsFor({ begin: 83_000, end: 118_900 }, undefined, "Keynote"), expected);
	assert.equal(clipTextsFor({ begin: 83_000, end: 118_900 }, talk, "Keynote"), expected);
	assert.is(clipTextsFor({ begin: 0, end: 3_700_000 }, undefined, "").title, "0:00–1:01:40");
});

wording("a long name leaves room for the place in the source", () => {
	const { title } = clipTextsFor({ begin: 0, end: 9_000 }, undefined, "very long name ".repeat(20));
	assert.ok(title.length <= 80 && title.endsWith(", 0:00–0:09"), title);
});

wording("Turkish begins with a dotted İ, and Thai keeps its spaces and is cut between words", () => {
	const titleOf = (text: string) => {
		const said = wordsIn(`00:00:00,000 --> 00:00:09,000\n${text}\n`, 9_000);
		return clipTextsFor({ begin: 0, end: 9_000 }, { words: said, sentences: sentencesOf(said) }, "").title;
	};
	assert.is(titleOf("istanbul'da ışık çok güzel"), "İstanbul'da ışık çok güzel");
	assert.is(titleOf("it is in ink"), "It is in ink");
	assert.is(titleOf("ქართული ენა"), "ქართული ენა");
	assert.is(titleOf("สวัสดีชาวโลก วันนี้เราจะพูด"), "สวัสดีชาวโลก วันนี้เราจะพูด");
	const long = titleOf("วันนี้เราจะพูดถึงเรื่องสำคัญที่สุดของชีวิต".repeat(3));
	assert.ok(long.length <= 80 && /(?:วัน|นี้|เรา|จะ|พูด|ถึง|เรื่อง|สำคัญ|ที่สุด|ของ|ชีวิต)…$/u.test(long), long);
});

wording(
	"no title or hook comes from what is part of housekeeping, or from beside it while there is more",
	() => {
		const said = [
			"The wifi is on the sheet.",
			"I cannot see the end at the moment.",
			"So just shout of something.",
			"Whoever parked the van please move it.",
			"Next slide, please.",
			"A river never forgets its old bed.",
			"The water comes back to it.",
		];
		const lines = wordsIn(
			said.map((text, at) => `00:00:${10 + 5 * at},000 --> 00:00:${14 + 5 * at},000\n${text}\n`).join("\n"),
			60_000,
		);
		const room = { words: lines, sentences: sentencesOf(lines) };
		const event = { begin: 9_000, end: 30_000 };
		assert.is(clipTextsFor(event, room, "Rivers").title, "Rivers, 0:09–0:30");
		assert.is(hookFor(event, room), undefined);
		assert.is(
			clipTextsFor({ begin: 34_000, end: 45_000 }, room, "Rivers").title,
			"The water comes back to it",
		);
		assert.is(
			clipTextsFor({ begin: 34_000, end: 39_500 }, room, "Rivers").title,
			"A river never forgets its old bed",
		);
	},
);

wording("a word of a talk about talks is no housekeeping, where nothing near it is likely any", () => {
	assert.is(
		hookFor({ begin: 9_700, end: 18_400 }, talk),
		"The speaker explains the agenda and nobody listens to an agenda",
	);
});

/** `?` before a word: recognised with little confidence. */
function recognisedTalk(text: string): Transcript {
	const said = text.split(" ").map((word, at): Word => {
		const times = { begin: 400 * at, end: 400 * at + 300 };
		return word.startsWith("?") ? { ...times, text: word.slice(1), unsure: true } : { ...times, text: word };
	});
	return { words: said, sentences: sentencesOf(said) };
}

/** All of its sure words once more, between others that are in doubt, so that nothing else can be quoted. */
function heardTwice(said: string): Transcript {
	const sure = said
		.replace(/[.?]/g, "")
		.split(" ")
		.filter((word) => !said.includes(`?${word}`));
	return recognisedTalk(`${said} ${sure.map((word) => `?eh ${word}`).join(" ")}.`);
}

wording("a sentence with an unsure word is not quoted, nor are sentences put together around it", () => {
	const talk = recognisedTalk(
		"Why did ?Gladys ?ship the billing code? The billing code failed badly. We fixed the billing code. " +
			"Then ?grease came. It failed badly until we fixed it. Nobody noticed.",
	);
	assert.equal(clipTextsFor({ begin: 0, end: 20_000 }, talk, "Talk"), {
		title: "The billing code failed badly",
		description: "The billing code failed badly. We fixed the billing code.",
		tags: ["billingcode", "failedbadly", "fixed"],
	});
	assert.is(hookFor({ begin: 0, end: 20_000 }, talk), "The billing code failed badly");
});

wording(
	"where no sentence is sure, the title is the place, the hook none, and tags are of words heard twice",
	() => {
		const talk = recognisedTalk(
			"Why did ?Gladys ship the billing code? The billing code and ?Grease failed.",
		);
		const { title, description, tags } = clipTextsFor({ begin: 0, end: 20_000 }, talk, "Talk");
		assert.equal([title, description], ["Talk, 0:00–0:20", "Talk, 0:00–0:20"]);
		assert.equal(tags, ["billingcode"]);
		assert.is(hookFor({ begin: 0, end: 20_000 }, talk), undefined);
	},
);

wording(
	"where words are in doubt, what was heard once, or is a number, is not quoted; elsewhere it is",
	() => {
		const span = { begin: 0, end: 20_000 };
		const quotesOf = (text: string) => {
			const talk = recognisedTalk(text);
			const { title, description } = clipTextsFor(span, talk, "Talk");
			return [title, description, hookFor(span, talk)];
		};
		const once = "We chatted long at the bakery. The bakery was";
		const quoted = "We chatted long at the bakery";
		assert.equal(quotesOf(`${once} ?shut.`), ["Talk, 0:00–0:20", "Talk, 0:00–0:20", undefined]);
		assert.equal(quotesOf(`${once} shut.`), [quoted, `${once} shut.`, quoted]);
		assert.equal(quotesOf(`${once} ?shut. So we chatted long.`), [quoted, `${quoted}.`, quoted]);
		for (const number of ["fifty", "50"]) {
			const said = `We chatted ${number} times at the bakery. The bakery was ?shut. We chatted ${number} times.`;
			assert.equal(quotesOf(said), ["Talk, 0:00–0:20", "Talk, 0:00–0:20", undefined]);
		}
	},
);

wording("what may be housekeeping is quoted only where nothing is in doubt", () => {
	const said = "Nobody told me that this room was booked.";
	const titleOf = (talk: Transcript) => clipTextsFor({ begin: 0, end: 8_000 }, talk, "Talk").title;
	assert.is(titleOf(heardTwice(said)), "Talk, 0:00–0:08");
	assert.is(titleOf(recognisedTalk(said)), "Nobody told me that this room was booked");
	assert.is(titleOf(heardTwice("The river went over that bridge.")), "The river went over that bridge");
});

wording("numbers are no tags", () => {
	const talk = recognisedTalk("Ninety percent of hundred bakeries sold a million rolls.");
	assert.equal(clipTextsFor({ begin: 0, end: 4_000 }, talk, "Talk").tags, ["bakeries", "sold", "rolls"]);
});

const heardTags: Record<string, readonly [string, readonly string[]]> = {
	"once in the clip, twice soon after it": ["The bakery is here. ?Grease. The bakery. A bakery.", ["bakery"]],
	"once in the clip and once soon after it": ["The bakery is here. ?Grease. The bakery.", []],
	"once, where nothing is in doubt": ["The bakery is here. Grease. The bakery.", ["bakery"]],
	"three times, but once surely": ["The bakery is here. The ?bakery. A ?bakery.", []],
};
for (const [title, [said, tags]] of Object.entries(heardTags))
	wording(`a word heard ${title} ${tags.length > 0 ? "is" : "is not"} a tag`, () => {
		assert.equal(clipTextsFor({ begin: 0, end: 1_600 }, recognisedTalk(said), "Talk").tags, tags);
	});

wording("a word heard once in the clip and often an hour later is no tag", () => {
	const { words } = recognisedTalk("The bakery is ?here. Bakery. Bakery. Bakery.");
	const later = words.map((word, at) => (at < 4 ? word : { ...word, begin: 36e5 + at, end: 36e5 + at + 1 }));
	const talk = { words: later, sentences: sentencesOf(later) };
	assert.equal(clipTextsFor({ begin: 0, end: 1_600 }, talk, "Talk").tags, []);
});

wording("a few sure words beside a doubt are no title, and one where nothing is in doubt", () => {
	const [doubted, known] = [recognisedTalk("?Grease failed. Not at all."), recognisedTalk("Not at all.")];
	const titles = [doubted, known].map((talk) => clipTextsFor({ begin: 0, end: 20_000 }, talk, "Talk").title);
	assert.equal(titles, ["Talk, 0:00–0:20", "Not at all"]);
	assert.is(hookFor({ begin: 0, end: 20_000 }, doubted), undefined);
});

const clauses: Record<string, readonly [string, string]> = {
	"of what stands whole before a doubt": [
		"The village upstream stays completely dry, and the whole ?bill goes below.",
		"The village upstream stays completely dry",
	],
	"of what stands whole behind it": [
		"You will not see it in any ?job because everything has been done badly.",
		"Everything has been done badly",
	],
	"but never without what it depends on": [
		"She did not sell the bakery because the ?mare was angry.",
		"Talk, 0:00–0:20",
	],
	"nor where it is in doubt where it begins or ends": [
		"She gets faster every night ?and the day was long and ?grease came to us.",
		"Talk, 0:00–0:20",
	],
};
for (const [title, [said, expected]] of Object.entries(clauses))
	wording(`a title is made ${title}`, () => {
		const span = { begin: 0, end: 20_000 };
		assert.is(clipTextsFor(span, heardTwice(said), "Talk").title, expected);
	});

wording("of 50 clips of garbled speech none says a garbled word", () => {
	const plain = "our team ships billing code every friday because customers never wait for numbers".split(
		" ",
	);
	for (let seed = 1; seed <= 50; seed += 1) {
		const chance = chanceOf(seed);
		const said = Array.from({ length: 90 }, (_, at) => {
			const end = at % 9 === 8 ? "." : "";
			if (chance.next() < 0.12) return `?glorb${Math.floor(chance.next() * 4)}ish${end}`;
			return `${plain[Math.floor(chance.next() * plain.length)]}${end}`;
		});
		const talk = recognisedTalk(said.join(" "));
		const span = { begin: 0, end: 36_000 };
		const { title, description, tags } = clipTextsFor(span, talk, "Talk");
		const all = [title, description, ...tags, hookFor(span, talk) ?? ""].join(" ");
		assert.not.match(all, /glorb/i, `seed ${seed}: ${all}`);
		assert.ok(title.length > 0 && tags.length > 0, `seed ${seed}`);
	}
});

wording("a hook is one short sentence, or nothing", () => {
	assert.is(hookFor({ begin: 0, end: 18_400 }, talk), "Why do most talks fail in the first minute?");
	assert.is(hookFor({ begin: 58_100, end: 59_900 }, talk), undefined);
});

const cuts: Record<string, readonly [string, number, string]> = {
	"a short text stays": ["one two", 10, "one two"],
	"a long one ends at a word": ["one two three", 10, "one two…"],
	"marks before the cut go too": ["one two, three four", 12, "one two…"],
	"white space is one space": ["one \n\t two", 10, "one two"],
	"one endless word is cut anywhere": ["x".repeat(30), 10, `${"x".repeat(8)}…`],
};
for (const [title, [text, limit, expected]] of Object.entries(cuts))
	wording(`cutting: ${title}`, () => assert.is(truncated(text, limit), expected));

wording("a title is never longer than 80 characters, nor cut inside a word", () => {
	const long = wordsIn(
		`00:00:00,000 --> 00:00:20,000\n${"extraordinary circumstances ".repeat(12)}.\n`,
		20_000,
	);
	const { title } = clipTextsFor(
		{ begin: 0, end: 20_000 },
		{ words: long, sentences: sentencesOf(long) },
		"x",
	);
	assert.ok(title.length <= 80 && /^Extraordinary( circumstances| extraordinary)*…$/.test(title), title);
});

const spoken = (lines: readonly string[], seconds = 4) => {
	const clock = (at: number) =>
		`00:${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")},000`;
	const text = lines
		.map((line, at) => `${clock(at * seconds)} --> ${clock(at * seconds + seconds)}\n${line}\n`)
		.join("\n");
	const all = wordsIn(text, lines.length * seconds * 1000);
	return clipTextsFor(
		{ begin: 0, end: lines.length * seconds * 1000 },
		{ words: all, sentences: sentencesOf(all) },
		"file",
	);
};

const languages: Record<
	string,
	readonly [readonly string[], { readonly title: RegExp; readonly tags: readonly string[] }]
> = {
	English: [
		[
			"Most founders skip customer interviews.",
			"Why are customer interviews so hard?",
			"Because customer interviews hurt your pride.",
			"Your pride costs you money.",
		],
		{ title: /^Why are customer interviews so hard\?$/, tags: ["customerinterviews", "pride"] },
	],
	"English as recognisers write it": [
		[
			"nobody wants to hear about the roadmap",
			"people remember the roadmap only when it fails",
			"the budget is what they ask about",
		],
		{ title: /^[A-Z][^.]+$/, tags: ["roadmap"] },
	],
	German: [
		[
			"Wir haben die Steuererklärung abgeschafft.",
			"Warum braucht niemand eine Steuererklärung?",
			"Weil Automaten rechnen können.",
		],
		{ title: /^Warum braucht niemand eine Steuererklärung\?$/, tags: ["steuererklärung"] },
	],
	Russian: [
		["Мы открыли пекарню в Казани.", "Почему пекарню назвали ракетой?", "Пекарню любят дети."],
		{ title: /^Почему пекарню назвали ракетой\?$/, tags: ["пекарню"] },
	],
	Chinese: [
		["我们研究人工智能。", "人工智能会取代老师吗？", "老师不担心。"],
		{ title: /^人工智能会取代老师吗？$/, tags: ["老师"] },
	],
};
for (const [language, [lines, expected]] of Object.entries(languages)) {
	wording(`${language}: the question or the strongest sentence, and what is spoken of`, () => {
		const { title, description, tags } = spoken(lines);
		assert.match(title, expected.title);
		for (const tag of expected.tags) assert.ok(tags.includes(tag), `${tag} in ${tags}`);
		const said = lines.join(" ").toLowerCase().replace(/\s+/g, "");
		assert.ok(said.startsWith(description.toLowerCase().replace(/\s+|…$/g, "")), description);
		assert.ok(
			tags.every((tag) => said.includes(tag)),
			`nothing is made up: ${tags}`,
		);
	});
}

wording("a text without spaces is cut between words", () => {
	const text = "人工智能正在改变我们的生活方式和工作方式".repeat(8);
	const ends = new Set(
		[...new Intl.Segmenter("en", { granularity: "word" }).segment(text)].map(({ index }) => index),
	);
	const short = truncated(text, 80);
	assert.ok(
		short.endsWith("…") && short.length <= 80 && short.length > 60 && ends.has(short.length - 1),
		short,
	);
});

wording.run();
