/**
 * What `plan` says of every edit of a handed-over campaign, word for word, with its exit code and what the
 * service is sent: `expected.txt`. With UPDATE_GOLDEN=1 it is written anew, to be read.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AFTERWARDS } from "./afterwards.ts";
import { EDITS } from "./edits.ts";
import { BASE, handOver, told } from "./handed-over.ts";

const file = new URL("expected.txt", import.meta.url);
const rows = { ...EDITS, ...AFTERWARDS };
const { state, sent } = await handOver({ text: BASE });
const found = new Map<string, string>();
for (const [title, edit] of Object.entries(rows)) found.set(title, await told(edit, state));
const text = [...found].map(([title, lines]) => `## ${title}\n${lines}\n`).join("");
if (process.env.UPDATE_GOLDEN === "1") writeFileSync(file, text);
const expected = new Map(
	readFileSync(file, "utf8")
		.split(/^## /m)
		.slice(1)
		.map((part): [string, string] => [part.split("\n")[0] ?? "", part.slice(part.indexOf("\n") + 1, -1)]),
);

const edits = suite("an edit of a handed-over campaign");
for (const [title, lines] of found) edits(title, () => assert.fixture(lines, expected.get(title) ?? ""));

edits("the table has no other rows", () => {
	assert.equal([...expected.keys()], Object.keys(rows));
	assert.ok(found.size >= 60, `${found.size} rows`);
});

edits("nothing is handed over twice, unless somebody cancelled it or asks for a repeat", () => {
	const before = sent.map((each) => each.replace(/ at .*/, ""));
	for (const [title, lines] of found)
		if (!/cancelled|repeat/.test(title))
			assert.not.ok(
				before.some((each) => lines.includes(each)),
				`${title}: ${lines}`,
			);
	assert.is(before.length, 6);
});

edits.run();
