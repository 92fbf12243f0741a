/** Guesses how long things still take, each by how fast it went lately. */
export interface Pace {
	/** `about 2 min left` for something that is so far done (0 to 1); undefined while that cannot be told. */
	left(name: string, share: number): string | undefined;
}

interface Sample {
	readonly at: number;
	readonly share: number;
}

/** What is guessed from less than this would jump about. */
const SEEN_MS = 3_000;
const SEEN_SHARE = 0.02;
/** Lately: the later half of the time it was seen, and at least this. Steps of one work differ in speed. */
const LATELY_MS = 15_000;
const SAMPLE_MS = 1_000;
const LONGEST_MS = 48 * 3_600_000;

/** Opens a pace by a clock that only moves on, in milliseconds. */
export function openPace(now: () => number): Pace {
	const begun = new Map<string, Sample & { readonly last: number; readonly lately: Sample[] }>();
	return {
		left(name, share) {
			const [at, known] = [now(), begun.get(name)];
			// Less than before: it began anew. Nothing yet: it waits for its turn.
			const since =
				known === undefined || share < known.last || share === 0
					? { at, share, lately: [{ at, share }] }
					: known;
			begun.set(name, { ...since, last: share });
			const from = sinceLately(since.lately, { at, share }, since.at);
			const [passed, gained] = [at - from.at, share - from.share];
			if (share >= 1 || at - since.at < SEEN_MS || gained < SEEN_SHARE) return undefined;
			const leftMs = (passed * (1 - share)) / gained;
			return leftMs > LONGEST_MS ? undefined : `about ${inWords(leftMs)} left`;
		},
	};
}

/** Where to count from; keeps the samples that will still be needed. */
function sinceLately(lately: Sample[], now: Sample, begunAt: number): Sample {
	const edge = now.at - Math.max(LATELY_MS, (now.at - begunAt) / 2);
	while (lately[1] !== undefined && lately[1].at <= edge) lately.shift();
	const from = lately[0] ?? now;
	if (now.at - (lately.at(-1)?.at ?? 0) >= SAMPLE_MS) lately.push(now);
	return from;
}

/** Coarse, so that it counts down rather than flickers. */
function inWords(ms: number): string {
	const seconds = Math.max(5, 5 * Math.round(ms / 5_000));
	if (seconds < 90) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
