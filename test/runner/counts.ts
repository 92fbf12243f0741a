/** What became of one suite: what uvu counted. */
export interface SuiteCounts {
	readonly name: string;
	readonly passed: number;
	readonly skipped: number;
	readonly total: number;
}

/** What a process reports about one test file. */
export interface Report {
	readonly suites: readonly SuiteCounts[];
	/** What went wrong beside the tests: a file that cannot be loaded, a suite that threw. */
	readonly problems: readonly string[];
}

/** How one test file ended, as far as it can be believed. */
export interface Counts {
	readonly passed: number;
	readonly failed: number;
	readonly problems: readonly string[];
}

/**
 * Adds the suites of a file up. Whatever does not add up counts as one failure more; no report is
 * a failure too.
 */
export function countsOf(report: Report | undefined, ending?: string): Counts {
	const suites = report?.suites ?? [];
	const passed = sum(suites.map((each) => each.passed));
	const total = sum(suites.map((each) => each.total));
	const skipped = sum(suites.map((each) => each.skipped));
	const problems = [
		...(report?.problems ?? []),
		ending ?? "",
		report !== undefined && total === 0 ? "it ran no test: does it end with `.run()`?" : "",
		skipped > 0 ? `${skipped} of its tests were skipped (a forgotten \`.only\` or \`.skip\`)` : "",
		passed < total ? `${total - passed} of its tests failed` : "",
		report === undefined && ending === undefined ? "it never ran" : "",
	].filter((each) => each !== "");
	return { passed, failed: problems.length > 0 ? Math.max(1, total - passed) : 0, problems };
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((all, each) => all + each, 0);
}
