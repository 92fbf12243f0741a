import type { Moment } from "./clip.ts";

/** `m:ss`, or `h:mm:ss` from one hour on. */
export function clockTime(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
	const tail = String(seconds % 60).padStart(2, "0");
	return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** `1:23`, or `1:23.4` where it is not a whole second. */
export function exactTime(ms: number): string {
	const fraction = ms % 1000;
	return `${clockTime(ms)}${fraction === 0 ? "" : `.${String(fraction).padStart(3, "0").replace(/0+$/, "")}`}`;
}

/** `1:23-1:58.4`, as times are written in files. */
export function rangeText({ from, to }: Moment): string {
	return `${exactTime(from)}-${exactTime(to)}`;
}

/**
 * Where a clip lies in its source: `1:17–2:05`. The title of a clip that nothing is known of ends with it.
 */
export function placeInSource({ from, to }: Moment): string {
	return `${clockTime(from)}–${clockTime(to)}`;
}
