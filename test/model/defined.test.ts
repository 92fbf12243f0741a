import { suite } from "uvu";
import * as assert from "uvu/assert";
import { defined } from "../../src/model/defined.ts";

interface Shot {
	readonly kind: "shot";
	readonly title?: string;
	readonly tags: readonly string[];
}

const fields = suite("defined fields");

fields("what is undefined is left out, what is empty or null stays", () => {
	const given = { a: undefined, b: 0, c: "", d: null, e: false };
	assert.equal(Object.entries(defined(given)), Object.entries({ b: 0, c: "", d: null, e: false }));
});

fields("the order stays", () => {
	assert.is(
		JSON.stringify(defined({ z: 1, y: undefined, a: { b: undefined, c: 2 } })),
		'{"z":1,"a":{"c":2}}',
	);
});

fields("its type has optional fields that are never undefined", () => {
	const shot = (title: string | undefined): Shot => defined({ kind: "shot", title, tags: ["a"] });
	assert.equal(Object.keys(shot(undefined)), ["kind", "tags"]);
	assert.equal(shot("One"), { kind: "shot", title: "One", tags: ["a"] });
});
fields.run();
