/**
 * What an engine may ask of language models that somebody set up. Whatever fails throws `EndpointFault`, and
 * is done without.
 */
export interface Language {
	/** Names what answers, for caches: addresses and models, never a key. */
	readonly identity: string;
	/** Writes about what was said. Absent: no chat endpoint. */
	readonly write?: (request: WriteRequest, signal: AbortSignal) => Promise<Written>;
	/** Says the same in another language, line by line. Absent: no chat endpoint. */
	readonly translate?: (request: TranslateRequest, signal: AbortSignal) => Promise<readonly string[]>;
	/** Says which passages of a talk are the best. Absent: no chat endpoint. */
	readonly rank?: (request: RankRequest, signal: AbortSignal) => Promise<readonly Opinion[]>;
	/** Says which passages of a talk are about what somebody looks for. Absent: no chat endpoint. */
	readonly match?: (request: MatchRequest, signal: AbortSignal) => Promise<readonly Match[]>;
	/** Sums up a talk, section by section. Absent: no chat endpoint. */
	readonly summarize?: (request: SummaryRequest, signal: AbortSignal) => Promise<WrittenSummary>;
	/** Writes down what is heard. Absent: no transcription endpoint. */
	readonly transcribe?: (request: TranscribeRequest, signal: AbortSignal) => Promise<Heard>;
}

export interface WriteRequest {
	/** All that is said, in order. */
	readonly said: string;
	/** What an extractive method made of it; also what the answer stands beside. */
	readonly title: string;
	readonly description: string;
	readonly tags: readonly string[];
	/** Language to write in; absent: that of what is said. */
	readonly language?: string;
	/** A hook text in this tone is wanted. */
	readonly tone?: string;
}

/** Only what is usable: clean, without links that were not said. Lengths are for the caller to bound. */
export interface Written {
	readonly title?: string;
	readonly description?: string;
	/** Without `#`. */
	readonly tags?: readonly string[];
	readonly hook?: string;
}

export interface TranslateRequest {
	readonly lines: readonly string[];
	readonly to: string;
	readonly from?: string;
}

export interface RankRequest {
	/** At most 24 count. */
	readonly passages: readonly RankedPassage[];
}

/** A passage of a talk: times in milliseconds, what is said, and what it is worth without an opinion. */
export interface RankedPassage {
	readonly begin: number;
	readonly end: number;
	readonly text: string;
	readonly kind?: string;
	/** 0 to 100. */
	readonly score: number;
}

/** What is thought of a passage; opinions stand in their order, the best first. */
export interface Opinion {
	/** Its number among those that were asked about. */
	readonly at: number;
	/** Clean, without links that were not said. */
	readonly reason?: string;
}

export interface MatchRequest {
	/** What is looked for, in somebody's own words. */
	readonly query: string;
	/** At most 24 count. */
	readonly passages: readonly RankedPassage[];
}

/** A passage that is about what somebody looks for. */
export interface Match {
	/** Its number among those that were asked about. */
	readonly at: number;
	/** How much it is, above 0, at most 1. */
	readonly share: number;
}

export interface SummaryRequest {
	/** The sentences of each section, in order. */
	readonly sections: readonly (readonly string[])[];
	/** Language to write in; absent: that of what is said. */
	readonly language?: string;
}

/** Only what is usable: clean, without links that were not said. */
export interface WrittenSummary {
	readonly summary: string;
	readonly sections: readonly WrittenSection[];
}

export interface WrittenSection {
	/** Its number among those that were asked about. */
	readonly at: number;
	readonly title: string;
	/** What is told in it, each with the number of the sentence of the section where that begins. */
	readonly points: readonly { readonly sentence: number; readonly text: string }[];
}

export interface TranscribeRequest {
	/** Sound file, whole in memory, and its name, which tells its kind. */
	readonly sound: Uint8Array;
	readonly name: string;
	readonly durationMs: number;
	readonly language?: string;
}

/**
 * Words with their times in whole milliseconds of the sound, in order, none overlapping, none after its end.
 */
export interface Heard {
	readonly words: readonly {
		readonly begin: number;
		readonly end: number;
		readonly text: string;
		/** The endpoint says that it may have heard something else. */
		readonly unsure?: true;
	}[];
	/** As the endpoint names it. */
	readonly language?: string;
}
