/** What a service does beyond the interface document, as it declares itself. */
export interface Extensions {
	/** A repeated write with the same key is the same write. Absent: it may be a second one. */
	readonly idempotency?: {
		/** How long after the first attempt, in milliseconds. Absent: it does not tell. */
		readonly lifetimeMs?: number;
	};
	/** It tells how a publishing task ended. */
	readonly publishStatus: boolean;
	/** It gives a post that waits another time or other texts. */
	readonly publishUpdate: boolean;
	/** It cancels a post that waits. */
	readonly publishCancel: boolean;
	/** It holds back or skips a post that is later than a limit. */
	readonly publishLateRule: boolean;
	/** It takes a transcript beside an uploaded video. */
	readonly transcripts: boolean;
	/** It renders only as many clips as a submission asks for. */
	readonly exportLimit: boolean;
	/** It makes clips at given times. */
	readonly addedClips: boolean;
	/** It draws a logo, and texts in a font and colours of one's own. */
	readonly brand: boolean;
	/** An upload that was cut off goes on with what is missing. */
	readonly uploadResume: boolean;
}

/** A service of the interface document alone. */
export const NO_EXTENSIONS: Extensions = {
	publishStatus: false,
	publishUpdate: false,
	publishCancel: false,
	publishLateRule: false,
	transcripts: false,
	exportLimit: false,
	addedClips: false,
	brand: false,
	uploadResume: false,
};
