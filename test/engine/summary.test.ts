import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sectionsOf } from "../../src/engine/pick/sections.ts";
import { summaryOf } from "../../src/engine/pick/summary.ts";
import { ratedOf, talkOf } from "../builders/said.ts";

const summaries = suite("a summary of what is said");

const BREAD = [
	"For the dough we need flour, water, salt and our starter.",
	"The flour should be strong, and the water of the dough should be warm.",
	"Is the microphone on?",
	"Fold the dough from each side into the middle.",
	"The starter wants fresh flour every day.",
	"Salt goes into the dough at the end.",
];
const BOATS = [
	"Building the wooden boat took my brother eleven years.",
	"The sail of the boat was sewn by our mother from old tents.",
	"On the first trip the boat lost its rudder outside the harbour.",
	"And then.",
	"A fisherman towed the boat home and never asked for money.",
	"The sail hangs in the kitchen today.",
];
const TALK = talkOf([...BREAD, ...BOATS]);
const RATED = ratedOf(TALK);

summaries("divides a talk where its topics change, and leaves no sentence out", () => {
	const sections = sectionsOf(RATED, { lengthMs: 20_000, most: 2 });
	assert.equal(
		sections.flatMap(({ sentences }) => sentences.map(({ at }) => at)),
		RATED.map(({ at }) => at),
	);
	assert.is(sections.length, 2);
	assert.is(TALK.sentences[sections[1]?.sentences[0]?.at ?? 0]?.text, BOATS[0]);
	assert.equal(sectionsOf([], { lengthMs: 20_000, most: 4 }), []);
});

summaries("quotes what was said, in order and at its time, and no housekeeping", () => {
	const sections = sectionsOf(RATED, { lengthMs: 20_000, most: 2 });
	const { summary, highlights, tags } = summaryOf(sections, TALK, "talk");
	const said = new Map(TALK.sentences.map(({ text, begin }) => [text, begin]));
	const events = highlights.flatMap((each) => each.events);
	assert.ok(events.length >= 4, JSON.stringify(highlights));
	assert.equal(
		events.map(({ at }) => at),
		events.map(({ text }) => said.get(text)),
	);
	assert.equal(
		events.map(({ at }) => at),
		events.map(({ at }) => at).sort((a, b) => a - b),
	);
	assert.not.match(JSON.stringify([summary, events]), /microphone|And then/);
	assert.match(summary, "boat");
	assert.ok(tags.includes("starter") && tags.includes("sail"), tags.join());
});

summaries("leaves out what was hardly understood", () => {
	const words = TALK.words.map((word) => ({ ...word, unsure: true as const }));
	const unsure = { words, sentences: TALK.sentences.map((each) => ({ ...each, words })) };
	const { summary, highlights } = summaryOf(sectionsOf(RATED, { lengthMs: 20_000, most: 2 }), unsure, "talk");
	assert.equal([summary, highlights], ["", []]);
});

summaries.run();
