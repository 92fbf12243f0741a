import type { Platform } from "../account.ts";

/** What a limit counts. */
export const UNITS = {
	characters: "characters (code points after NFC)",
	bytes: "bytes of UTF-8",
	utf16: "UTF-16 units",
	weighted: "weighted characters (a link 23, an emoji 2, CJK 2, Latin 1)",
	escaped: "characters, reserved ones escaped",
	"tag-sum": "characters of all tags, commas between them and quotes around tags with a space included",
	hashtags: "hashtags",
	mentions: "mentions",
	cashtags: "cashtags",
	seconds: "seconds",
	minutes: "minutes",
	hours: "hours",
	days: "days",
	"posts-per-day": "posts a day",
	"per-15-minutes": "requests in 15 minutes",
	megabytes: "MB",
	pixels: "pixels of the shorter side",
	fps: "frames a second",
	percent: "percent",
	dollars: "US dollars a post",
} as const;
export type Unit = keyof typeof UNITS;

/** One number of a rule. */
export interface Limit {
	/** Absent: every platform the rule is about. */
	readonly platform?: Platform;
	readonly unit: Unit;
	readonly least?: number;
	readonly most?: number;
	/** Absent: the rule's. */
	readonly severity?: "error" | "warning" | "information";
	/** What the number is about, or who says otherwise. */
	readonly note?: string;
	/** Absent: the rule's. */
	readonly source?: string;
}

/** Something that is checked, or that is worth knowing. */
export interface Rule {
	readonly title: string;
	/** `information` is never found in a file; it explains. */
	readonly severity: "error" | "warning" | "information";
	/** What happens otherwise. */
	readonly why: string;
	/** What to do about it. */
	readonly fix: string;
	readonly platform?: Platform;
	readonly limits?: readonly Limit[];
	readonly source: string;
	/** The day the source was read, `2026-11-21`. */
	readonly checked: string;
	/**
	 * The service or a platform refuses what it finds: its errors (`errors`), or all of it (`all`), cannot be
	 * turned off or lowered.
	 */
	readonly locked?: "all" | "errors";
}

/** A rule about one filled-in text of a post. */
export interface TextRule extends Rule {
	readonly severity: "error" | "warning";
	readonly platform: Platform;
	readonly field: "title" | "description" | "tags";
	/** Holds for accounts with `premium: true` (`true`), or for those without (`false`); absent: for all. */
	readonly premium?: boolean;
	/** Characters that may not be in the text. */
	readonly without?: string;
}

/** The day the sources of the numbers were read. */
export const CHECKED = "2026-11-21";

/** A rule of the campaign language: an error that cannot be turned off. */
export function strict(title: string, why: string, fix: string) {
	return {
		title,
		severity: "error",
		why,
		fix,
		source: "the campaign language",
		checked: CHECKED,
		locked: "all",
	} as const;
}
