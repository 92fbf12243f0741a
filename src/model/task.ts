import type { EpochMs } from "./brand.ts";
import type { Clip, Moment } from "./clip.ts";
import type { BrandRequest } from "./own-brand.ts";

export type TaskStatus = "CREATED" | "QUEUED" | "ONGOING" | "SUCCEEDED" | "FAILED";
export type PublishStatus =
	| "PENDING"
	| "SCHEDULED"
	| "PROCESSING"
	| "DONE"
	| "PARTIAL_DONE"
	| "ERROR"
	| "CANCELLED";

export const RESOLUTIONS = ["480p", "720p", "1080p", "2k", "4k"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
export const RATIOS = ["9:16", "1:1", "4:5", "16:9"] as const;
export type Ratio = (typeof RATIOS)[number];
export const DURATIONS = ["0-30s", "0-90s", "30-60s", "60-90s", "90-180s", "180-300s"] as const;
export type Duration = (typeof DURATIONS)[number];
export const HOOK_STYLES = [
	"serious",
	"casual",
	"informative",
	"conversational",
	"humorous",
	"parody",
	"inspirational",
	"dramatic",
	"empathetic",
	"persuasive",
	"neutral",
	"excited",
	"calm",
] as const;
export type HookStyle = (typeof HOOK_STYLES)[number];
export const LAYOUTS = [
	"Auto",
	"Full",
	"Fit",
	"Grid 4",
	"Split 2",
	"Trio",
	"PiP",
	"OTS",
	"Screen First",
	"Gameplay A",
	"Gameplay B",
] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Which layouts a ratio allows (interface 4.4). */
export const LAYOUTS_BY_RATIO: Readonly<Record<Ratio, readonly Layout[]>> = {
	"16:9": ["Auto", "Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "OTS", "Screen First"],
	"9:16": [
		"Auto",
		"Full",
		"Fit",
		"Grid 4",
		"Split 2",
		"Trio",
		"PiP",
		"Screen First",
		"Gameplay A",
		"Gameplay B",
	],
	"1:1": ["Auto", "Full", "Fit", "Grid 4", "Trio"],
	"4:5": [
		"Auto",
		"Full",
		"Fit",
		"Grid 4",
		"Split 2",
		"Trio",
		"PiP",
		"Screen First",
		"Gameplay A",
		"Gameplay B",
	],
};

/** How clips are rendered. Absent parts are off; present parts are complete (defaults filled). */
export interface ExportSettings {
	readonly resolution: Resolution;
	readonly caption?: { readonly style: string; readonly display: "both" | "original" | "translation" };
	readonly hook?: { readonly style: HookStyle; readonly position: "beginning" | "end" };
	readonly reframe?: { readonly ratio: Ratio; readonly layout: Layout };
	/** What makes clips one's own, as far as it has an effect. Needs a service that declares `brand`. */
	readonly brand?: BrandRequest;
}

/** What clips are looked for. Complete (defaults filled); absent means the service's null. */
export interface ClippingSettings {
	readonly language?: string;
	readonly targetLanguage?: string;
	readonly duration: Duration;
	readonly limit?: number;
	readonly moreResults: boolean;
	readonly express: boolean;
	/** Clips at given times beside those that are found, in the order of the source. Absent: none. */
	readonly added?: readonly Moment[];
}

/** The content of a file and of its transcript, hex. */
export interface FileIdentity {
	readonly kind: "file";
	readonly sha256: string;
	readonly transcriptSha256?: string;
}

/** What a source is, independent of where it lies: content for a file, the address for a URL. */
export type SourceIdentity =
	| FileIdentity
	/** `url` is without what is made anew for each link; `id` is what the campaign says the content is. */
	| { readonly kind: "url"; readonly url: string; readonly id?: string };

/**
 * The effective request of a clipping task: defaults filled, parameters without effect dropped. Compared
 * value by value.
 */
export interface VideoRequest {
	readonly source: SourceIdentity;
	readonly projectName: string;
	/** Stands behind the name, so that a person finds the task. Ours alone; absent in tasks of 0.1.0. */
	readonly reference?: string;
	readonly clipping: ClippingSettings;
	readonly export?: ExportSettings;
	/** Only so many clips are rendered, the best first. Never compared. Absent: all. */
	readonly exportLimit?: number;
}

/** The effective request of a further rendering of a task's clips. Compared value by value. */
export interface RenditionRequest {
	/** The clipping task whose clips are rendered. */
	readonly taskId: string;
	/** Ranks in its settled set, from 0, sorted. */
	readonly clips: readonly number[];
	readonly export: ExportSettings;
	/** Absent: the language of the task's own clips. */
	readonly targetLanguage?: string;
}

export type TranscriptOrigin = "known" | "recognised";

/**
 * One read of a task's results. `clips` may still grow until the task has succeeded and settled
 * (service-facts, 1 and 4).
 */
export interface TaskReading {
	readonly id: string;
	/** What it is called, where the service tells. */
	readonly name?: string;
	readonly status: TaskStatus;
	readonly error?: string;
	readonly expireAt?: EpochMs;
	readonly costUnits?: number;
	readonly clips: readonly Clip[];
	/** How many of `clips` came with a download link. */
	readonly linked: number;
	/** What the service says it did otherwise than asked (embedded extension). */
	readonly notes: readonly string[];
	/** Whether people vouch for what is said, or a machine recognised it, where the service tells. */
	readonly transcript?: TranscriptOrigin;
	/** Share done, 0 to 1, where the service tells (embedded extension). */
	readonly progress?: number;
	/** Where the service tells (embedded extension). */
	readonly explanations?: readonly Explanation[];
}

/**
 * What a clip's score is made of, in points, and why it begins and ends where it does, in sentences. A
 * heuristic rank, not a forecast.
 */
export interface Explanation {
	readonly idx: number;
	readonly parts: Readonly<Record<string, number>>;
	readonly reasons: readonly string[];
}
