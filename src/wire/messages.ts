/**
 * Bodies exactly as sent, field names as in the interface document. `data` wraps every successful response.
 */
import type { WirePublishStatus, WireTaskStatus } from "./names.ts";

export interface WireEnvelope<Data> {
	readonly data: Data;
}

/** Error body (service-facts, "Errors and limits"): `message` carries the words for people. */
export interface WireError {
	readonly timestamp: string;
	readonly status: number;
	readonly error: string;
	readonly message?: string;
	readonly path: string;
}

/** 4.4 submit clipping task. */
export interface WireSubmit extends WireExportSettings {
	readonly video_url: string;
	readonly project_name?: string;
	readonly source_lang?: string | null;
	readonly target_lang?: string | null;
	readonly target_duration?: string;
	readonly limit?: number | null;
	readonly enable_export?: boolean;
	/** Extension: how many of the best clips are rendered. Used only with export. */
	readonly export_limit?: number | null;
	readonly enable_more_results?: boolean;
	readonly enable_express_mode?: boolean;
}

/** The export parameters shared by 4.4 and the export endpoint. */
export interface WireExportSettings {
	readonly resolution?: string;
	readonly enable_caption?: boolean;
	readonly caption_display?: string;
	readonly cc_style_tpl?: string;
	readonly enable_ai_hook?: boolean;
	readonly ai_hook_script_style?: string;
	readonly ai_hook_position?: string;
	readonly enable_ai_reframe?: boolean;
	readonly ratio?: string;
	readonly reframe_layout?: string;
}

export interface WireSubmitted {
	readonly id: string;
	readonly name: string;
	readonly status: WireTaskStatus;
}

/** 2.1, with the declared extensions `notes`, `progress` and `cancelled`. */
export interface WireTask {
	readonly id: string;
	readonly name: string;
	readonly status: WireTaskStatus;
	readonly error_message?: string;
	readonly expire_at?: number;
	readonly cost_usage?: number;
	readonly clips: readonly WireClip[];
	readonly notes?: readonly string[];
	/** FAILED because a client cancelled it. */
	readonly cancelled?: boolean;
	/** Share done, 0 to 1. */
	readonly progress?: number;
}

/**
 * 2.2, with the declared extensions `score_parts` and `cut_reasons` (why it begins and ends where it does).
 */
export interface WireClip {
	readonly idx: number;
	readonly title: string;
	readonly begin_ms: number;
	readonly end_ms: number;
	readonly thumbnail: string;
	readonly tags: readonly string[];
	readonly desc: string;
	readonly score: number;
	readonly export_link?: string;
	readonly score_parts?: Readonly<Record<string, number>>;
	readonly cut_reasons?: readonly string[];
}

/** 2.3. */
export interface WireAccount {
	readonly id: string;
	readonly platform: string;
	readonly platform_username: string;
	readonly platform_avatar: string | null;
	readonly token_valid: boolean;
	readonly token_expiring_soon: boolean;
}

/** 2.4. */
export interface WireOAuth {
	readonly auth_url: string;
	readonly state: string;
}

/** 2.7. */
export interface WirePublishConfig {
	readonly title?: string;
	readonly description?: string;
	readonly tags?: readonly string[];
	readonly visibility?: string;
	readonly thumbnail_url?: string;
	readonly category?: string;
	readonly allow_comment?: boolean;
	readonly allow_duet?: boolean;
	readonly allow_stitch?: boolean;
	readonly disclose_content?: boolean;
}

/** 4.3. */
export interface WirePublish {
	readonly project_id: string;
	readonly idx: number;
	readonly resolution?: string;
	readonly publish_configs: Readonly<Record<string, WirePublishConfig>>;
	readonly scheduled_at?: number | null;
}

/** 2.5, with declared extensions, which only answers about existing publishing tasks have. */
export interface WirePublishTask {
	readonly task_id: string;
	readonly status: WirePublishStatus;
	readonly created_at: number;
	readonly schedule_id: string | null;
	readonly scheduled_at: number | null;
	/** Counts the changes of the task; `If-Match` names it as `"N"`. */
	readonly version?: number;
	readonly project_id?: string;
	readonly idx?: number;
	readonly publish_configs?: Readonly<Record<string, WirePublishConfig>>;
	readonly results?: readonly WirePublishResult[];
}

export interface WirePublishResult {
	readonly account_id: string;
	readonly status: WirePublishStatus;
	readonly error_message?: string;
	/** Where it was delivered, for people (embedded service: a path inside the outbox). */
	readonly location?: string;
	/** Epoch milliseconds. */
	readonly delivered_at?: number;
	/** Delivered after its scheduled minute because nothing was running. */
	readonly late?: boolean;
}

/**
 * Upload, step 1. Extension: `transcript_name` asks for a second URL for a sidecar transcript of the same
 * video.
 */
export interface WireUpload {
	readonly name: string;
	readonly transcript_name?: string;
}

export interface WireUploadTarget {
	readonly upload_url: string;
	readonly identity: string;
	readonly transcript_upload_url?: string;
}

/** Export of existing clips (service-facts). */
export interface WireExport extends WireExportSettings {
	readonly project_id: string;
	readonly clip_indices?: readonly number[];
	readonly target_lang?: string;
	readonly ai_hook_keywords?: readonly string[];
	/** Milliseconds. */
	readonly ai_hook_text_duration?: number;
}

export interface WireExportStarted {
	readonly export_task_id: string;
}
