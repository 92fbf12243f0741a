import type { Span } from "../spans.ts";

/** How far what is said is heard together with a sentence, in milliseconds from middle to middle. */
const REACH_MS = 10_000;
/** More sentences than anybody says in that time: a transcript may have all of its lines at one moment. */
const MOST_NEAR = 200;
/** How much of its worth a sentence has from there, not from itself and those right beside it. */
const AROUND = 0.6;

/**
 * What each sentence is worth as it is heard: by itself and those right beside it, and more by all that is
 * said around it, which one misheard word, or a sentence divided wrongly, changes little. What is left out
 * counts nowhere.
 */
export function heardTogether(
	values: readonly number[],
	sentences: readonly Span[],
	leftOut: readonly boolean[],
): readonly number[] {
	return values.map((value, at) => {
		const place = { at, leftOut };
		return (1 - AROUND) * withBeside(value, values, place) + AROUND * around(values, sentences, place);
	});
}

interface Place {
	readonly at: number;
	readonly leftOut: readonly boolean[];
}

function withBeside(value: number, values: readonly number[], { at, leftOut }: Place): number {
	const beside = [at - 1, at + 1].flatMap((near) => (leftOut[near] ? [] : [values[near] ?? value]));
	if (beside.length === 0) return value;
	const mean = beside.reduce((sum, each) => sum + each, 0) / beside.length;
	return 0.5 * value + 0.25 * mean + 0.25 * Math.max(...beside);
}

/** The mean of what is said around a sentence: more the longer it takes and the nearer it is. */
function around(values: readonly number[], sentences: readonly Span[], { at, leftOut }: Place): number {
	const here = middleOf(sentences[at]);
	let [sum, weights] = [0, 0];
	const add = (near: number): boolean => {
		const [each, value] = [sentences[near], values[near]];
		if (!each || value === undefined) return false;
		const far = (middleOf(each) - here) / REACH_MS;
		if (Math.abs(far) >= 1) return false;
		const weight = leftOut[near] ? 0 : (1 - far * far) ** 2 * (each.end - each.begin);
		sum += weight * value;
		weights += weight;
		return true;
	};
	for (let near = at; near > at - MOST_NEAR && add(near); ) near -= 1;
	for (let near = at + 1; near <= at + MOST_NEAR && add(near); ) near += 1;
	return weights > 0 ? sum / weights : (values[at] ?? 0);
}

function middleOf(span: Span | undefined): number {
	return span ? (span.begin + span.end) / 2 : 0;
}
