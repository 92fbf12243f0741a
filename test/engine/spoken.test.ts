import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clipTextsFor, hookFor } from "../../src/engine/pick/clip-texts.ts";
import { ratedSentences } from "../../src/engine/pick/passages.ts";
import { spokenOf } from "../../src/engine/pick/spoken.ts";
import { sentenceOf, transcriptOf } from "../../src/engine/transcript/sentences.ts";
import type { Word } from "../../src/engine/transcript/transcript.ts";

const spoken = suite("what is said of what subtitles write");

const sentences: Record<string, string | undefined> = {
	"The bakery opened late.": "The bakery opened late.",
	"[Applause] The bakery opened late.": "The bakery opened late.",
	"The bakery [Music] opened late.": "The bakery opened late.",
	"The bakery opened late.[Laughter]": "The bakery opened late.",
	"[sound of glass breaking] Nobody came.": "Nobody came.",
	"[SPEAKER 2] Nobody came.": "Nobody came.",
	"Laughter] Nobody came.": "Nobody came.",
	"Nobody came [laughter": "Nobody came",
	"(APPLAUSE) Nobody came.": "Nobody came.",
	"(audience laughs) Nobody came.": "Nobody came.",
	"(soft music) Nobody came.": "Nobody came.",
	"The bakery (which is ours) opened late.": "The bakery (which is ours) opened late.",
	"It fell (by 50 %) in May.": "It fell (by 50 %) in May.",
	"It fell (50 %) in May (2019).": "It fell (50 %) in May (2019).",
	"（笑）誰も来なかった。": "誰も来なかった。",
	"【拍手】誰も来なかった（三人）。": "誰も来なかった（三人）。",
	"♪ music ♪ Nobody came.": "Nobody came.",
	">> JOHN: Nobody came.": "Nobody came.",
	"Nobody came >> JOHN: as it rained >> all day.": "Nobody came as it rained all day.",
	"MARY-ANN O'BRIEN: Nobody came.": "Nobody came.",
	"- Nobody came.": "Nobody came.",
	"Remember: nobody came.": "Remember: nobody came.",
	"NASA called us at night.": "NASA called us at night.",
	"[Applause]": undefined,
	"♪": undefined,
	"[拍手] 誰も来なかった。": "誰も来なかった。",
};
for (const [written, expected] of Object.entries(sentences))
	spoken(`${written} is ${expected ?? "nothing"}`, () => {
		assert.is(spokenOf(sentenceOf(wordsOf(written)))?.text, expected);
	});

spoken("words keep their times, and a sentence without marks is the same one", () => {
	const sentence = sentenceOf(wordsOf("[Music] Nobody came."));
	assert.equal(spokenOf(sentence)?.words, sentence.words.slice(1));
	const plain = sentenceOf(wordsOf("Nobody came."));
	assert.is(spokenOf(plain), plain);
});

for (const gap of ["[inaudible]", "(UNINTELLIGIBLE)", "[?]", "[…]", "[crosstalk, indistinct]"])
	spoken(`a sentence with ${gap} in it is quoted nowhere`, () => {
		const talk = transcriptOf(wordsOf(`We never ${gap} sold the bakery. The bakery is ours.`));
		const { title, description, tags } = clipTextsFor({ begin: 0, end: 60_000 }, talk, "Talk");
		assert.equal([title, description], ["The bakery is ours", "The bakery is ours."]);
		assert.not(tags.includes("sold"));
	});

spoken("a title, hook, description and tags tell neither sounds nor who speaks", () => {
	const talk = transcriptOf(
		wordsOf(
			"[SPEAKER 1] The bakery opened late [Applause] and [Music] nobody came. (laughs) >> JOHN: We wept.",
		),
	);
	const { title, description, tags } = clipTextsFor({ begin: 0, end: 60_000 }, talk, "Talk");
	assert.is(title, "The bakery opened late and nobody came");
	assert.is(description, "The bakery opened late and nobody came. We wept.");
	assert.equal([...tags].sort(), ["bakery", "late", "opened", "wept"]);
	assert.is(hookFor({ begin: 0, end: 60_000 }, talk), "The bakery opened late and nobody came");
});

spoken("sentences with the name of who speaks are worth what they are worth without it", () => {
	const said = "We baked bread for nine years. Nobody came to the bakery. Then a million people came.";
	const words = (label: string) =>
		wordsOf(said).map((word, at, all) => {
			const isFirst = at === 0 || all[at - 1]?.text.endsWith(".");
			return isFirst ? { ...word, text: `${label}${word.text}` } : word;
		});
	const rated = (label: string) =>
		ratedSentences(transcriptOf(words(label)), []).map(({ worth, housekeeping }) => [worth, housekeeping]);
	assert.equal(rated("[SPEAKER_2]"), rated(""));
});

spoken("a clip in which only sounds are told has its place as its title", () => {
	const talk = transcriptOf(wordsOf("[Music] [Applause]"));
	assert.equal(clipTextsFor({ begin: 0, end: 60_000 }, talk, "Talk"), {
		title: "Talk, 0:00–1:00",
		description: "Talk, 0:00–1:00",
		tags: [],
	});
});

function wordsOf(text: string): readonly Word[] {
	return text.split(" ").map((word, at) => ({ text: word, begin: 400 * at, end: 400 * at + 300 }));
}

spoken.run();
