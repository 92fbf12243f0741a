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
	return [...body(given), ...beats(given.span).flatMap((beat) => head(given, beat)), ...eyes(given), ...mouth(given)];
}

function body({ who, at, span }: Figure): string[] {
	const look = LOOKS[who];
	const shoulders = "m 0 330 b 0 120 20 80 120 50 b 160 36 180 20 180 0 l 260 0 b 260 20 280 36 320 50 b 420 80 440 120 440 330";
	return [
		shape(shoulders, { x: at.x - 220, y: at.y + 110 }, { span, layer: 20, colour: look.shirt }),
		shape("m 0 0 l 90 0 45 60", { x: at.x - 45, y: at.y + 118 }, { span, layer: 21, colour: look.collar }),
		shape(rounded(64, 110, 24), { x: at.x - 32, y: at.y + 50 }, { span, layer: 21, colour: darker(look.skin) }),
	];
}

function head({ who, at }: Figure, beat: Span): string[] {
	const look = LOOKS[who];
	const part = (path: string, dx: number, dy: number, layer: number, colour: string) => {
		const [a, b] = [sway(beat.from), sway(beat.to)];
		const place = (by: Point) => ({ x: at.x + dx + by.x, y: at.y + dy + by.y });
		return shape(path, place(a), { to: place(b), span: beat, layer, colour });
	};
	const face = part(ellipse(176, 216), -88, -108, 23, look.skin);
	const ears = [part(ellipse(30, 46), -100, -16, 22, darker(look.skin)), part(ellipse(30, 46), 70, -16, 22, darker(look.skin))];
	const brows = [part(rounded(44, 8, 4), -62, -40, 26, look.hair), part(rounded(44, 8, 4), 18, -40, 26, look.hair)];
	const nose = part("m 8 0 b 8 20 0 28 0 32 b 4 38 16 38 20 32 b 20 28 12 20 12 0", -10, -4, 26, darker(look.skin));
	return [...hair(who, part), ...ears, face, ...brows, nose];
}

function hair(who: Speaker, part: (path: string, dx: number, dy: number, layer: number, colour: string) => string): string[] {
	const colour = LOOKS[who].hair;
	if (who === "mara") {
		return [
			part(rounded(236, 290, 105), -118, -134, 19, colour),
			part("m 0 96 b 0 20 60 0 92 0 b 130 0 184 24 184 96 b 160 70 130 52 96 36 b 80 62 40 86 0 96", -92, -116, 25, colour),
		];
	}
	return [
		part("m 0 92 b -6 10 60 -6 92 -6 b 130 -6 196 10 188 92 b 176 60 160 48 140 46 b 100 54 60 50 40 46 b 22 54 8 66 0 92", -94, -118, 25, colour),
		part("m 0 0 b 6 60 40 96 88 96 b 136 96 170 60 176 0 b 160 40 130 34 88 34 b 46 34 16 40 0 0", -88, 16, 24, colour),
		part(rect(34, 6), -17, -18, 27, "#101828"),
		...[-74, 14].flatMap((dx) => [part(ellipse(62, 56), dx, -40, 26, "#101828"), part(ellipse(50, 44), dx + 6, -34, 27, "#e3bd9d")]),
	];
}

function eyes({ at, span }: Figure): string[] {
	const events: string[] = [];
	for (const beat of beats(span, 0.7)) {
		const blinks = Math.floor(beat.from / 0.7) % 5 === 3;
		const open = { from: beat.from, to: blinks ? Math.max(beat.from, beat.to - 0.14) : beat.to };
		for (const dx of [-52, 30]) events.push(eye({ x: at.x + dx, y: at.y - 24 }, open, 24));
		if (blinks) for (const dx of [-52, 30]) events.push(eye({ x: at.x + dx, y: at.y - 14 }, { from: open.to, to: beat.to }, 5));
	}
	return events;
}

function eye(at: Point, span: Span, height: number): string {
	const [a, b] = [sway(span.from), sway(span.to)];
	return shape(ellipse(21, height), { x: at.x + a.x, y: at.y + a.y }, { to: { x: at.x + b.x, y: at.y + b.y }, span, layer: 28, colour: "#1f2937" });
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
