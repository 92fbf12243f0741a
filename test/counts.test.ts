import { suite } from "uvu";
import * as assert from "uvu/assert";
import { countsOf } from "./counts.ts";

const counts = suite("the runner believes counts, not exit codes");
const said = (total: number, passed: number, skipped = 0) =>
	`\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n  Duration:  1ms\n`;
const cases: Record<string, [Parameters<typeof countsOf>[0], { passed: number; failed: number }]> = {
	"a clean file passes": [
		{ output: said(3, 3), code: 0, killed: false },
		{ passed: 3, failed: 0 },
	],
	"a failed test fails": [
		{ output: said(3, 2), code: 1, killed: false },
		{ passed: 2, failed: 1 },
	],
	"a skipped test fails even with exit code 0": [
		{ output: said(3, 2, 1), code: 0, killed: false },
		{ passed: 2, failed: 1 },
	],
	"a file that never ran fails even with exit code 0": [
		{ output: "", code: 0, killed: false },
		{ passed: 0, failed: 1 },
	],
	"a file with no test fails": [
		{ output: said(0, 0), code: 0, killed: false },
		{ passed: 0, failed: 1 },
	],
	"a non-zero exit fails even when all counts add up": [
		{ output: said(3, 3), code: 1, killed: false },
		{ passed: 3, failed: 1 },
	],
	"a throwing hook that hides tests fails": [
		{ output: said(3, 1), code: 0, killed: false },
		{ passed: 1, failed: 2 },
	],
	"a killed process fails": [
		{ output: said(3, 3), code: 1, killed: true },
		{ passed: 3, failed: 1 },
	],
};
for (const [title, [run, expected]] of Object.entries(cases)) {
	counts(title, () => {
		const { passed, failed } = countsOf(run);
		assert.equal({ passed, failed }, expected);
	});
}
counts.run();
