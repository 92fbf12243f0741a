import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../../src/model/brand.ts";
import { openLedger } from "../../../src/state/ledger/ledger.ts";
import { PostedFault } from "../../../src/state/ledger/ledger-fault.ts";
import {
	joinedWith,
	placesOf,
	type SourceFact,
	type SourceLink,
	type SourceWord,
	shortSource,
} from "../../../src/state/ledger/sources.ts";
import { randomFrom } from "../../drill/random.ts";
import { post, withFolder } from "./posts.ts";

const AT = epochMs(1_795_000_000_000);
const [A, B, C] = ["a", "b", "c"].map((each) => `sha256:${each.repeat(64)}`) as [string, string, string];
const fact = (content: string, source: string, offsetMs = 0): SourceFact => ({
	...{ content, source, offsetMs, by: "streams" },
});
const word = (a: string, b: string, as: "same" | "other"): SourceWord => ({
	...{ a: shortSource(a), b: shortSource(b), as },
});

interface Given {
	readonly facts?: readonly SourceFact[];
	readonly words?: readonly SourceWord[];
	readonly links?: readonly SourceLink[];
	/** Where the moment lies in C. Absent: where it lies in A. */
	readonly from?: number;
}

/** Whether a moment of C is free after one of A was posted. */
function armingOfC({ facts = [], words = [], links = [], from = 60_000 }: Given): Promise<string> {
	return withFolder(async (path) => {
		const ledger = openLedger({ path }, { command: "test" });
		await ledger.arm(post({ content: A, moment: { from: 60_000, to: 80_000 } }), {});
		await ledger.note(() => [
			...facts.map((each) => ({ type: "source" as const, at: AT, ...each })),
			...words.map((each) => ({ type: "source-word" as const, at: AT, by: "ann", ...each })),
		]);
		const wanted = post({ operation: "op-2", content: C, moment: { from, to: from + 20_000 } });
		return ledger.arm(wanted, { links }).then(
			() => "armed",
			(error: Error) => (error instanceof PostedFault ? "taken" : String(error)),
		);
	});
}

const cases: Readonly<Record<string, readonly [Given, string]>> = {
	"sources that nothing joins": [{ facts: [fact(A, B)] }, "armed"],
	"joined through a third": [{ facts: [fact(A, B), fact(B, C)] }, "taken"],
	"joined the other way round": [{ facts: [fact(B, A), fact(C, B)] }, "taken"],
	"joined through a third with offsets": [
		{ facts: [fact(A, B, 5_000), fact(B, C, 15_000)], from: 40_000 },
		"taken",
	],
	"the same, elsewhere in it": [{ facts: [fact(A, B, 5_000), fact(B, C, 15_000)] }, "armed"],
	"found in this run only": [{ facts: [fact(A, B)], links: [{ ...fact(B, C), as: "probable" }] }, "taken"],
	"joined by a person": [{ words: [{ a: A, b: B, as: "same" }], facts: [fact(B, C)] }, "taken"],
	"joined and disputed": [{ facts: [fact(A, C)], words: [word(A, C, "other")] }, "armed"],
	"joined through a third and disputed": [
		{ facts: [fact(A, B), fact(B, C)], words: [word(A, C, "other")] },
		"armed",
	],
	"disputed, then joined after all": [
		{ facts: [fact(A, C)], words: [word(A, C, "other"), word(C, A, "same")] },
		"taken",
	],
};

const arming = suite("arming a moment of a joined source");
for (const [title, [given, expected]] of Object.entries(cases))
	arming(title, async () => assert.is(await armingOfC(given), expected));

arming("finds a post that another process wrote after the first one", async () => {
	await withFolder(async (path) => {
		const [one, other] = ["one", "other"].map((command) => openLedger({ path }, { command }));
		await one?.arm(post({ operation: "first", content: "sha256:x" }), {});
		await other?.note(() => [{ type: "source", at: AT, ...fact(A, C) }]);
		await other?.arm(post({ content: A }), {});
		const error = await one?.arm(post({ operation: "op-2", content: C }), {}).catch((each) => each);
		assert.instance(error, PostedFault);
	});
});

arming("no moment has a place in a source that is not joined with its own", () => {
	const random = randomFrom(20_261_122);
	const keys = [A, B, C, "id:talk", "url:https://cdn.example.com/talk.mp4?sig=1", "url:https://e.example/f"];
	const key = () => keys[random(keys.length)] as string;
	for (let round = 0; round < 500; round++) {
		const links = Array.from({ length: random(5) }, (): SourceLink => {
			return { ...fact(key(), key(), random(3) * 1_000), as: random(3) === 0 ? "probable" : "same" };
		});
		const words = Array.from({ length: random(4) }, () => ({
			...{ a: key(), b: key(), as: random(2) === 0 ? ("same" as const) : ("other" as const) },
		}));
		const content = key();
		for (const { source } of placesOf({ content, moment: { from: 0, to: 20_000 } }, { links, words }))
			assert.ok(joinedWith(source, { links, words }).has(joinedKey(content)), `${source} ${content}`);
	}
});
arming.run();

function joinedKey(content: string): string {
	const [own] = joinedWith(content, { links: [], words: [] });
	return own ?? "";
}
