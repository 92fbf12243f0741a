import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { readSuspension } from "../../src/system/suspension.ts";

const reading = suite("the file that suspends");

const made: Record<string, readonly [(root: string) => void, string | undefined]> = {
	"a workspace without it goes on": [() => {}, undefined],
	"an empty one suspends": [(root) => writeFileSync(fileIn(root), ""), "no reason was given"],
	"words say why": [(root) => writeFileSync(fileIn(root), "the sale is over"), "the sale is over"],
	"what cannot be read suspends": [(root) => mkdirSync(fileIn(root)), "cannot be read (EISDIR)"],
	"a file in place of its folder is none": [(root) => writeFileSync(join(root, ".showrun"), ""), undefined],
	"a link to nothing is none": [(root) => symlinkSync(join(root, "nothing"), fileIn(root)), undefined],
};
for (const [title, [make, expected]] of Object.entries(made))
	reading(title, () => {
		const root = mkdtempSync(join(tmpdir(), "showrun-suspended-"));
		try {
			make(root);
			const found = readSuspension(root, epochMs(0))?.reason;
			if (expected === undefined) assert.is(found, undefined);
			else assert.ok(found?.endsWith(expected), found);
		} finally {
			rmSync(root, { recursive: true });
		}
	});

function fileIn(root: string): string {
	mkdirSync(join(root, ".showrun"), { recursive: true });
	return join(root, ".showrun", "suspended");
}

reading.run();
