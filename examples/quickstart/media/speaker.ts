/** The two drawn speakers: they sway, blink, and open their mouths as loudly as they speak. */
import { ellipse, type Point, rect, rounded, type Span, shape } from "./ass.ts";
import { type Cue, RATE, type Timeline } from "./sound.ts";
import type { Speaker } from "./talk.ts";

const SWAY_SECONDS = 1.4;
const MOUTH_SECONDS = 0.1;
const SMILE = "m 0 0 b 14 11 42 11 56 0 b 44 19 12 19 0 0";
const LOOKS = {
	mara: { skin: "#e8b08f", hair: "#3a2318", shirt: "#2e90fa", collar: "#1570cd", lip: "#7a2e2e" },
	tom: { skin: "#c68a63", hair: "#1d1613", shirt: "#f79009", collar: "#b54708", lip: "#5d2323" },
} as const;

interface Figure {
	readonly who: Speaker;
	/** Middle of the head. */
	readonly at: Point;
	readonly span: Span;
	readonly timeline: Timeline;
}

/** One speaker, head and shoulders. Layers 20 to 30. */
export function figure(given: Figure): string[] {
	return [
		...body(given),
		...beats(given.span).flatMap((beat) => head(given, beat)),
		...eyes(given),
		...mouth(given),
	];
}

function body({ who, at, span }: Figure): string[] {
	const look = LOOKS[who];
	const shoulders =
		"m 0 330 b 0 120 20 80 120 50 b 160 36 180 20 180 0 l 260 0 b 260 20 280 36 320 50 b 420 80 440 120 440 330";
	return [
		shape(shoulders, { x: at.x - 220, y: at.y + 110 }, { span, layer: 20, colour: look.shirt }),
		shape("m 0 0 l 90 0 45 60", { x: at.x - 45, y: at.y + 118 }, { span, layer: 21, colour: look.collar }),
		shape(
			rounded(64, 110, 24),
			{ x: at.x - 32, y: at.y + 50 },
			{ span, layer: 21, colour: darker(look.skin) },
		),
	];
}

function head({ who, at }: Figure, beat: Span): string[] {
	const [a, b] = [sway(beat.from), sway(beat.to)];
	return headParts(who).map(({ path, by, layer, colour }) => {
		const place = (swayed: Point) => ({ x: at.x + by[0] + swayed.x, y: at.y + by[1] + swayed.y });
		return shape(path, place(a), { to: place(b), span: beat, layer, colour });
	});
}

/** A piece of the head; `by` is from the middle of the head to the piece's upper left corner. */
interface Part {
	readonly path: string;
	readonly by: readonly [number, number];
	readonly layer: number;
	readonly colour: string;
}

function headParts(who: Speaker): Part[] {
	const { skin, hair } = LOOKS[who];
	const nose = "m 8 0 b 8 20 0 28 0 32 b 4 38 16 38 20 32 b 20 28 12 20 12 0";
	return [
		...(who === "mara" ? marasHair() : tomsHair()),
		{ path: ellipse(30, 46), by: [-100, -16], layer: 22, colour: darker(skin) },
		{ path: ellipse(30, 46), by: [70, -16], layer: 22, colour: darker(skin) },
		{ path: ellipse(176, 216), by: [-88, -108], layer: 23, colour: skin },
		{ path: rounded(44, 8, 4), by: [-62, -40], layer: 26, colour: hair },
		{ path: rounded(44, 8, 4), by: [18, -40], layer: 26, colour: hair },
		{ path: nose, by: [-10, -4], layer: 26, colour: darker(skin) },
	];
}

function marasHair(): Part[] {
	const colour = LOOKS.mara.hair;
	const fringe = "m 0 96 b 0 20 60 0 92 0 b 130 0 184 24 184 96 b 160 70 130 52 96 36 b 80 62 40 86 0 96";
	return [
		{ path: rounded(236, 290, 105), by: [-118, -134], layer: 19, colour },
		{ path: fringe, by: [-92, -116], layer: 25, colour },
	];
}

function tomsHair(): Part[] {
	const colour = LOOKS.tom.hair;
	const crown =
		"m 0 92 b -6 10 60 -6 92 -6 b 130 -6 196 10 188 92 b 176 60 160 48 140 46 b 100 54 60 50 40 46 b 22 54 8 66 0 92";
	const beard = "m 0 0 b 6 60 40 96 88 96 b 136 96 170 60 176 0 b 160 40 130 34 88 34 b 46 34 16 40 0 0";
	const glasses = [-74, 14].flatMap((x): Part[] => [
		{ path: ellipse(62, 56), by: [x, -40], layer: 26, colour: "#101828" },
		{ path: ellipse(50, 44), by: [x + 6, -34], layer: 27, colour: "#e3bd9d" },
	]);
	return [
		{ path: crown, by: [-94, -118], layer: 25, colour },
		{ path: beard, by: [-88, 16], layer: 24, colour },
		{ path: rect(34, 6), by: [-17, -18], layer: 27, colour: "#101828" },
		...glasses,
	];
}

function eyes({ at, span }: Figure): string[] {
	const events: string[] = [];
	for (const beat of beats(span, 0.7)) {
		const blinks = Math.floor(beat.from / 0.7) % 5 === 3;
		const open = { from: beat.from, to: blinks ? Math.max(beat.from, beat.to - 0.14) : beat.to };
		for (const dx of [-52, 30]) events.push(eye({ x: at.x + dx, y: at.y - 24 }, open, 24));
		if (blinks)
			for (const dx of [-52, 30])
				events.push(eye({ x: at.x + dx, y: at.y - 14 }, { from: open.to, to: beat.to }, 5));
	}
	return events;
}

function eye(at: Point, span: Span, height: number): string {
	const [a, b] = [sway(span.from), sway(span.to)];
	return shape(
		ellipse(21, height),
		{ x: at.x + a.x, y: at.y + a.y },
		{ to: { x: at.x + b.x, y: at.y + b.y }, span, layer: 28, colour: "#1f2937" },
	);
}

function mouth({ who, at, span, timeline }: Figure): string[] {
	return beats(span, MOUTH_SECONDS).map((beat) => {
		const open = speaks(who, beat, timeline.cues) ? loudness(timeline.samples, beat) : 0;
		const height = 6 + Math.round(Math.min(1, open * 4.5) * 30);
		const width = 58 - Math.round(height / 4);
		const by = sway(beat.from);
		return shape(
			height < 9 ? SMILE : ellipse(width, height),
			{ x: at.x - width / 2 + by.x, y: at.y + 60 - height / 2 + by.y },
			{ span: beat, layer: 29, colour: LOOKS[who].lip },
		);
	});
}

function speaks(who: Speaker, beat: Span, cues: readonly Cue[]): boolean {
	return cues.some((cue) => cue.who === who && cue.from < beat.to && cue.to > beat.from);
}

function loudness(samples: Float32Array, { from, to }: Span): number {
	const part = samples.subarray(Math.round(from * RATE), Math.round(to * RATE));
	return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / Math.max(1, part.length));
}

/** Where the head is at a moment, against its place at rest. */
function sway(seconds: number): Point {
	const stop = (index: number): Point => ({ x: 7 * Math.sin(index * 2.4), y: 4 * Math.sin(index * 1.7 + 1) });
	const [index, share] = [Math.floor(seconds / SWAY_SECONDS), (seconds / SWAY_SECONDS) % 1];
	const [a, b] = [stop(index), stop(index + 1)];
	const between = (from: number, to: number) => Math.round((from + (to - from) * share) * 10) / 10;
	return { x: between(a.x, b.x), y: between(a.y, b.y) };
}

/** Cuts a span at the multiples of a length. */
function beats(span: Span, every = SWAY_SECONDS): Span[] {
	const spans: Span[] = [];
	for (let from = span.from; from < span.to - 1e-6; ) {
		const to = Math.min(span.to, (Math.floor(from / every + 1e-6) + 1) * every);
		spans.push({ from, to });
		from = to;
	}
	return spans;
}

function darker(colour: string): string {
	const part = (start: number) =>
		Math.round(Number.parseInt(colour.slice(start, start + 2), 16) * 0.82)
			.toString(16)
			.padStart(2, "0");
	return `#${part(1)}${part(3)}${part(5)}`;
}
