import { suite } from "uvu";
import * as assert from "uvu/assert";
import { countsOf, type Report } from "./counts.ts";

const counts = suite("the runner believes counts, not exit codes");
const report = (total: number, passed: number, skipped = 0): Report => ({
	suites: [{ name: "a", total, passed, skipped }],
	problems: [],
});
const cases: Record<string, [Parameters<typeof countsOf>, { passed: number; failed: number }]> = {
	"a clean file passes": [[report(3, 3)], { passed: 3, failed: 0 }],
	"a failed test fails": [[report(3, 2)], { passed: 2, failed: 1 }],
	"a skipped test fails": [[report(2, 2, 1)], { passed: 2, failed: 1 }],
	"a file that never ran fails": [[undefined], { passed: 0, failed: 1 }],
	"a file with no suite fails": [[{ suites: [], problems: [] }], { passed: 0, failed: 1 }],
	"a suite with no test fails": [[report(0, 0)], { passed: 0, failed: 1 }],
	"a problem fails even when all counts add up": [
		[{ ...report(3, 3), problems: ["its hook threw"] }],
		{ passed: 3, failed: 1 },
	],
	"a throwing hook that hides tests fails": [[report(3, 1)], { passed: 1, failed: 2 }],
	"a process that was killed fails, after its report too": [
		[report(3, 3), "it was killed"],
		{ passed: 3, failed: 1 },
	],
};
for (const [title, [given, expected]] of Object.entries(cases)) {
	counts(title, () => {
		const { passed, failed } = countsOf(...given);
		assert.equal({ passed, failed }, expected);
	});
}
counts.run();
