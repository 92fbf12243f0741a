import { defined } from "./defined.ts";
export const CORNERS = ["top-right", "top-left", "bottom-right", "bottom-left"] as const;
/** A corner that a logo may be in. */
export type Corner = (typeof CORNERS)[number];

/** Colours of captions and hook text, as `#RRGGBB`. */
export interface BrandColours {
	readonly text?: string;
	readonly highlight?: string;
	readonly plate?: string;
	readonly hookText?: string;
	readonly hookPlate?: string;
}

interface Look<FontFile> {
	/** The best first. Absent: all of them. */
	readonly place?: readonly Corner[];
	/** 0 to 1. Absent: 1. */
	readonly opacity?: number;
	readonly font?: FontFile | { readonly family: string };
	readonly colours?: BrandColours;
}

/** A mark of one's own as settings or a campaign ask for it. Paths are absolute. */
export interface Brand extends Look<{ readonly file: string }> {
	readonly logo?: string;
}

/** The same as it is compared and remembered: files by the sha256 of their content. */
export interface BrandRequest extends Look<{ readonly sha256: string }> {
	readonly logo?: { readonly sha256: string };
}

/** Where the files of a brand are. */
export interface BrandFiles {
	readonly logo?: string;
	readonly font?: string;
}

/** The files that a brand names. */
export function brandFiles({ logo, font }: Brand): BrandFiles {
	return {
		...defined({ logo }),
		...(font && "file" in font && { font: font.file }),
	};
}

/** A brand as it is written in a file; null takes away what it starts from. */
export interface WrittenBrand {
	readonly logo?: string | null | undefined;
	readonly place?: string | readonly (string | undefined)[] | null | undefined;
	readonly opacity?: number | null | undefined;
	readonly font?: string | null | undefined;
	readonly colours?: Readonly<Record<string, string | null | undefined>> | null | undefined;
}

/** A brand with what is written in place of what it starts from. `pathOf` makes paths absolute. */
export function withWritten(
	base: Brand | undefined,
	written: WrittenBrand | undefined,
	pathOf: (path: string, part: keyof BrandFiles) => string,
): Brand | undefined {
	if (written === undefined) return base;
	const { logo, place, opacity, font, colours } = written;
	const fontOf = (text: string) =>
		isFontFile(text) ? { file: pathOf(text, "font") } : { family: text.trim() };
	const whole = {
		logo: chosen(base?.logo, logo, (path) => pathOf(path, "logo")),
		place: chosen(base?.place, place, (given) => cornersIn([given].flat())),
		opacity: chosen(base?.opacity, opacity, (given) => given),
		font: chosen(base?.font, font, fontOf),
		colours: chosen(base?.colours, colours, (given) => coloursFrom(base?.colours, given)),
	};
	const brand = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
	return Object.keys(brand).length === 0 ? undefined : brand;
}

/** Whether a font is written as a file rather than as a family. */
function isFontFile(written: string): boolean {
	return /[/\\]|\.(?:ttf|otf|ttc|woff2?)$/i.test(written);
}

function chosen<Written, Value>(
	base: Value | undefined,
	written: Written | null | undefined,
	value: (written: Written) => Value | undefined,
): Value | undefined {
	if (written === undefined) return base;
	return written === null ? undefined : value(written);
}

function cornersIn(written: readonly (string | undefined)[]): readonly Corner[] {
	return [...new Set(written)].flatMap((each) => CORNERS.find((corner) => corner === each) ?? []);
}

const COLOURS = {
	text: "text",
	highlight: "highlight",
	plate: "plate",
	hookText: "hook_text",
	hookPlate: "hook_plate",
} as const;

function coloursFrom(
	base: BrandColours = {},
	written: NonNullable<WrittenBrand["colours"]>,
): BrandColours | undefined {
	const names = Object.keys(COLOURS) as (keyof BrandColours)[];
	const found = names.flatMap((name) => {
		const colour = chosen(base[name], written[COLOURS[name]], (given) => given.toUpperCase());
		return colour === undefined ? [] : [[name, colour]];
	});
	return found.length === 0 ? undefined : Object.fromEntries(found);
}
