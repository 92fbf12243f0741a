import type { AskedTimes } from "../model/asked-times.ts";
import { type Moment, overlap, SAME_MOMENT } from "../model/clip.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { momentKey } from "../model/review.ts";
import { diagnosed, type Spot, type Words } from "../yaml/source.ts";

/** Other edges for a clip, in the reviewed-clips file. */
export interface Trim {
	/** Name of its video. */
	readonly video: string;
	/** The clip as it was found. */
	readonly of: Moment;
	readonly to: Moment;
	readonly spot: Spot;
}

/** The times of trimmed clips. What was trimmed once more counts with its last edges alone. */
export function trimmedTimes(trims: readonly Trim[]): readonly (AskedTimes & { readonly video: string })[] {
	return lastOf(trims).map(({ video, to, spot }) => ({ video, moment: to, place: spot.place }));
}

/** The shortest clip there is, in milliseconds. */
const SHORTEST_MS = 3_000;

/** What is wrong with trimmed edges by themselves. */
export function trimProblems(trims: readonly Trim[]): readonly Diagnostic[] {
	const last = lastOf(trims);
	return trims.flatMap((trim) => {
		const { of, to, spot } = trim;
		const isTwice = last.slice(0, Math.max(0, last.indexOf(trim))).some((each) => isSame(each, trim));
		const words =
			timesProblem(to) ??
			(overlap(of, to) < SAME_MOMENT ? ELSEWHERE : undefined) ??
			(isTwice ? TWICE : undefined);
		return words === undefined ? [] : [diagnosed(words, spot)];
	});
}

function isSame(a: Trim, b: Trim): boolean {
	return a.video === b.video && overlap(a.to, b.to) >= SAME_MOMENT;
}

/** Without the edges of what was trimmed once more. */
function lastOf(trims: readonly Trim[]): readonly Trim[] {
	const again = new Set(trims.map(({ video, of }) => `${video} ${momentKey(of)}`));
	return trims.filter(({ video, to }) => !again.has(`${video} ${momentKey(to)}`));
}

/** What is wrong with times that are asked for. Undefined: nothing. */
export function timesProblem({ from, to }: Moment): Words | undefined {
	if (to <= from)
		return {
			rule: "backwards-range",
			summary: "This ends before it begins",
			detail: "Nothing lies in it.",
			hint: "Write the smaller number first.",
		};
	if (to - from >= SHORTEST_MS) return undefined;
	return {
		rule: "added-clip-short",
		summary: "This is too short for a clip",
		detail: `It lasts ${(to - from) / 1000} s, and a clip lasts 3 s at least.`,
		hint: "Move its begin or its end.",
	};
}

const TWICE: Words = {
	rule: "added-clips-overlap",
	summary: "Two clips that are asked for overlap",
	detail: "Another clip of this file is trimmed to the same moment.",
	hint: "Delete one of the two `trim` lines.",
};

const ELSEWHERE: Words = {
	rule: "trim-elsewhere",
	summary: "This trim is a different clip",
	detail: "Most of the clip would be left out, or most of what it shows would be new.",
	hint: "For a clip at other times, write them into `clipping.add` of the video.",
};
