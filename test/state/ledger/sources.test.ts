import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SourceWord } from "../../../src/state/ledger/sources.ts";
import { isNamed, placesOf, type SourceLink, shortSource } from "../../../src/state/ledger/sources.ts";

const A = `sha256:${"a".repeat(64)}`;
const B = `sha256:${"b".repeat(64)}`;
const C = `sha256:${"c".repeat(64)}`;
const moment = { from: 10_000, to: 40_000 };
const link = (content: string, source: string, more: Partial<SourceLink> = {}): SourceLink => ({
	...{ content, source, offsetMs: 0, by: "streams", as: "same" },
	...more,
});
const word = (as: "same" | "other", a: string, b: string): SourceWord => ({ as, a, b });
const ab = [shortSource(A), shortSource(B)] as const;

/** Links, words, and where a moment of A is found: `source from-to`, with `?` where it is only probable. */
const cases: Readonly<
	Record<string, readonly [readonly SourceLink[], readonly SourceWord[], readonly string[]]>
> = {
	"a source by itself": [[], [], ["a 10000-40000"]],
	"a source that begins later in the content": [
		[link(A, B, { offsetMs: 5_000 })],
		[],
		["a 10000-40000", "b 5000-35000"],
	],
	"a link counts both ways": [[link(B, A, { offsetMs: 5_000 })], [], ["a 10000-40000", "b 15000-45000"]],
	"the same as the same is the same": [
		[link(A, B, { offsetMs: 5_000 }), link(B, C, { offsetMs: 1_000 })],
		[],
		["a 10000-40000", "b 5000-35000", "c 4000-34000"],
	],
	"a finding over another moment says nothing": [
		[link(A, B, { range: { from: 100_000, to: 130_000 } })],
		[],
		["a 10000-40000"],
	],
	"a finding over this moment does": [
		[link(A, B, { range: moment })],
		[],
		["a 10000-40000", "b 10000-40000"],
	],
	"a probable one asks": [[link(A, B, { as: "probable" })], [], ["a 10000-40000", "b 10000-40000?"]],
	"what is sure another way is not asked about": [
		[link(A, B, { as: "probable" }), link(A, C), link(C, B)],
		[],
		["a 10000-40000", "c 10000-40000", "b 10000-40000"],
	],
	"a word makes a probable one sure": [
		[link(A, B, { as: "probable", offsetMs: 2_000 })],
		[word("same", ...ab)],
		["a 10000-40000", "b 8000-38000"],
	],
	"a word takes a finding back": [[link(A, B)], [word("other", ...ab)], ["a 10000-40000"]],
	"a word takes back what was found through a third": [
		[link(A, C), link(C, B)],
		[word("other", ...ab)],
		["a 10000-40000", "c 10000-40000"],
	],
	"the last word counts": [
		[link(A, B)],
		[word("other", ...ab), word("same", ab[1], ab[0])],
		["a 10000-40000", "b 10000-40000"],
	],
};

const places = suite("the same content in several sources");
for (const [title, [links, words, expected]] of Object.entries(cases)) {
	places(title, () => {
		const found = placesOf({ content: A, moment }, { links, words });
		assert.equal(
			found.map(
				(each) => `${each.source.at(-1)} ${each.moment.from}-${each.moment.to}${each.unclear ? "?" : ""}`,
			),
			expected,
		);
	});
}
places("a name is the beginning of a hash, or the whole of another key", () => {
	assert.ok(isNamed(shortSource(A), A));
	assert.ok(isNamed("id:talk", "id:talk"));
	assert.not(isNamed("aaa", A));
});
places.run();
