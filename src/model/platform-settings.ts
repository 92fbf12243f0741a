import type { ApiPlatform } from "./platform-app.ts";

/** How is posted to each platform. */
export interface PlatformSettings extends Readonly<Record<ApiPlatform, object>> {
	readonly youtube: YoutubeSettings;
	readonly twitter: TwitterSettings;
	readonly linkedin: LinkedInSettings;
	readonly tiktok: TikTokSettings;
	readonly instagram: InstagramSettings;
	readonly facebook: FacebookSettings;
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
	/** It is given videos before their time, and publishes them by itself. */
	readonly nativeSchedule: boolean;
	readonly madeForKids: boolean;
	readonly syntheticMedia: boolean;
	readonly notifySubscribers: boolean;
}

/** How the Content Posting API of TikTok is used. */
export interface TikTokSettings {
	/** Without a trailing slash, as both. */
	readonly apiUrl: string;
	/** Videos go to addresses that TikTok gives: of its own hosts, or of this one. */
	readonly uploadUrl: string;
	/** `inbox`: videos become drafts, which their creator publishes in the app. */
	readonly mode: "direct" | "inbox";
	/** How much of a video is sent at once, in bytes. */
	readonly chunkBytes: number;
	/** Longest that an answer may take, in milliseconds, besides the time that sending takes. */
	readonly answerMs: number;
	/** First and longest pause between two questions what became of a post, in milliseconds. */
	readonly pollMs: number;
	readonly longestPollMs: number;
	/** How long an address to send a video to is good, in milliseconds. */
	readonly uploadMs: number;
	/** How long the id of a public post is waited for once it is out, in milliseconds. */
	readonly idMs: number;
	/** Promotion is a paid partnership, and not of one's own business. */
	readonly paidPartnership: boolean;
	readonly syntheticMedia: boolean;
}

/** How the Graph API is used. */
export interface MetaSettings {
	/** With its version; without a trailing slash, as both. */
	readonly apiUrl: string;
	/** Where the bytes of videos go. */
	readonly uploadUrl: string;
	/** Longest that an answer may take, in milliseconds, besides the time that sending takes. */
	readonly answerMs: number;
	/** First and longest pause between two looks at a video, in milliseconds. */
	readonly pollMs: number;
	readonly longestPollMs: number;
	/** So far apart a video has to be read as not published, twice, to count as that, in milliseconds. */
	readonly absentMs: number;
}

/** How Pages of Facebook are posted to. */
export interface FacebookSettings extends MetaSettings {
	/** It is given videos before their time, and publishes them by itself. */
	readonly nativeSchedule: boolean;
}

/** How Instagram is posted to. */
export interface InstagramSettings extends MetaSettings {
	/** How long a container can be published, in milliseconds. */
	readonly containerMs: number;
	/** Reels stand in the feed too. */
	readonly shareToFeed: boolean;
	readonly syntheticMedia: boolean;
}

/** How the API of X is used. */
export interface TwitterSettings {
	/** Without a trailing slash. */
	readonly apiUrl: string;
	/** How much of a video is sent at once, in bytes; more where it would make too many parts. */
	readonly segmentBytes: number;
	/** Longest that an answer may take, in milliseconds, besides the time that sending takes. */
	readonly answerMs: number;
	/** Pause between two looks at a video that is processed, where X names none, in milliseconds. */
	readonly pollMs: number;
	/**
	 * How long after the call a post whose answer was lost is first looked for, in milliseconds; then after 4
	 * and 20 times that.
	 */
	readonly lookMs: number;
	/** A post that the account's list does not hold after 40 times `lookMs` counts as not posted. */
	readonly trustAbsence: boolean;
	/** What is disclosed as promotion is labelled as a paid partnership. */
	readonly paidPartnership: boolean;
	readonly syntheticMedia: boolean;
}

/** How the versioned API of LinkedIn is used. */
export interface LinkedInSettings {
	/** Without a trailing slash, as both. */
	readonly apiUrl: string;
	/** Videos go to addresses that LinkedIn gives: of its own hosts, or of this one. */
	readonly uploadUrl: string;
	/** Of the API: a year and a month, `202607`. */
	readonly version: string;
	/** Longest that an answer may take, in milliseconds, besides the time that sending takes. */
	readonly answerMs: number;
	/** First and longest pause between two looks at a video that is processed, in milliseconds. */
	readonly pollMs: number;
	readonly longestPollMs: number;
	/** Private posts go to the connections of the member. */
	readonly privateToConnections: boolean;
}
