import type { Guard } from "../../system/guarded/guard.ts";
import type { Media } from "../media/media.ts";

/** What fetching may do. */
export interface FetchLimits {
	readonly privateAddresses: boolean;
	readonly maxBytes: number;
	/** For the whole video, in milliseconds. */
	readonly limitMs: number;
	/** Video pages are fetched with the yt-dlp on the PATH of this environment. Absent: they are refused. */
	readonly ytDlp?: { readonly env: Readonly<Record<string, string | undefined>> };
	/** How names are resolved; absent: as the machine does. */
	readonly resolve?: NonNullable<Guard["resolve"]>;
	/** Pause before the first retry, in milliseconds; it doubles each time. Absent: a second. */
	readonly pauseMs?: number;
	/** How long the speed may stay under the least that is accepted, in milliseconds. Absent: a minute. */
	readonly slowMs?: number;
	/** Disk space left free by videos of unknown size. Absent: half a gigabyte. */
	readonly reserveBytes?: number;
}

/** Where videos are fetched to, and what limits that. */
export interface Fetching {
	/** Folder for what is under way. */
	readonly folder: string;
	readonly media: Media;
	readonly limits: FetchLimits;
}
