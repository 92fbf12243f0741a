import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { housekeepingIn, SUSPECT } from "../../src/engine/pick/housekeeping.ts";
import { ROOT } from "../house/sources.ts";

const LIKELY = 0.5;

const lines = suite("lines nobody tuned by");

/** Of so many lines, how many are at least so much housekeeping. */
function counted(kind: "H" | "C"): Record<"all" | "likely" | "suspect", number> {
	const text = readFileSync(join(ROOT, "test/bench/lines/held-out.txt"), "utf8");
	const signs = text
		.split("\n")
		.filter((line) => line.startsWith(`${kind} `))
		.map((line) => housekeepingIn(line.slice(2)));
	const from = (least: number) => signs.filter((sign) => sign >= least).length;
	return { all: signs.length, likely: from(LIKELY), suspect: from(SUSPECT) };
}

lines("of lines of housekeeping two of three are told by themselves, four of five are suspected", () => {
	const { all, likely, suspect } = counted("H");
	assert.is(all, 150);
	assert.ok(likely >= 99 && suspect >= 120, `${likely} are told, ${suspect} are suspected`);
});

lines("of lines with the same words that belong to a talk, one in twelve is taken for it", () => {
	const { all, likely, suspect } = counted("C");
	assert.is(all, 250);
	assert.ok(likely <= 20 && suspect <= 30, `${likely} are taken for it, ${suspect} are suspected`);
});

lines.run();
