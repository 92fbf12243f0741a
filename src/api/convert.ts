import { type Account, PLATFORMS, type Platform } from "../model/account.ts";
import type { PostBody, PostRequest } from "../model/post.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { Duration, ExportSettings, Ratio, Resolution, VideoRequest } from "../model/task.ts";
import type { WireExport, WireExportSettings, WirePublish, WirePublishConfig, WireSubmit } from "../wire/messages.ts";
import type { WireDuration, WireRatio, WireResolution } from "../wire/names.ts";

const RESOLUTION: Readonly<Record<Resolution, WireResolution>> = { "480p": "SD_480", "720p": "HD_720", "1080p": "FHD_1080", "2k": "QHD_2K", "4k": "UHD_4K" };
const RATIO: Readonly<Record<Ratio, WireRatio>> = { "9:16": "RATIO_9_16", "1:1": "RATIO_1_1", "4:5": "RATIO_4_5", "16:9": "RATIO_16_9" };
const DURATION: Readonly<Record<Duration, WireDuration>> = {
	"0-30s": "DURATION_0_30",
	"0-90s": "DURATION_0_90",
	"30-60s": "DURATION_30_60",
	"60-90s": "DURATION_60_90",
	"90-180s": "DURATION_90_180",
	"180-300s": "DURATION_180_300",
};

/** The body of a submit (interface 4.4). Export parameters only with export: without it they have no effect. */
export function submitBody({ projectName, clipping, export: exported }: VideoRequest, videoUrl: string): WireSubmit {
	const { language, targetLanguage, duration, limit, moreResults, express } = clipping;
	return {
		video_url: videoUrl,
		project_name: projectName,
		...(language !== undefined && { source_lang: language }),
		...(targetLanguage !== undefined && { target_lang: targetLanguage }),
		target_duration: DURATION[duration],
		...(limit !== undefined && { limit }),
		...(moreResults && { enable_more_results: true }),
		...(express && { enable_express_mode: true }),
		enable_export: exported !== undefined,
		...(exported && exportBody(exported)),
	};
}

function exportBody({ resolution, caption, hook, reframe }: ExportSettings): WireExportSettings {
	return {
		resolution: RESOLUTION[resolution],
		...(caption && { enable_caption: true, caption_display: caption.display, cc_style_tpl: caption.style }),
		...(hook && { enable_ai_hook: true, ai_hook_script_style: hook.style, ai_hook_position: hook.position }),
		...(reframe && { enable_ai_reframe: true, ratio: RATIO[reframe.ratio], reframe_layout: reframe.layout }),
	};
}

/** The body of an export of existing clips (service-facts). */
export function exportExistingBody(taskId: string, settings: ExportSettings, clips: readonly number[] | undefined): WireExport {
	return { project_id: taskId, ...(clips && { clip_indices: clips }), ...exportBody(settings) };
}

/** The body of a publish (interface 4.3), for exactly one account, so that a partial failure never makes anyone guess. */
export function publishBody({ taskId, idx, resolution, body, scheduledAt }: PostRequest, accountId: string): WirePublish {
	return {
		project_id: taskId,
		idx,
		...(resolution !== undefined && { resolution }),
		publish_configs: { [accountId]: publishConfig(body) },
		...(scheduledAt !== undefined && { scheduled_at: scheduledAt }),
	};
}

function publishConfig(body: PostBody): WirePublishConfig {
	const { thumbnailUrl, allowComment, allowDuet, allowStitch, discloseContent, ...plain } = body;
	return {
		...plain,
		...(thumbnailUrl !== undefined && { thumbnail_url: thumbnailUrl }),
		...(allowComment !== undefined && { allow_comment: allowComment }),
		...(allowDuet !== undefined && { allow_duet: allowDuet }),
		...(allowStitch !== undefined && { allow_stitch: allowStitch }),
		...(discloseContent !== undefined && { disclose_content: discloseContent }),
	};
}

/** An account as listed (interface 2.3). Undefined for a platform the settings do not name. */
export function accountOf(value: Record<string, unknown>, platforms: ServiceSettings["platforms"]): Account | undefined {
	const platform = PLATFORMS.find((each: Platform) => platforms[each] === value.platform);
	if (platform === undefined || typeof value.id !== "string" || typeof value.platform_username !== "string") return undefined;
	return {
		id: value.id,
		platform,
		username: value.platform_username,
		tokenValid: value.token_valid === true,
		tokenExpiringSoon: value.token_expiring_soon === true,
	};
}
