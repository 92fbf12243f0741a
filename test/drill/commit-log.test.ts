import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { commitLog } from "./commit-log.ts";

const test = suite("drill/commit-log");

test("a log that grows is read on, and half a line is left until it is whole", () => {
	const folder = mkdtempSync(join(tmpdir(), "showrun-commit-log-"));
	try {
		const path = join(folder, "week.jsonl");
		writeFileSync(path, "");
		const commits = commitLog(path);
		const keys = () => commits().map(({ key }) => key);
		assert.equal(keys(), []);
		appendFileSync(path, '{"key":"a"}\n{"key":"');
		assert.equal(keys(), ["a"]);
		appendFileSync(path, 'ü"}\n');
		assert.equal(keys(), ["a", "ü"]);
		assert.equal(keys(), ["a", "ü"]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test.run();
