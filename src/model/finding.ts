import type { AccountRef, Platform } from "./account.ts";
import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { Moment } from "./clip.ts";
import type { ModelName } from "./models.ts";
import type { Unit } from "./rules/rule.ts";
import type { RuleId } from "./rules.ts";

/** What a rule found about one post: a code with its names and numbers, worded by `views/sentences`. */
export type Finding =
	/** A check of texts and lengths; its message stands in diagnostics too. */
	| { readonly code: "check"; readonly message: string }
	/** The results of the post's task expire, or did: `expired`, before its hand-over, before its time. */
	| {
			readonly code: "results-expired" | "results-expire-before-handover" | "results-expire-before-post";
			readonly at: EpochMs;
	  }
	| { readonly code: "token-expires-soon"; readonly account: AccountRef }
	/** The time is outside of what the platform itself takes: `least` or `most` ahead, in `unit`. */
	| {
			readonly code: "outside-platform-window";
			readonly platform: Platform;
			readonly unit: Unit;
			readonly least?: number;
			readonly most?: number;
	  }
	/** `address`: the post with the same text. */
	| { readonly code: "same-text"; readonly address: AddressText }
	/** Where the edits of an earlier version of the clip stand. */
	| { readonly code: "edits-void"; readonly file: string; readonly line: number }
	/** The post entry gets none of so many clips. */
	| { readonly code: "no-clip-chosen"; readonly video: string; readonly found: number }
	/**
	 * So many moments of its source were posted to its account; `address`: the first of them. `moves`: what was
	 * renamed since, most likely.
	 */
	| {
			readonly code: "moments-posted";
			readonly posts: number;
			readonly address: AddressText;
			/** What it was posted from, where that is another file. */
			readonly file?: string;
			readonly moves?: readonly { readonly from: string; readonly to: string }[];
	  }
	/** `address`: posts of another source that holds the same content. `unclear`: it probably does. */
	| {
			readonly code: "same-content";
			readonly address: AddressText;
			readonly unclear?: { readonly a: string; readonly b: string };
	  }
	/**
	 * Accounts are found by name; `username` is an account's of the campaign, `connected` are those of its
	 * platform.
	 */
	| {
			readonly code: "account-not-connected";
			readonly account: AccountRef;
			readonly connected: readonly string[];
	  }
	| { readonly code: "account-not-authorized"; readonly account: AccountRef }
	/** A schedule has so many slots left for so many posts at most. */
	| {
			readonly code: "too-few-slots";
			readonly schedule: string;
			readonly slots: number;
			readonly posts: number;
	  }
	/** So many posts at most go to a platform before its quota begins anew; of that so many posts are left. */
	| {
			readonly code: "quota-short";
			readonly platform: Platform;
			readonly posts: number;
			readonly left: number;
			readonly until: EpochMs;
	  }
	/** So many posts keep their places because they were handed over, see `Outranked`. */
	| {
			readonly code: "kept-places";
			readonly posts: number;
			readonly cause: "other-clips" | "fewer-clips" | "no-place";
	  }
	/** So many posts stay at an account that their entry no longer names; `account`: its name there. */
	| { readonly code: "kept-account"; readonly posts: number; readonly account: string }
	/** Its clip was refused after it was out. */
	| { readonly code: "refused-posted"; readonly address: AddressText }
	/** A text would be the name of a file and a time. */
	| { readonly code: "title-file-name"; readonly field: "title" | "description"; readonly text: string }
	/** Nothing tells what is said, which these parts of the video need. */
	| {
			readonly code: "no-transcript";
			readonly needs: readonly ("captions" | "hook" | "titles")[];
			/** Posts say nothing but the clip's title, which would be the name of a file: they are kept back. */
			readonly keepsBack?: true;
	  }
	/** The service renders all clips of a video that wants only so many. */
	| { readonly code: "export-limit-ignored"; readonly limit: number }
	/** So many clips are asked for at given times, of a service that makes none. */
	| { readonly code: "added-clips-refused"; readonly clips: number }
	/** A brand is asked for, and the service draws none. */
	| { readonly code: "brand-refused" }
	/** Why the font of a brand, a family, cannot be drawn with: a sentence. */
	| { readonly code: "brand-font-missing"; readonly why: string }
	/** The video is shorter than the end of a clip that is asked for. */
	| { readonly code: "added-clip-beyond"; readonly moment: Moment; readonly lengthMs: number }
	/** The service delivers late posts that are not to be. */
	| { readonly code: "late-rule-ignored"; readonly action: "hold" | "skip" }
	/** Why no ffmpeg can be used. */
	| { readonly code: "no-ffmpeg"; readonly why: string }
	/** Posts are due in so few minutes, at their time or at the next slot of `schedule`. */
	| { readonly code: "time-too-soon"; readonly minutes: number; readonly schedule?: string }
	/** A video that left the campaign was submitted with the very same settings. */
	| {
			readonly code: "renamed-video";
			readonly moves: readonly { readonly from: string; readonly to: string }[];
	  }
	/** These came after the clips of a video were made. */
	| { readonly code: "models-pulled"; readonly models: readonly ModelName[]; readonly video: AddressText }
	/**
	 * So many posts of an entry wait for a person because their words were recognised; none: they will. Where
	 * the entry stands. `local`: its video, whose words can be corrected.
	 */
	| {
			readonly code: "recognised-words";
			readonly entry: string;
			readonly waiting: number;
			readonly local?: AddressText;
			readonly file: string;
			readonly line: number;
	  }
	/** What the plan does not know, and why. */
	| { readonly code: "not-checked"; readonly why: string }
	| { readonly code: "not-compared"; readonly why: string }
	/** A person took the post of its moment out of the ledger. */
	| {
			readonly code: "forgotten-post";
			readonly address: AddressText;
			readonly by: string;
			readonly reason: string;
	  }
	/** A sentence of a plan saved by 0.1.0. */
	| { readonly code: "text"; readonly text: string };

/** A finding and the rule it is of. */
export interface RuleFinding {
	readonly rule: RuleId;
	readonly finding: Finding;
}
