import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unknownsOf } from "../../src/plan/unknowns.ts";

const attempt = (id: string, over: object) => ({ id, phase: "unknown", at: 1, ...over });
const unknowns = suite("attempts whose outcome is unknown");

unknowns("come oldest first, by when they were armed, and by id where that is the same", () => {
	const all = [
		attempt("c", { armedAt: 50 }),
		attempt("b", { armedAt: 50 }),
		attempt("d", { at: 40 }),
		attempt("a", { at: 10, armedAt: 60 }),
		attempt("e", { phase: "armed", armedAt: 5 }),
	];
	const operations = Object.fromEntries(all.map((each) => [each.id, each]));
	assert.equal(
		unknownsOf({ operations } as never).map(({ id }) => id),
		["d", "b", "c", "a"],
	);
});
unknowns.run();
