import type { Subject } from "../../compose/scope.ts";
import type { AccountRef } from "../../model/account.ts";
import type { AddressText } from "../../model/address.ts";
import type { EpochMs } from "../../model/brand.ts";
import type { Campaign, ClipSelection, PostTarget, Schedule, Source } from "../../model/campaign.ts";
import type { Clip } from "../../model/clip.ts";
import type { LateRule } from "../../model/late-rule.ts";
import type { Observed, PlanOptions } from "../../model/observed.ts";
import type { BrandFiles } from "../../model/own-brand.ts";
import type { Place } from "../../model/place.ts";
import type { ResultsGone } from "../../model/reason.ts";
import type { ClipWords } from "../../model/review.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { RenditionRequest, VideoRequest } from "../../model/task.ts";
import type { Limits } from "../bookings.ts";
import type { Unapproved } from "./reviewed-clips.ts";

/**
 * Why a post keeps its place only because it was handed over: other clips rank higher now, or fewer are asked
 * for; `no-place`: nor does it leave one to the clips that are to be found.
 */
export type Outranked = "other-clips" | "fewer-clips" | "no-place";

/** One wanted thing. */
export type Resource = WantedVideo | WantedRendition | WantedPost | UnknownPosts;

export interface WantedVideo {
	readonly kind: "video";
	readonly address: AddressText;
	readonly place: Place;
	readonly source: Source;
	readonly request: VideoRequest;
	/** Where the files of its brand are. Absent: it has none. */
	readonly brand?: BrandFiles;
}

/** One known clip to one account. */
export interface WantedPost {
	readonly kind: "post";
	readonly address: AddressText;
	readonly place: Place;
	readonly account: AccountRef;
	readonly taskId: string;
	readonly clip: Clip;
	readonly source: string;
	/** Names what the texts are made of, see `recipeOf`. */
	readonly recipe: string;
	/** What its texts are made of, see `composedOf`. */
	readonly text: PostTextInputs;
	/** How many times the moment may be posted to the account, by whatever post or workspace. */
	readonly repeat: number;
	/** Which of these times it is, from 1. */
	readonly occurrence: number;
	/** What was handed over to another account stays. */
	readonly keep?: true;
	readonly at?: EpochMs;
	/** It takes a slot of this. Never together with `at`. */
	readonly schedule?: Schedule;
	/** What becomes of it where it is late. Absent: it goes out. */
	readonly late?: LateRule;
	/** How long before its time it is handed over, in milliseconds. */
	readonly handoverMs?: number;
	/** How often its account may be posted to. */
	readonly limits: Limits;
	readonly resolution?: string;
	/** Why it waits for a person. Absent: it is approved, or needs nobody. */
	readonly unapproved?: Unapproved;
	/** Where the edits of an earlier version of its clip stand, which are not used. Absent: there are none. */
	readonly voidEdits?: Pick<Place, "file" | "line">;
	/** What people wrote in place of its clip's words, void or not. Absent: nothing. */
	readonly edits?: ClipWords;
	/** What its post entry asks for. */
	readonly selection: ClipSelection;
	/** How many posts of its moment were handed over. Absent: none. */
	readonly handedOver?: number;
	/** It was handed over and would not be chosen now. */
	readonly outranked?: Outranked;
	/** It was handed over, and its clip is not known now: its generated words are not to be had. */
	readonly isClipGone?: true;
}

/** The templates of a post, and what fills them in. */
export interface PostTextInputs {
	readonly target: PostTarget;
	readonly subject: Subject;
}

/** The posts of one target while the clips of its video are not known. */
export interface UnknownPosts {
	readonly kind: "posts";
	readonly address: AddressText;
	readonly place: Place;
	readonly video: AddressText;
	readonly atMost?: number;
	readonly account: AccountRef;
	readonly at?: EpochMs;
	/** They take slots of this. Never together with `at`. */
	readonly schedule?: Schedule;
	/** The task that should have found them failed, and is not made again. */
	readonly failed: boolean;
}

/**
 * One wanted further rendering. `request` is absent while the clips of its video are not known, or none is
 * chosen.
 */
export interface WantedRendition {
	readonly kind: "rendition";
	readonly address: AddressText;
	readonly place: Place;
	readonly video: AddressText;
	readonly known: boolean;
	/** The task that should have found its clips failed, and is not made again. */
	readonly failed: boolean;
	readonly request?: RenditionRequest;
	/** Where the files of its brand are. Absent: it has none. */
	readonly brand?: BrandFiles;
}

/** What the wanted things follow from. */
export interface Wanting {
	readonly campaigns: readonly Campaign[];
	readonly snapshot: Snapshot;
	readonly observed: Observed;
	readonly options: Pick<PlanOptions, "replace">;
	/** Videos whose results are gone. */
	readonly expired?: ReadonlyMap<AddressText, ResultsGone>;
}
