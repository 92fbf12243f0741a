import { defined } from "../../model/defined.ts";
import type { WireExport, WirePublish, WireSubmit } from "../../wire/messages.gen.ts";
import { WIRE_LAYOUTS, type WireRatio, type WireResolution } from "../../wire/names.ts";
import type { RenderSettings } from "../store/shapes.ts";
import { type BrandInput, readBrand } from "./brand.ts";
import type { Fields } from "./read-fields.ts";

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

/** Render settings whose brand is still as it was sent. */
export type RenderInput = Omit<RenderSettings, "brand"> & { readonly brand?: BrandInput };

/** Reads the export parameters shared by submit and export (interface 4.4), defaults filled in. */
export function readRenderSettings(fields: Fields<WireSubmit> | Fields<WireExport>): RenderInput {
	const { given } = fields;
	const resolution = RESOLUTIONS[given.resolution ?? "SD_480"];
	const caption = given.enable_caption
		? { style: given.cc_style_tpl ?? "temp-7", display: given.caption_display ?? "original" }
		: undefined;
	const hook = given.enable_ai_hook
		? {
				style: given.ai_hook_script_style ?? "serious",
				position: given.ai_hook_position ?? "beginning",
			}
		: undefined;
	const brand = readBrand(given.brand, fields.problem);
	return defined({ resolution, reframe: readReframe(fields), caption, hook, brand });
}

/**
 * The resolution of a publish request, which is named as people do (`1080p`) or as rendering does
 * (service-facts, 6).
 */
export function readPublishResolution(fields: Fields<WirePublish>): RenderSettings["resolution"] | undefined {
	const named = new Map<string, RenderSettings["resolution"]>(Object.entries(RESOLUTIONS));
	for (const name of Object.values(RESOLUTIONS)) named.set(name.toUpperCase(), name);
	const text = fields.given.resolution;
	if (text === undefined) return undefined;
	const resolution = named.get(text.toUpperCase());
	if (!resolution) fields.problem(`resolution must be one of ${Object.values(RESOLUTIONS).join(", ")}`);
	return resolution;
}

function readReframe(fields: Fields<WireSubmit> | Fields<WireExport>): RenderSettings["reframe"] {
	const { enable_ai_reframe: wanted, ratio, reframe_layout } = fields.given;
	if (!wanted) return undefined;
	if (!ratio) {
		if (!fields.has("ratio")) fields.problem("ratio is required when enable_ai_reframe is true");
		return undefined;
	}
	const layout = reframe_layout || "Auto";
	const allowed = WIRE_LAYOUTS[ratio];
	if (!allowed.includes(layout))
		fields.problem(
			`reframe_layout must be one of ${allowed.join(", ")} for ${ratio} (upper case, lower case and spaces count)`,
		);
	return { ratio: RATIOS[ratio], layout };
}
