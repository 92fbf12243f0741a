import type { PixelBox } from "../compose/pixel-boxes.ts";

/** Name of the logo in the working folder. */
export const LOGO_NAME = "logo.png";

/** A logo on its way over a picture. */
export interface DrawnLogo {
	readonly at: PixelBox;
	/** 0 to 1. */
	readonly opacity: number;
}

/**
 * The filters that lay the logo over what they are given. Its colours are scaled with its opacity, so that
 * none of what cannot be seen comes into its edges.
 */
export function overlayOf({ at, opacity }: DrawnLogo): string {
	const faded = `format=rgba,colorchannelmixer=aa=${opacity.toFixed(3)},format=gbrap,premultiply=inplace=1`;
	const scaled = `scale=${at.width}:${at.height}:flags=area,unpremultiply=inplace=1`;
	const coloured = "scale=out_color_matrix=bt709,format=yuva420p";
	return `[drawn];movie=${LOGO_NAME},${faded},${scaled},${coloured}[logo];[drawn][logo]overlay=${at.x}:${at.y}`;
}
