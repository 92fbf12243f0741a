import type { ContentMoment } from "./records.ts";
import type { SourceLink } from "./sources.ts";

/** A local file that a plan is about to send or to post from. */
export interface SourceFile {
	readonly key: string;
	readonly path: string;
	readonly durationMs?: number;
}

/** What is found out about the contents of sources in one run, beyond their bytes. */
export interface Contents {
	/** Compares files with what was posted. What was compared before is not read again. */
	find(files: readonly SourceFile[], posted: readonly ContentMoment[], signal: AbortSignal): Promise<void>;
	/** Two keys are declared to be one content. */
	declare(id: string, url: string): void;
	/** What was found so far. */
	links(): readonly SourceLink[];
	/** The file name that a source had when it was kept. */
	nameOf(key: string): Promise<string | undefined>;
	/** Keeps what later runs need to recognise a source that is posted from. A help only: it never fails. */
	keep(key: string): Promise<void>;
}
