/** What one test file's process said, as far as it can be believed. */
export interface Counts {
	readonly passed: number;
	readonly failed: number;
	readonly problems: readonly string[];
}

/** Reads uvu's closing lines. Whatever does not add up counts as one failure more. */
export function countsOf(run: {
	readonly output: string;
	readonly code: number;
	readonly killed: boolean;
}): Counts {
	const total = lastNumber(run.output, "Total");
	const passed = lastNumber(run.output, "Passed");
	const skipped = lastNumber(run.output, "Skipped");
	const problems = [
		run.killed && "its process was killed (time limit or a signal)",
		total === undefined && "it printed no total: does it end with `.run()`?",
		total === 0 && "it ran no test",
		skipped !== undefined &&
			skipped > 0 &&
			`${skipped} of its tests were skipped (a forgotten \`.only\` or \`.skip\`)`,
		total !== undefined &&
			passed !== undefined &&
			passed + (skipped ?? 0) < total &&
			`${total - passed - (skipped ?? 0)} of its tests failed`,
		run.code !== 0 && `it exited with ${run.code}`,
	].filter((each) => typeof each === "string");
	const failing = total !== undefined && passed !== undefined ? total - passed : 0;
	return { passed: passed ?? 0, failed: problems.length > 0 ? Math.max(1, failing) : 0, problems };
}

function lastNumber(output: string, label: string): number | undefined {
	const match = [...output.matchAll(new RegExp(`^\\s*${label}:\\s+(\\d+)`, "gm"))].at(-1);
	return match?.[1] === undefined ? undefined : Number(match[1]);
}
