import { defined } from "../../model/defined.ts";
import {
	WIRE_CAPTION_DISPLAYS,
	WIRE_HOOK_POSITIONS,
	WIRE_HOOK_STYLES,
	WIRE_LAYOUTS,
	WIRE_RATIOS,
	WIRE_RESOLUTIONS,
	type WireRatio,
	type WireResolution,
} from "../../wire/names.ts";
import type { RenderSettings } from "../store/shapes.ts";
import type { Fields } from "./fields.ts";

const RESOLUTIONS: Readonly<Record<WireResolution, RenderSettings["resolution"]>> = {
	SD_480: "480p",
	HD_720: "720p",
	FHD_1080: "1080p",
	QHD_2K: "2k",
	UHD_4K: "4k",
};
const RATIOS = {
	RATIO_9_16: "9:16",
	RATIO_1_1: "1:1",
	RATIO_4_5: "4:5",
	RATIO_16_9: "16:9",
} as const satisfies Record<WireRatio, string>;

/**
 * Whether the export parameters do anything: without export they only have to be of the right type (interface
 * 4.4).
 */
export type Effect = "effective" | "ignored";

/** Reads the export parameters shared by submit and export (interface 4.4), defaults filled in. */
export function readRenderSettings(fields: Fields, effect: Effect): RenderSettings {
	const resolution = RESOLUTIONS[fields.choice("resolution", WIRE_RESOLUTIONS) ?? "SD_480"];
	const caption = readCaption(fields);
	const hook = readHook(fields);
	const reframe = readReframe(fields, effect);
	return defined({ resolution, reframe, caption, hook });
}

/**
 * The resolution of a publish request, which is named as people do (`1080p`) or as rendering does
 * (service-facts, 6).
 */
export function readPublishResolution(fields: Fields): RenderSettings["resolution"] | undefined {
	const named = new Map<string, RenderSettings["resolution"]>(Object.entries(RESOLUTIONS));
	for (const name of Object.values(RESOLUTIONS)) named.set(name.toUpperCase(), name);
	const text = fields.text("resolution");
	if (text === undefined) return undefined;
	const resolution = named.get(text.toUpperCase());
	if (!resolution) fields.problem(`resolution must be one of ${Object.values(RESOLUTIONS).join(", ")}`);
	return resolution;
}

function readCaption(fields: Fields): RenderSettings["caption"] {
	const wanted = fields.flag("enable_caption") ?? false;
	const display = fields.choice("caption_display", WIRE_CAPTION_DISPLAYS) ?? "original";
	const style = fields.text("cc_style_tpl") ?? "temp-7";
	return wanted ? { style, display } : undefined;
}

function readHook(fields: Fields): RenderSettings["hook"] {
	const wanted = fields.flag("enable_ai_hook") ?? false;
	const style = fields.choice("ai_hook_script_style", WIRE_HOOK_STYLES) ?? "serious";
	const position = fields.choice("ai_hook_position", WIRE_HOOK_POSITIONS) ?? "beginning";
	return wanted ? { style, position } : undefined;
}

function readReframe(fields: Fields, effect: Effect): RenderSettings["reframe"] {
	const wanted = fields.flag("enable_ai_reframe") ?? false;
	const ratio = fields.choice("ratio", WIRE_RATIOS);
	const layout = fields.text("reframe_layout") || "Auto";
	if (!wanted || effect === "ignored") return undefined;
	if (!ratio) {
		if (!fields.has("ratio")) fields.problem("ratio is required when enable_ai_reframe is true");
		return undefined;
	}
	const allowed = WIRE_LAYOUTS[ratio];
	if (!allowed.includes(layout))
		fields.problem(
			`reframe_layout must be one of ${allowed.join(", ")} for ${ratio} (upper case, lower case and spaces count)`,
		);
	return { ratio: RATIOS[ratio], layout };
}
