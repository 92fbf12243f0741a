/** Guesses how long things still take, each by how fast it went since it was first seen. */
export interface Pace {
	/** `about 2 min left` for something that is so far done (0 to 1); undefined while that cannot be told. */
	left(name: string, share: number): string | undefined;
}

/** What is guessed from less than this would jump about. */
const SEEN_MS = 3_000;
const SEEN_SHARE = 0.02;
const LONGEST_MS = 48 * 3_600_000;

/** Opens a pace by a clock that only moves on, in milliseconds. */
export function openPace(now: () => number): Pace {
	const begun = new Map<string, { readonly at: number; readonly share: number; readonly last: number }>();
	return {
		left(name, share) {
			const known = begun.get(name);
			// Less than before: it began anew.
			const since = known === undefined || share < known.last ? { at: now(), share } : known;
			begun.set(name, { ...since, last: share });
			const [passed, gained] = [now() - since.at, share - since.share];
			if (share >= 1 || passed < SEEN_MS || gained < SEEN_SHARE) return undefined;
			const leftMs = (passed * (1 - share)) / gained;
			return leftMs > LONGEST_MS ? undefined : `about ${inWords(leftMs)} left`;
		},
	};
}

/** Coarse, so that it counts down rather than flickers. */
function inWords(ms: number): string {
	const seconds = Math.max(5, 5 * Math.round(ms / 5_000));
	if (seconds < 90) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
