import type { ApiPlatform } from "./platform-app.ts";

/** How is posted to each platform. */
export interface PlatformSettings extends Readonly<Record<ApiPlatform, object>> {
	readonly youtube: YoutubeSettings;
}

/** How the YouTube Data API v3 is used. What counts as default stands in the settings of the program. */
export interface YoutubeSettings {
	/** Without a trailing slash, as all of them. */
	readonly apiUrl: string;
	readonly uploadUrl: string;
	/** How much of a video is sent at once, in bytes: a multiple of 262144. */
	readonly chunkBytes: number;
	/** Longest that an answer may take, in milliseconds, besides the time that sending takes. */
	readonly answerMs: number;
	/** First and longest pause between two looks at a video that is processed, in milliseconds. */
	readonly pollMs: number;
	readonly longestPollMs: number;
	/** So long after it was first tried a video that is still private is made public once more. */
	readonly repeatMs: number;
	/** How long a video that is out is looked at for what becomes of it, in milliseconds. */
	readonly reviewMs: number;
	/** Of the project of the app: what a day allows. */
	readonly uploadsPerDay: number;
	readonly unitsPerDay: number;
	readonly madeForKids: boolean;
	readonly syntheticMedia: boolean;
	readonly notifySubscribers: boolean;
}
