import { fontIn, problemOfFamily } from "../../engine/captions/brand-font.ts";
import { readPng } from "../../system/png.ts";
import type { BrandInput } from "../check/brand.ts";
import type { RenderInput } from "../check/render.ts";
import { kindOf } from "../check/upload.ts";
import type { Core } from "../core.ts";
import { sourceName } from "../media/names.ts";
import { readBytes } from "../media/read.ts";
import { Refusal } from "../refusal.ts";
import type { RenderSettings, StoredBrand, StoredFile } from "../store/shapes.ts";

const FONTS_LIMIT_MS = 30_000;

/** Render settings whose brand has its files. Throws `Refusal` 422. */
export async function storedRender(core: Core, { brand, ...rest }: RenderInput): Promise<RenderSettings> {
	return brand ? { ...rest, brand: await storedBrand(core, brand) } : rest;
}

/** A brand with the files that were uploaded for it, checked. Throws `Refusal` 422 naming the part. */
async function storedBrand(core: Core, { logo, font, ...rest }: BrandInput): Promise<StoredBrand> {
	return {
		...rest,
		...(logo !== undefined && { logo: await fileOf(core, { field: "logo", kind: "logo", identity: logo }) }),
		...(font && { font: await fontOf(core, font) }),
	};
}

async function fontOf(
	core: Core,
	font: NonNullable<BrandInput["font"]>,
): Promise<NonNullable<StoredBrand["font"]>> {
	if ("file" in font)
		return { file: await fileOf(core, { field: "font_file", kind: "font", identity: font.file }) };
	const problem = await problemOfFamily(font.family, AbortSignal.timeout(FONTS_LIMIT_MS));
	if (problem !== undefined) throw new Refusal(422, `brand.font: ${problem}.`);
	return font;
}

interface Part {
	readonly field: string;
	readonly kind: "logo" | "font";
	readonly identity: string;
}

async function fileOf(core: Core, { field, kind, identity }: Part): Promise<StoredFile> {
	const upload = await core.uploads.get(identity);
	const file = upload && kindOf(upload.name) === kind ? upload.video : undefined;
	const what = kind === "logo" ? "a PNG" : "a font";
	if (!file) throw new Refusal(422, `brand.${field} is not the identity of ${what} that was uploaded.`);
	const bytes = await readBytes(core.media, sourceName(file));
	if (bytes === undefined)
		throw new Refusal(422, `brand.${field}: the upload is not there any more; upload the file again.`);
	const why = kind === "logo" ? problemOfLogo(bytes) : problemOfFont(bytes);
	if (why !== undefined) throw new Refusal(422, `brand.${field}: the file ${why}.`);
	return file;
}

function problemOfLogo(bytes: Buffer): string | undefined {
	try {
		readPng(bytes);
		return undefined;
	} catch (error) {
		if (error instanceof RangeError) return error.message;
		throw error;
	}
}

function problemOfFont(bytes: Buffer): string | undefined {
	return fontIn(bytes) ? undefined : "is no TrueType or OpenType font that letters can be drawn with";
}
