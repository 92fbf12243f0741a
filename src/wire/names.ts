/** Paths of the interface, relative to the base URL, and of the endpoints known from service-facts. */
export const PATHS = {
	oauth: (platform: string) => `/api/v2/social-media/oauth/${encodeURIComponent(platform)}`,
	accounts: "/api/v2/social-media/accounts",
	/** Extension: what the service does beyond the interface document. */
	extensions: "/api/v2/extensions",
	publish: "/api/v2/social-media/publish",
	/** Extension: one publishing task with its per-account results. */
	publishTask: (id: string) => `/api/v2/social-media/publish/${encodeURIComponent(id)}`,
	/** Extension: cancels a publishing task. */
	cancelPost: (id: string) => `/api/v2/social-media/publish/${encodeURIComponent(id)}/cancel`,
	submit: "/api/v2/clips",
	results: (id: string) => `/api/v2/clips/results/${encodeURIComponent(id)}`,
	/** Extension: what is said in the video of a clipping task. */
	transcript: (id: string) => `/api/v2/clips/transcripts/${encodeURIComponent(id)}`,
	/** Other families of tasks (service-facts). */
	moments: "/api/v2/clips/find-moments",
	transcripts: "/api/v2/transcripts",
	summaries: "/api/v2/summaries",
	export: "/api/v2/clips/export",
	exportResults: (id: string) => `/api/v2/clips/export/${encodeURIComponent(id)}`,
	upload: "/api/v2/upload/single-file",
} as const;

export const API_VERSION = "v2";
export const IDEMPOTENCY_HEADER = "idempotency-key";
/** Names the extensions of a service in each of its answers. */
export const EXTENSIONS_HEADER = "x-service-extensions";

export const WIRE_PLATFORMS = ["youtube", "tiktok", "twitter", "instagram", "facebook", "linkedin"] as const;
export const WIRE_TASK_STATUSES = ["CREATED", "QUEUED", "ONGOING", "SUCCEEDED", "FAILED"] as const;
export const WIRE_PUBLISH_STATUSES = [
	"PENDING",
	"SCHEDULED",
	"PROCESSING",
	"DONE",
	"PARTIAL_DONE",
	"ERROR",
	"CANCELLED",
] as const;
export const WIRE_DURATIONS = [
	"DURATION_0_30",
	"DURATION_0_90",
	"DURATION_30_60",
	"DURATION_60_90",
	"DURATION_90_180",
	"DURATION_180_300",
] as const;
export const WIRE_RESOLUTIONS = ["SD_480", "HD_720", "FHD_1080", "QHD_2K", "UHD_4K"] as const;
export const WIRE_RATIOS = ["RATIO_9_16", "RATIO_1_1", "RATIO_4_5", "RATIO_16_9"] as const;

export type WirePlatform = (typeof WIRE_PLATFORMS)[number];
export type WireTaskStatus = (typeof WIRE_TASK_STATUSES)[number];
export type WirePublishStatus = (typeof WIRE_PUBLISH_STATUSES)[number];
export type WireDuration = (typeof WIRE_DURATIONS)[number];
export type WireResolution = (typeof WIRE_RESOLUTIONS)[number];
export type WireRatio = (typeof WIRE_RATIOS)[number];

const NINE_SIXTEEN = [
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
] as const;

/** Allowed `reframe_layout` by `ratio` (interface 4.4). */
export const WIRE_LAYOUTS: Readonly<Record<WireRatio, readonly string[]>> = {
	RATIO_16_9: ["Auto", "Full", "Fit", "Grid 4", "Split 2", "Trio", "PiP", "OTS", "Screen First"],
	RATIO_9_16: NINE_SIXTEEN,
	RATIO_1_1: ["Auto", "Full", "Fit", "Grid 4", "Trio"],
	RATIO_4_5: NINE_SIXTEEN,
};

/** Limits of the interface (4.3, 8) and of service-facts. */
export const WIRE_LIMITS = {
	scheduleMinMs: 5 * 60_000,
	scheduleMaxMs: 30 * 24 * 3_600_000,
	exportLinkMs: 24 * 3_600_000,
	uploadUrlMs: 3_600_000,
	uploadBytes: 5 * 1024 ** 3,
	uploadExtensions: ["avi", "mp4", "mov", "webm"],
	connectUnits: 10,
	idempotencyMs: 30 * 24 * 3_600_000,
} as const;
