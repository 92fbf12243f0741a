import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withDoubts } from "../../src/speech/doubts.ts";

const doubts = suite("words that are not sure enough to be quoted");

/** Words of 200 ms, each right behind the one before; a number is so many milliseconds between them. */
function heard(...said: readonly (string | number)[]) {
	let at = 0;
	return said.flatMap((each) => {
		if (typeof each === "number") {
			at += each;
			return [];
		}
		const begin = at;
		at += 200;
		return [{ begin, end: at, text: each, confidence: each.startsWith("?") ? 0.9 : 1 }];
	});
}

const unsure = (...given: Parameters<typeof withDoubts>) =>
	withDoubts(...given)
		.flatMap((word) => (word.unsure ? [word.text] : []))
		.join(" ");

doubts("are marked, and all of them where much of a sound is heard badly", () => {
	assert.is(unsure(heard("we", "ship", "every", "?glass"), []), "?glass");
	assert.is(unsure(heard("we", "?glass", "?grease", "?wax"), []), "we ?glass ?grease ?wax");
});

doubts("are both words beside something that was heard and is no word", () => {
	assert.is(unsure(heard("we", "have", 400, "things", "here"), []), "have things");
});

doubts("are none beside a silence", () => {
	assert.is(unsure(heard("we", "have", 400, "things", "here"), [{ begin: 410, end: 790 }]), "");
	const before = { begin: 0, end: 30 };
	assert.is(unsure(heard("we", "have", 400, "things", "here"), [before, { begin: 390, end: 1_000 }]), "");
});

doubts("are those beside a word that was missed between two silences", () => {
	const silences = [
		{ begin: 400, end: 500 },
		{ begin: 700, end: 800 },
	];
	assert.is(unsure(heard("we", "have", 400, "things", "here"), silences), "have things");
});

doubts("are none for a breath, nor where people laugh or music plays behind what is said", () => {
	assert.is(unsure(heard("we", "have", 90, "things", 1_600, "here"), []), "");
});

doubts("words keep their times and lose the figure", () => {
	assert.equal(withDoubts(heard("we", "?ship", "every"), []), [
		{ begin: 0, end: 200, text: "we" },
		{ begin: 200, end: 400, text: "?ship", unsure: true },
		{ begin: 400, end: 600, text: "every" },
	]);
});

doubts.run();
