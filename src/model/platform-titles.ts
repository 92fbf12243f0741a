import type { Platform } from "./account.ts";

/** Platforms as people call them. */
export const PLATFORM_TITLES: Readonly<Record<Platform, string>> = {
	youtube: "YouTube",
	tiktok: "TikTok",
	twitter: "X",
	instagram: "Instagram",
	facebook: "Facebook",
	linkedin: "LinkedIn",
};
