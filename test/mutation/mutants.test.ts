import { suite } from "uvu";
import * as assert from "uvu/assert";
import { mutantsOf, sampled, switched } from "./mutants.ts";
import { mistaken, NAMED } from "./named.ts";

const mutants = suite("mutants");
const told = (text: string) =>
	mutantsOf("a.ts", text).map(({ operator, from, to }) => `${operator}: ${from} => ${to}`);

const cases: Record<string, readonly string[]> = {
	"a(b < c);": ["dropped statement: a(b < c); => ", "swapped operator: b < c => (b) <= (c)"],
	"if (a) b = 1;": [
		"negated condition: a => !(a)",
		"dropped statement: b = 1; => ",
		"changed constant: 1 => 2",
	],
	"const f = () => a ?? true;": [
		"emptied return: a ?? true => undefined",
		"dropped default: a ?? true => a",
		"changed constant: true => false",
	],
	"async function f() { return await g(); }": [
		"emptied return: await g() => undefined",
		"dropped await: await g() => g()",
	],
	'type A = 1 | true; const b: 2 = c as 2; const d = "x" + e;': [],
};
for (const [text, expected] of Object.entries(cases))
	mutants(`of ${text}`, () => assert.equal(told(text), expected));

mutants("are switched one at a time, one inside of another too", () => {
	const text = "if (a && b) c();";
	const all = mutantsOf("a.ts", text).map((each, id) => ({ ...each, id }));
	const run = (mutant: number, a: boolean, b: boolean) => {
		let called = false;
		const code = switched(text, all).replaceAll("globalThis.isMutant", "isMutant");
		new Function("isMutant", "a", "b", "c", code)(
			(id: number) => id === mutant,
			a,
			b,
			() => (called = true),
		);
		return called;
	};
	assert.is(all.length, 3);
	assert.equal(
		[-1, 0, 1, 2].map((mutant) => run(mutant, true, false)),
		[false, true, true, false],
	);
	assert.equal(
		[-1, 0, 1, 2].map((mutant) => run(mutant, true, true)),
		[true, false, true, false],
	);
});

mutants("are chosen by a seed, the same ones each time, whatever changes elsewhere", () => {
	const all = mutantsOf("a.ts", Array.from({ length: 100 }, (_, index) => `f(${index});`).join("\n"));
	const chosen = sampled(all, 20, 7);
	assert.equal(chosen, sampled(all, 20, 7));
	assert.not.equal(chosen, sampled(all, 20, 8));
	const fewer = sampled(all.slice(10), 20, 7);
	assert.ok(chosen.every((each) => fewer.includes(each) || all.indexOf(each) < 10));
});

mutants("with a name find their place in the source", () => {
	for (const change of Object.values(NAMED)) assert.ok(mistaken(change).path.startsWith("src/"));
});
mutants.run();
