import type { PlannedPost } from "../../model/shared-content.ts";
import type { ContentMoment } from "./records.ts";
import type { SourceLink } from "./sources.ts";

/** A local file that a plan is about to send or to post from. */
export interface SourceFile {
	readonly key: string;
	readonly path: string;
	readonly durationMs?: number;
}

/** What is compared. */
export interface ContentSearch {
	readonly files: readonly SourceFile[];
	readonly posted: readonly ContentMoment[];
	/** What the plan itself would post: its sources are compared with each other. */
	readonly planned: readonly PlannedPost[];
	readonly signal: AbortSignal;
}

/** What is found out about the contents of sources in one run, beyond their bytes. */
export interface Contents {
	/** Compares files with what was posted, and with each other. What was compared before is not read again. */
	find(search: ContentSearch): Promise<void>;
	/** Whether the files of this run were compared with a moment that was posted. */
	hasCompared(posted: ContentMoment): boolean;
	/** Compares the files of this run with what was posted since, by what was read of them before. */
	compareLate(posted: readonly ContentMoment[]): Promise<void>;
	/** Two keys are declared to be one content. */
	declare(id: string, url: string): void;
	/** What was found so far. */
	links(): readonly SourceLink[];
	/** The file name that a source had when it was kept. */
	nameOf(key: string): Promise<string | undefined>;
	/**
	 * Why files could be compared by their bytes alone, where there was more to compare. Absent: nothing was in
	 * the way.
	 */
	uncompared?(): string | undefined;
	/** Keeps what later runs need to recognise a source that is posted from. A help only: it never fails. */
	keep(key: string): Promise<void>;
}
