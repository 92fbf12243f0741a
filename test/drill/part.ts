import type { Judge } from "./judge.ts";
import type { Place } from "./place.ts";

/** What the parts of the drill work with. */
export interface Ground {
	readonly judge: Judge;
	/** Its video is submitted and read. */
	readonly settled: Place;
	/** Only cases whose name holds this. */
	readonly only: string;
}

/** What came of one part of the drill. */
export interface Found {
	readonly cases: number;
	/** Everything that did not hold, in words. */
	readonly broken: readonly string[];
	/** What else is worth a word: the seed, how often a person was asked. */
	readonly note?: string;
	/** Why it could not be tried: never the same as having held. */
	readonly notRun?: string;
}

/** One part of the drill. */
export interface Part {
	/** What must hold, as a sentence. */
	readonly claim: string;
	readonly run: (ground: Ground) => Promise<Found>;
}
