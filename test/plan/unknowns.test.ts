import { suite } from "uvu";
import * as assert from "uvu/assert";
import { named, unknownsOf } from "../../src/plan/unknowns.ts";
import { addressOf, operation } from "../builders/world.ts";

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

unknowns("are named by id, by address or by a glob", () => {
	const all = [operation(), operation({ id: "op-2", address: addressOf() as never })];
	const by = (selector: string) => named(all, [selector]).found.map(({ id }) => id);
	assert.equal([by("op-1"), by(addressOf()), by("k.video.*"), by("x")], [["op-1"], ["op-2"], ["op-1"], []]);
	assert.equal(named(all, ["x", "op-1"]).foreign, ["x"]);
});
unknowns.run();
