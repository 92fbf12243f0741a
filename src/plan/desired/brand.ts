import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Observed } from "../../model/observed.ts";
import type { BrandRequest } from "../../model/own-brand.ts";
import type { ExportSettings } from "../../model/task.ts";

/** Render settings with the brand of their campaign, as far as it has an effect in them. */
export function branded(
	settings: ExportSettings,
	{ brand }: Pick<Campaign, "brand">,
	observed: Pick<Observed, "brandFiles">,
): ExportSettings {
	if (!brand) return settings;
	const { logo, place, opacity, font, colours } = brand;
	const isWritten = settings.caption !== undefined || settings.hook !== undefined;
	const request: BrandRequest = {
		...(logo !== undefined && { logo: contentOf(logo, observed), ...defined({ place, opacity }) }),
		...(isWritten &&
			defined({ font: font && ("file" in font ? contentOf(font.file, observed) : font), colours })),
	};
	return Object.keys(request).length === 0 ? settings : { ...settings, brand: request };
}

function contentOf(path: string, { brandFiles = {} }: Pick<Observed, "brandFiles">): { sha256: string } {
	const sha256 = brandFiles[path];
	if (sha256 === undefined) throw new Error(`${path} was not read.`);
	return { sha256 };
}
