import type { PixelBox } from "../compose/pixel-boxes.ts";

/** Name of the logo in the working folder. */
export const LOGO_NAME = "logo.png";

/** A logo on its way over a picture. */
export interface DrawnLogo {
	readonly at: PixelBox;
	/** 0 to 1. */
	readonly opacity: number;
}

/** How the colours of a picture are written, and so those of the logo over it. */
const COLOURED = {
	video: { logo: "scale=out_color_matrix=bt709,format=yuva420p", overlay: "" },
	rgb: { logo: "format=gbrap", overlay: ":format=gbrp" },
} as const;

/**
 * The filters that lay the logo over what they are given. Its colours are scaled with its opacity, so that
 * none of what cannot be seen comes into its edges.
 */
export function overlayOf({ at, opacity }: DrawnLogo, picture: keyof typeof COLOURED = "video"): string {
	const coloured = COLOURED[picture];
	const faded = `format=rgba,colorchannelmixer=aa=${opacity.toFixed(3)},format=gbrap,premultiply=inplace=1`;
	const scaled = `scale=${at.width}:${at.height}:flags=area,unpremultiply=inplace=1`;
	const logo = `movie=${LOGO_NAME},${faded},${scaled},${coloured.logo}[logo]`;
	return `[drawn];${logo};[drawn][logo]overlay=${at.x}:${at.y}${coloured.overlay}`;
}
