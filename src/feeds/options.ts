import type { EpochMs } from "../model/brand.ts";

/** What reading a feed needs. */
export interface ReadingOptions {
	/** The workspace's folder, absolute: files outside of it are not read. */
	readonly root: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: EpochMs;
	readonly signal: AbortSignal;
	/** Whether feeds of this machine and of private networks are read. */
	readonly privateAddresses: boolean;
	/** Where parsed feeds are kept, absolute. Absent: nowhere. */
	readonly cacheFolder?: string;
	/** The content of a file; see `Fingerprints`. */
	readonly fingerprint: (path: string, signal: AbortSignal) => Promise<{ readonly sha256: string }>;
	/** Where the feeds of channels are. Absent: youtube.com. */
	readonly youtubeBase?: string;
}
