import { suite } from "uvu";
import * as assert from "uvu/assert";
import { soundMatch } from "../../src/content/sound-match.ts";

/** Codes that look random, the same for each seed. */
function codes(seed: number, length: number): readonly number[] {
	let state = seed;
	return Array.from({ length }, () => {
		state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917 + seed) >>> 0;
		return state || 1;
	});
}

const JINGLE = codes(5, 96);
const sourceOf = (seed: number) =>
	Uint32Array.from([...codes(seed, 16), ...JINGLE, ...codes(seed + 1, 16), ...codes(seed + 2, 200)]);
const [a, b, c] = [sourceOf(11), sourceOf(21), sourceOf(31)];
const moment = { from: 0, to: 16_000 };

const matching = suite("sound of a moment in another source");
matching("is found at its offset", () => {
	const later = Uint32Array.from([...codes(99, 40), ...a]);
	assert.equal(soundMatch(a, later, { moment, others: [] }), { as: "same", offsetMs: -5_000 });
});
matching("a jingle alone may look the same", () =>
	assert.is(soundMatch(a, b, { moment, others: [] }).as, "same"),
);
matching("a jingle that a third source has too is no evidence", () =>
	assert.is.not(soundMatch(a, b, { moment, others: [c] }).as, "same"),
);
matching("a third source that has the whole moment is no jingle", () =>
	assert.is(soundMatch(a, a.slice(), { moment, others: [a.slice()] }).as, "same"),
);
matching("silence says nothing", () =>
	assert.is(soundMatch(new Uint32Array(200), a, { moment, others: [] }).as, "nothing"),
);
matching.run();
