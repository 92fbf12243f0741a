import type { Box } from "../compose/boxes.ts";
import type { CameraMove } from "../compose/camera-path.ts";
import type { ComposedScene } from "../compose/composition.ts";
import { even, type Size } from "../compose/output-size.ts";
import type { Panel, SceneLayout } from "../compose/scene-layout.ts";
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

/** Panels over a blurred copy of the whole picture, later ones over earlier ones. */
function layered(panels: readonly Panel[], work: Work): string {
	const names = ["b", ...panels.map((_, at) => `p${at}`)].map((name) => `${work.name}${name}`);
	const drawn = [blurred(work), ...panels.map((each) => panel(each, work))];
	const chains = drawn.map((chain, at) => `[${names[at]}]${chain},setsar=1[${names[at]}d]`);
	const layers = panels.map((each, at) => {
		const under = at === 0 ? `[${names[0]}d]` : `[${work.name}l${at - 1}]`;
		const { x, y } = cornerOf(each);
		const out = at === panels.length - 1 ? "" : `[${work.name}l${at}]`;
		return `${under}[${names[at + 1]}d]overlay=${x}:${y}${out}`;
	});
	return `split=${names.length}${names.map((name) => `[${name}]`).join("")};${[...chains, ...layers].join(";")}`;
}

function cornerOf({ at, frame = 0 }: Panel): { readonly x: number; readonly y: number } {
	return { x: at.x - frame, y: at.y - frame };
}

function panel({ from, moves, at, frame }: Panel, { source, scaling }: Work): string {
	const crop = cropOf(from, source, moves);
	const cut = crop === undefined ? [] : [crop];
	const white =
		frame === undefined
			? []
			: [`pad=${at.width + 2 * frame}:${at.height + 2 * frame}:${frame}:${frame}:white`];
	return [...cut, `scale=${at.width}:${at.height}:flags=bicubic${scaling}`, ...white].join(",");
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

/**
 * A blurred, darkened copy of the picture. The blur is made small: at full size it costs a quarter of the
 * render.
 */
function blurred({ output, scaling }: Work): string {
	const small = { width: even(output.width / BLUR_SHRINK), height: even(output.height / BLUR_SHRINK) };
	const cut = `scale=${small.width}:${small.height}:flags=fast_bilinear:force_original_aspect_ratio=increase,crop=${small.width}:${small.height}`;
	return `${cut},boxblur=5:2,eq=brightness=-0.08,scale=${output.width}:${output.height}:flags=fast_bilinear${scaling}`;
}
