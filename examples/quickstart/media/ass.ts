/**
 * Pieces of an ASS script: shapes and text with their moves. Coordinates in pixels of a 1280x720
 * picture, times in seconds.
 */
export const WIDTH = 1280;
export const HEIGHT = 720;

export interface Span {
	readonly from: number;
	readonly to: number;
}

export interface Point {
	readonly x: number;
	readonly y: number;
}

export interface Look {
	readonly span: Span;
	readonly layer: number;
	/** `#rrggbb`. */
	readonly colour: string;
	/** 0 (solid) to 255. */
	readonly alpha?: number;
	/** Further override tags, for example `\\fad(200,0)`. */
	readonly tags?: string;
}

/** A path drawn with its own upper left corner at `at`; `to` makes it glide there. */
export function shape(
	path: string,
	at: Point,
	look: Look & { readonly to?: Point; readonly anchor?: number },
): string {
	const anchor = look.anchor ?? 7;
	const place = look.to ? `\\move(${at.x},${at.y},${look.to.x},${look.to.y})` : `\\pos(${at.x},${at.y})`;
	return event(look, `{\\an${anchor}${place}${paint(look)}\\p1}${path}`);
}

/** Text anchored at its left middle; `size` is the height of a line. */
export function text(
	words: string,
	at: Point,
	look: Look & { readonly size: number; readonly font?: "sans" | "mono"; readonly anchor?: number },
): string {
	const font = look.font === "mono" ? "DejaVu Sans Mono" : "DejaVu Sans Condensed";
	const tags = `{\\an${look.anchor ?? 4}\\pos(${at.x},${at.y})\\fn${font}\\b1\\fs${look.size}${paint(look)}}`;
	return event(look, tags + words.replaceAll("\n", "\\N"));
}

export function rect(width: number, height: number): string {
	return `m 0 0 l ${width} 0 ${width} ${height} 0 ${height}`;
}

export function rounded(width: number, height: number, radius: number): string {
	const [r, w, h] = [radius, width, height];
	return [
		`m ${r} 0 l ${w - r} 0 b ${w} 0 ${w} 0 ${w} ${r}`,
		`l ${w} ${h - r} b ${w} ${h} ${w} ${h} ${w - r} ${h}`,
		`l ${r} ${h} b 0 ${h} 0 ${h} 0 ${h - r}`,
		`l 0 ${r} b 0 0 0 0 ${r} 0`,
	].join(" ");
}

/** An ellipse that fills `width` x `height`. */
export function ellipse(width: number, height: number): string {
	const [a, b] = [width / 2, height / 2];
	const [k, l] = [round(a * 0.5523), round(b * 0.5523)];
	return [
		`m 0 ${b} b 0 ${round(b - l)} ${round(a - k)} 0 ${a} 0`,
		`b ${round(a + k)} 0 ${width} ${round(b - l)} ${width} ${b}`,
		`b ${width} ${round(b + l)} ${round(a + k)} ${height} ${a} ${height}`,
		`b ${round(a - k)} ${height} 0 ${round(b + l)} 0 ${b}`,
	].join(" ");
}

export function scriptOf(events: readonly string[]): string {
	return [
		"[Script Info]",
		"ScriptType: v4.00+",
		`PlayResX: ${WIDTH}`,
		`PlayResY: ${HEIGHT}`,
		"WrapStyle: 2",
		"ScaledBorderAndShadow: yes",
		"",
		"[V4+ Styles]",
		"Format: Name, Fontname, Fontsize, PrimaryColour, Bold, BorderStyle, Outline, Shadow, Alignment",
		"Style: Plain,DejaVu Sans Condensed,40,&H00FFFFFF,0,1,0,0,7",
		"",
		"[Events]",
		"Format: Layer, Start, End, Style, Text",
		...events,
		"",
	].join("\n");
}

function event(look: Look, body: string): string {
	return `Dialogue: ${look.layer},${stamp(look.span.from)},${stamp(look.span.to)},Plain,${body}`;
}

function paint({ colour, alpha = 0, tags = "" }: Look): string {
	const [red, green, blue] = [colour.slice(1, 3), colour.slice(3, 5), colour.slice(5, 7)];
	return `\\bord0\\shad0\\1c&H${blue}${green}${red}&\\1a&H${alpha.toString(16).padStart(2, "0")}&${tags}`;
}

function stamp(seconds: number): string {
	const hundredths = Math.round(seconds * 100);
	const pad = (value: number) => String(value).padStart(2, "0");
	return `${Math.floor(hundredths / 360_000)}:${pad(Math.floor(hundredths / 6000) % 60)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
