import type { Tool } from "./tool.ts";

/**
 * Does two things at once. What fails first ends the other, and is thrown once both have ended; progress is
 * that of the slower one.
 */
export async function inParallel<One, Other>(
	tool: Tool,
	one: (tool: Tool) => Promise<One>,
	other: (tool: Tool) => Promise<Other>,
): Promise<readonly [One, Other]> {
	const failing = new AbortController();
	const signal = AbortSignal.any([tool.signal, failing.signal]);
	const shares = [0, 0];
	const guarded = async <Result>(work: (tool: Tool) => Promise<Result>, at: number): Promise<Result> => {
		const progress = (share: number) => {
			shares[at] = share;
			tool.progress(Math.min(...shares));
		};
		try {
			const result = await work({ ...tool, signal, progress });
			progress(1);
			return result;
		} catch (error) {
			failing.abort(error);
			throw error;
		}
	};
	const [first, second] = await Promise.allSettled([guarded(one, 0), guarded(other, 1)]);
	if (first.status === "fulfilled" && second.status === "fulfilled") return [first.value, second.value];
	tool.signal.throwIfAborted();
	throw failing.signal.reason;
}
