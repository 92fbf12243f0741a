import type { Box } from "../compose/boxes.ts";
import type { CameraMove } from "../compose/camera-path.ts";
import type { ComposedScene } from "../compose/composition.ts";
import { even, type Size } from "../compose/output-size.ts";
import type { Panel, SceneLayout } from "../compose/scene-layout.ts";
import { type Bands, bandsOf, placeInSmall } from "./bands.ts";
import { stackOf } from "./stack.ts";

export interface GraphRequest {
	readonly source: Size;
	readonly output: Size;
	readonly scenes: readonly ComposedScene[];
	/** Frames a second that come in, where there is more than one scene. */
	readonly rate: number;
	/** Options of the last scaling of each part, from its colon on: the colour matrix. */
	readonly scaling: string;
}

const BLUR_SHRINK = 8;
/** Shown so many times as wide as it was filmed, the noise of a picture is seen, and is most of the work. */
const NOISY_TIMES = 3;
const CALM = "hqdn3d=1:1:3:3";
/** Both end together; else ffmpeg draws on a copy, in case the upper one lasts longer. */
const IN_PLACE = "eof_action=pass";

/**
 * The filter graph that puts scenes together: one stream in, one of the output's size and square pixels out,
 * frame for frame.
 */
export function graphOf(request: GraphRequest): string {
	const { scenes, rate } = request;
	const [only] = scenes;
	if (only && scenes.length === 1) return composed(only.layout, { ...request, name: "" });
	const names = scenes.map((_, at) => String.fromCharCode(97 + at));
	const frame = (ms: number) => Math.round((ms * rate) / 1000);
	const parts = scenes.map((scene, at) => {
		const end = at === scenes.length - 1 ? "" : `:end_frame=${frame(scene.end)}`;
		const cut = `trim=start_frame=${frame(scene.begin)}${end},setpts=PTS-STARTPTS`;
		return `[${names[at]}]${cut},${composed(scene.layout, { ...request, name: names[at] ?? "" })}[${names[at]}o]`;
	});
	const ends = names.map((name) => `[${name}o]`).join("");
	return `split=${names.length}${names.map((name) => `[${name}]`).join("")};${parts.join(";")};${ends}concat=n=${names.length}:v=1:a=0,setpts=N/(${rate}*TB)`;
}

interface Work extends GraphRequest {
	/** Begin of all labels, so that those of scenes differ. */
	readonly name: string;
}

function composed({ panels, behind }: SceneLayout, work: Work): string {
	const [only] = panels;
	if (only && panels.length === 1 && !behind) return `${panel(only, work)},setsar=1`;
	return stacked(panels, work) ?? layered(panels, work);
}

/** Panels that fill the output without a gap; undefined where they do not. */
function stacked(panels: readonly Panel[], work: Work): string | undefined {
	if (panels.some(({ frame }) => frame !== undefined)) return undefined;
	const named = panels.map(({ at }, index) => ({ at, label: `${work.name}p${index}d` }));
	const stacks = stackOf(named, { x: 0, y: 0, ...work.output });
	if (!stacks) return undefined;
	const names = panels.map((_, at) => `${work.name}p${at}`);
	const chains = panels.map((each, at) => `[${names[at]}]${panel(each, work)},setsar=1[${names[at]}d]`);
	return `split=${names.length}${names.map((name) => `[${name}]`).join("")};${[...chains, ...stacks].join(";")}`;
}

/**
 * Panels over a blurred copy of the whole picture, later ones over earlier ones. Those that go across are put
 * beside what shows of the copy: laying one over the other copies all of both.
 */
function layered(panels: readonly Panel[], work: Work): string {
	const { name, output } = work;
	const bands = bandsOf(panels, output);
	const count = bands?.count ?? 0;
	const base = bands ? banded(bands, work, count < panels.length) : [`[${name}b]${blurred(work)}[${name}bd]`];
	const isBehind = !bands || bands.parts.length > count;
	const names = [...(isBehind ? [`${name}b`] : []), ...panels.map((_, at) => `${name}p${at}`)];
	const drawn = panels.map((each, at) => `[${name}p${at}]${panel(each, work)},setsar=1[${name}p${at}d]`);
	const layers = panels.slice(count).map((each, index) => {
		const at = count + index;
		const under = index === 0 ? `[${name}bd]` : `[${name}l${at - 1}]`;
		const { x, y } = cornerOf(each);
		const out = at === panels.length - 1 ? "" : `[${name}l${at}]`;
		return `${under}[${name}p${at}d]overlay=${x}:${y}:${IN_PLACE}${out}`;
	});
	const split = `split=${names.length}${names.map((each) => `[${each}]`).join("")}`;
	return [split, ...drawn, ...base, ...layers].join(";");
}

/** Panels beside strips of the blurred copy; labelled where something is laid over them. */
function banded({ filter, parts }: Bands, work: Work, isUnder: boolean): readonly string[] {
	const { output, name, scaling } = work;
	const gaps = parts.flatMap((part) => (typeof part === "number" ? [] : [part]));
	const labels = parts.map((part) =>
		typeof part === "number" ? `[${name}p${part}d]` : `[${name}g${gaps.indexOf(part)}d]`,
	);
	const strips = gaps.map((gap, at) => {
		const { x, y, width, height } = placeInSmall(gap, output, smallOf(output));
		const scaled = `scale=${gap.width}:${gap.height}:flags=fast_bilinear${scaling}`;
		return `[${name}g${at}]crop=${width}:${height}:${x}:${y},${scaled},setsar=1[${name}g${at}d]`;
	});
	const copies = `split=${gaps.length}${gaps.map((_, at) => `[${name}g${at}]`).join("")}`;
	const joined = parts.length === 1 ? "null" : `${filter}=inputs=${parts.length}`;
	return [
		...(gaps.length > 0 ? [`[${name}b]${blurredSmall(work)},${copies}`] : []),
		...strips,
		`${labels.join("")}${joined}${isUnder ? `[${name}bd]` : ""}`,
	];
}

function cornerOf({ at, frame = 0 }: Panel): { readonly x: number; readonly y: number } {
	return { x: at.x - frame, y: at.y - frame };
}

function panel({ from, moves, at, frame }: Panel, { source, scaling }: Work): string {
	const crop = cropOf(from, source, moves);
	const cut = crop === undefined ? [] : [crop];
	// Frames of a cut-out that moves are not of the same place.
	const isNoisy = !moves?.length && at.width >= NOISY_TIMES * from.width * source.width;
	const white =
		frame === undefined
			? []
			: [`pad=${at.width + 2 * frame}:${at.height + 2 * frame}:${frame}:${frame}:white`];
	return [
		...cut,
		...(isNoisy ? [CALM] : []),
		`scale=${at.width}:${at.height}:flags=bicubic${scaling}`,
		...white,
	].join(",");
}

/** The cut-out of a picture in whole pixels, inside of it; undefined for the whole picture. */
function cropOf(
	{ x, y, width, height }: Box,
	source: Size,
	moves: readonly CameraMove[] = [],
): string | undefined {
	const size = {
		width: Math.min(source.width, even(width * source.width)),
		height: Math.min(source.height, even(height * source.height)),
	};
	if (size.width >= source.width - 1 && size.height >= source.height - 1) return undefined;
	const place = (share: number, length: number, room: number) =>
		Math.max(0, Math.min(room - length, 2 * Math.round((share * room) / 2)));
	const still = `crop=${size.width}:${size.height}`;
	if (moves.length === 0)
		return `${still}:${place(x, size.width, source.width)}:${place(y, size.height, source.height)}`;
	const path = (
		first: number,
		value: (move: CameraMove) => number,
		room: readonly [length: number, room: number],
	) =>
		pathOf(
			[first, ...moves.map(value)].map((share) => place(share, ...room)),
			moves,
		);
	const across = path(x, (move) => move.x, [size.width, source.width]);
	const down = path(y, (move) => move.y, [size.height, source.height]);
	// Exact: to the pixel, as moves by two pixels can be seen.
	return `${still}:'${across}':'${down}':exact=1`;
}

/**
 * A place over time, as ffmpeg reckons it for each frame: from one place to the next, beginning and ending
 * gently.
 */
function pathOf(places: readonly number[], moves: readonly CameraMove[]): string {
	const steps = moves.map(({ atMs, overMs }, at) => {
		const by = (places[at + 1] ?? 0) - (places[at] ?? 0);
		const share = `clip((t-${(atMs / 1000).toFixed(3)})/${(overMs / 1000).toFixed(3)},0,1)`;
		return by === 0 ? "" : `${by < 0 ? "" : "+"}${by}*(st(0,${share})*0+ld(0)*ld(0)*(3-2*ld(0)))`;
	});
	return `${places[0] ?? 0}${steps.join("")}`;
}

/** A blurred, darkened copy of the picture that fills the output. */
function blurred(work: Work): string {
	const { output, scaling } = work;
	return `${blurredSmall(work)},scale=${output.width}:${output.height}:flags=fast_bilinear${scaling},setsar=1`;
}

/** The same, small: at full size the blur costs a quarter of the render. */
function blurredSmall({ output }: Work): string {
	const { width, height } = smallOf(output);
	const cut = `scale=${width}:${height}:flags=fast_bilinear:force_original_aspect_ratio=increase,crop=${width}:${height}`;
	return `${cut},boxblur=5:2,eq=brightness=-0.08`;
}

function smallOf({ width, height }: Size): Size {
	return { width: even(width / BLUR_SHRINK), height: even(height / BLUR_SHRINK) };
}
