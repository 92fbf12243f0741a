import { defined } from "../model/defined.ts";
import type { BrandColours, BrandRequest } from "../model/own-brand.ts";
import type { PostBody, PostRequest } from "../model/post.ts";
import { taskName, withReference } from "../model/reference.ts";
import type {
	Duration,
	ExportSettings,
	Ratio,
	RenditionRequest,
	Resolution,
	VideoRequest,
} from "../model/task.ts";
import type {
	WireBrand,
	WireExport,
	WirePublish,
	WirePublishConfig,
	WireSubmit,
} from "../wire/messages.gen.ts";
import type { WireDuration, WireRatio, WireResolution } from "../wire/names.ts";
import type { BrandUploads } from "./port.ts";

type WireExportSettings = Omit<WireExport, "project_id">;

const RESOLUTION: Readonly<Record<Resolution, WireResolution>> = {
	"480p": "SD_480",
	"720p": "HD_720",
	"1080p": "FHD_1080",
	"2k": "QHD_2K",
	"4k": "UHD_4K",
};
const RATIO: Readonly<Record<Ratio, WireRatio>> = {
	"9:16": "RATIO_9_16",
	"1:1": "RATIO_1_1",
	"4:5": "RATIO_4_5",
	"16:9": "RATIO_16_9",
};
const DURATION: Readonly<Record<Duration, WireDuration>> = {
	"0-30s": "DURATION_0_30",
	"0-90s": "DURATION_0_90",
	"30-60s": "DURATION_30_60",
	"60-90s": "DURATION_60_90",
	"90-180s": "DURATION_90_180",
	"180-300s": "DURATION_180_300",
};

/**
 * The body of a submit (interface 4.4). Export parameters only with export: without it they have no effect.
 * Members stand in a fixed order.
 */
export function submitBody(
	{ clipping, export: exported, exportLimit, ...named }: VideoRequest,
	videoUrl: string,
	brand: BrandUploads = {},
): WireSubmit {
	const name = taskName(named);
	const { language, targetLanguage, duration, limit, moreResults, express, added = [] } = clipping;
	return {
		video_url: videoUrl,
		...(name !== "" && { project_name: name }),
		...defined({ source_lang: language, target_lang: targetLanguage }),
		target_duration: DURATION[duration],
		...(limit !== undefined && { limit: whole(limit) }),
		enable_export: exported !== undefined,
		...(exported && exportBody(exported, brand)),
		...(exported && exportLimit !== undefined && { export_limit: whole(exportLimit) }),
		...(added.length > 0 && {
			added_clips: added.map(({ from, to }) => ({ begin_ms: whole(from), end_ms: whole(to) })),
		}),
		...(moreResults && { enable_more_results: true }),
		...(express && { enable_express_mode: true }),
	};
}

/** The body of an export of existing clips (service-facts, "Export existing clips"). */
export function exportExistingBody(
	{ taskId, clips, export: settings, targetLanguage }: RenditionRequest,
	brand: BrandUploads = {},
): WireExport {
	return {
		project_id: taskId,
		clip_indices: clips.map(whole),
		...defined({ target_lang: targetLanguage }),
		...exportBody(settings, brand),
	};
}

/**
 * The body of a publish (interface 4.3), for exactly one account, so that a partial failure never makes
 * anyone guess.
 */
export function publishBody(
	{ taskId, idx, resolution, body, reference, late, scheduledAt }: PostRequest,
	accountId: string,
): WirePublish {
	return {
		project_id: taskId,
		idx: whole(idx),
		...defined({ resolution }),
		publish_configs: { [accountId]: publishConfig(withReference(body, reference)) },
		...(scheduledAt !== undefined && { scheduled_at: whole(scheduledAt) }),
		...(late && { late_rule: { max_ms: whole(late.maxMs), action: late.action } }),
	};
}

function exportBody(
	{ resolution, caption, hook, reframe, brand }: ExportSettings,
	uploads: BrandUploads,
): WireExportSettings {
	return {
		resolution: RESOLUTION[resolution],
		...(caption && { enable_caption: true, caption_display: caption.display, cc_style_tpl: caption.style }),
		...(hook && { enable_ai_hook: true, ai_hook_script_style: hook.style, ai_hook_position: hook.position }),
		...(reframe && { enable_ai_reframe: true, ratio: RATIO[reframe.ratio], reframe_layout: reframe.layout }),
		...(brand && { brand: brandBody(brand, uploads) }),
	};
}

function brandBody({ place, opacity, font, colours }: BrandRequest, uploads: BrandUploads): WireBrand {
	return {
		...defined({ logo: uploads.logo }),
		...(place && { place: [...place] }),
		...defined({ opacity }),
		...(font && "family" in font && { font: font.family }),
		...defined({ font_file: uploads.font }),
		...(colours && { colours: coloursBody(colours) }),
	};
}

function coloursBody({
	text,
	highlight,
	plate,
	hookText,
	hookPlate,
}: BrandColours): NonNullable<WireBrand["colours"]> {
	return {
		...defined({ text, highlight, plate, hook_text: hookText, hook_plate: hookPlate }),
	};
}

/** Written out, so that the bytes do not depend on the order in which a body was put together. */
function publishConfig(body: PostBody): WirePublishConfig {
	return {
		...defined({
			title: body.title,
			description: body.description,
			tags: body.tags,
			visibility: body.visibility,
			thumbnail_url: body.thumbnailUrl,
			category: body.category,
			allow_comment: body.allowComment,
			allow_duet: body.allowDuet,
			allow_stitch: body.allowStitch,
			disclose_content: body.discloseContent,
		}),
	};
}

/**
 * JSON would turn NaN into null, and null means something else to the service ("publish now", "all clips").
 */
function whole(value: number): number {
	if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number.`);
	return value;
}
