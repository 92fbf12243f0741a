import { suite } from "uvu";
import * as assert from "uvu/assert";
import { heardTogether } from "../../src/engine/pick/heard-together.ts";

const together = suite("what sentences are worth as they are heard");

/** Sentences one after the other: what each is worth, and how many seconds it takes. */
function heard(...said: readonly (readonly [worth: number, seconds: number, leftOut?: boolean])[]) {
	let at = 0;
	const spans = said.map(([, seconds]) => {
		const begin = at;
		at += 1_000 * seconds;
		return { begin, end: at };
	});
	return heardTogether(
		said.map(([worth]) => worth),
		spans,
		said.map(([, , leftOut = false]) => leftOut),
	).map((worth) => Math.round(100 * worth) / 100);
}

together("where all is worth the same, so is each", () => {
	assert.equal(heard([0.4, 3], [0.4, 9], [0.4, 1]), [0.4, 0.4, 0.4]);
	assert.equal(heard([0.7, 5]), [0.7]);
	assert.equal(heard(), []);
});

together("one weak sentence in a strong passage is heard as part of it", () => {
	const [, , weak = 0] = heard([0.6, 5], [0.6, 5], [0, 5], [0.6, 5], [0.6, 5]);
	const [, , alone = 0] = heard([0, 5], [0, 5], [0.6, 5], [0, 5], [0, 5]);
	assert.ok(weak > 0.3 && alone < 0.3, `${weak}, ${alone}`);
});

together("a sentence divided by mistake is worth about what it was", () => {
	const dull = [0, 5] as const;
	const [, , whole = 0] = heard(dull, dull, [0.6, 6], dull, dull);
	const [, , first = 0, second = 0] = heard(dull, dull, [0.6, 3], [0.6, 3], dull, dull);
	assert.ok(first >= whole && second >= whole && first - whole < 0.15, `${whole}, ${first}, ${second}`);
});

together("what is far away counts nothing, and what is left out neither", () => {
	assert.is(heard([0, 10], [0, 2], [0.9, 10])[0], 0);
	assert.ok((heard([0, 6], [0, 2], [0.9, 6])[0] ?? 0) > 0);
	assert.is(heard([0.2, 5], [-1, 5, true], [0.2, 5])[0], 0.2);
	assert.is(heard([0.2, 5, true])[0], 0.2);
});

together("of very many sentences at one moment each is compared with few", () => {
	const spans = Array.from({ length: 5_000 }, (_, at) => ({ begin: at % 10, end: (at % 10) + 5 }));
	let reads = 0;
	const values = new Proxy(
		spans.map(() => 0.5),
		{
			get: (list, key, whole) => {
				if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
				return Reflect.get(list, key, whole);
			},
		},
	);
	const left = spans.map(() => false);
	assert.is(heardTogether(values, spans, left).length, 5_000);
	assert.ok(reads <= 5_000 * 500, String(reads));
});

together.run();
