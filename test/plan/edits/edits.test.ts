/**
 * What `plan` says of every edit of a handed-over campaign, word for word, with its exit code and what the
 * service is sent: `expected.txt`, and `expected-changing.txt` of a service that changes what it holds. With
 * UPDATE_GOLDEN=1 they are written anew, to be read.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AFTERWARDS } from "./afterwards.ts";
import { toldWhereChanged } from "./changing.ts";
import { EDITS } from "./edits.ts";
import { BASE, type Edited, handOver, told } from "./handed-over.ts";

const rows = { ...EDITS, ...AFTERWARDS };
const { state, sent } = await handOver({ text: BASE });
const fixed = await table("expected.txt", (edit) => told(edit, state));
const changing = await table("expected-changing.txt", (edit) => toldWhereChanged(edit, state));

interface Table {
	readonly found: ReadonlyMap<string, string>;
	readonly expected: ReadonlyMap<string, string>;
}

async function table(name: string, of: (edit: Edited) => Promise<string>): Promise<Table> {
	const file = new URL(name, import.meta.url);
	const found = new Map<string, string>();
	for (const [title, edit] of Object.entries(rows)) found.set(title, await of(edit));
	const text = [...found].map(([title, lines]) => `## ${title}\n${lines}\n`).join("");
	if (process.env.UPDATE_GOLDEN === "1") writeFileSync(file, text);
	const parts = readFileSync(file, "utf8").split(/^## /m).slice(1);
	const expected = parts.map((part): [string, string] => {
		const [title = ""] = part.split("\n");
		return [title, part.slice(title.length + 1, -1)];
	});
	return { found, expected: new Map(expected) };
}

const edits = suite("an edit of a handed-over campaign");
for (const [title, lines] of fixed.found)
	edits(title, () => assert.fixture(lines, fixed.expected.get(title) ?? ""));
for (const [title, lines] of changing.found)
	edits(`${title}, where the service changes what it holds`, () =>
		assert.fixture(lines, changing.expected.get(title) ?? ""),
	);

edits("the tables have no other rows", () => {
	for (const { expected } of [fixed, changing]) assert.equal([...expected.keys()], Object.keys(rows));
	assert.ok(fixed.found.size >= 60, `${fixed.found.size} rows`);
});

edits("nothing is handed over twice, unless somebody cancelled it or asks for a repeat", () => {
	const before = sent.map((each) => each.replace(/ at .*/, ""));
	for (const [title, lines] of fixed.found)
		if (!/cancelled|repeat/.test(title))
			assert.not.ok(
				before.some((each) => lines.includes(each)),
				`${title}: ${lines}`,
			);
	assert.is(before.length, 6);
});

edits.run();
