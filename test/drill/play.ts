import type { EpochMs } from "../../src/model/brand.ts";
import { type Calendar, emptyCalendar } from "./calendar.ts";
import type { Life } from "./crashing.ts";
import type { SourceName } from "./footage.ts";
import type { Apply } from "./history.ts";
import type { SeenPost, Words } from "./verdict.ts";
import type { Platforms, Wish } from "./wish.ts";

/** Who saw which post, and which submissions were paid: the whole model. */
export interface Log {
	/** Each post executed, in order; the ground truth, whatever we believe. */
	readonly seen: SeenPost[];
	/** Posts executed although the campaign did not ask for them when they were sent. */
	readonly unwanted: string[];
	readonly words: Words;
	submitted: number;
	/**
	 * Submissions that may be paid: one for each workspace and each state that was lost, one for each video
	 * that became another one, and one for each time it was to be clipped anew.
	 */
	mayBeSubmitted: number;
	/** Operations executed, by key, with the id of what was made. */
	readonly keys: Map<string, string>;
	/** Posts executed, by key: `<moment> <person>`. */
	readonly posts: Map<string, string>;
	/** What each task clips. */
	readonly tasks: Map<string, SourceName>;
	/** Homes that have seen which id an address has. */
	readonly knowIds: Set<string>;
	/** Executed only some time after everyone gave up. */
	readonly late: (() => void)[];
	/** `<moment> <person>` of posts that a person gave up. */
	readonly given: string[];
	/** What the service holds. */
	readonly calendar: Calendar;
}

export function emptyLog(): Log {
	return {
		...{ seen: [], unwanted: [], words: { repeat: 1, forgotten: [], apart: [] } },
		...{
			submitted: 0,
			mayBeSubmitted: 1,
			keys: new Map(),
			posts: new Map(),
			tasks: new Map(),
			knowIds: new Set(),
			late: [],
			given: [],
			calendar: emptyCalendar(),
		},
	};
}

/** What a service does in one run. */
export interface Play {
	readonly log: Log;
	readonly wish: Wish;
	readonly platforms: Platforms;
	/** Who sends, and whether it is a program of before. */
	readonly home: string;
	readonly isOld: boolean;
	/** The workspace. */
	readonly from: string;
	/** It recognises keys. */
	readonly known: boolean;
	/** The service's clock. */
	readonly now: () => EpochMs;
	/** How many cancels were asked for. */
	readonly cancels: { count: number };
	readonly apply: Apply;
	readonly life: Life;
	/** Notes that something came to pass. */
	readonly happened: (what: string) => void;
	/** While a write is under way. */
	readonly meanwhile: () => Promise<void>;
}
