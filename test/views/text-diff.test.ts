import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renderDiff } from "../../src/views/text-diff.ts";

const shown = (before: string, after: string) => renderDiff("a.yaml", { before, after }, { colour: false });
const HEAD = "--- a.yaml\n+++ a.yaml\n";

const diffs = suite("a diff");

diffs("of the same text is empty", () => assert.is(shown("a\n", "a\n"), ""));

diffs("shows what goes, what comes, and three lines around", () => {
	assert.is(
		shown("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nfive\n6\n7\n8\n"),
		`${HEAD}@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n`,
	);
});

diffs("has a piece for each place", () => {
	const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
	const changed = lines.map((line, index) => (index === 3 || index === 25 ? `${line}!` : line));
	assert.is(shown(lines.join("\n"), changed.join("\n")).match(/^@@/gm)?.length, 2);
});

diffs("shows characters that cannot be seen", () =>
	assert.is(
		shown("a\r\n\u001b[31m\n", "a\n\u001b[31m\n"),
		`${HEAD}@@ -1,2 +1,2 @@\n-a\\u000d\n+a\n \\u001b[31m\n`,
	),
);

diffs("of texts with nothing in common is all lines of both", () => {
	const many = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join("\n");
	assert.is(shown(many("a"), many("b")).match(/^[-+][ab]/gm)?.length, 40_000);
});

diffs("is what patch needs to make one text of the other", () => {
	const folder = mkdtempSync(join(tmpdir(), "showrun-diff-"));
	const text = fc
		.array(fc.constantFrom("a", "b", "c", "d: 1", "  e"), { minLength: 1, maxLength: 12 })
		.map((lines) => lines.join("\n"));
	try {
		fc.assert(
			fc.property(text, text, fc.boolean(), (before, added, ended) => {
				const after = ended ? `${added}\n` : added;
				const path = join(folder, "a.yaml");
				writeFileSync(path, before);
				if (before !== after)
					execFileSync("git", ["apply", "--unidiff-zero", "--unsafe-paths", "-"], {
						cwd: folder,
						input: shown(before, after),
					});
				assert.is(readFileSync(path, "utf8"), after);
			}),
			{ numRuns: 40 },
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

diffs.run();
