/** One drawing for each kind of slide. */
import { ellipse, rect, rounded, shape, text } from "./ass.ts";
import { LEFT, type Scene } from "./scene.ts";
import type { Slide } from "./talk.ts";

/** The lines of a slide, in the layers 12 to 15. */
export function slide(given: Slide, scene: Scene): string[] {
	switch (given.kind) {
		case "title":
			return titleSlide(given, scene);
		case "statement":
			return statement(given, scene);
		case "number":
			return bigNumber(given, scene);
		case "chart":
			return chart(given, scene);
		case "dots":
			return dots(given.head, scene);
		case "terminal":
			return terminal(given.lines, scene);
		case "heal":
			return heal(given.head, scene);
		case "list":
			return list(given, scene);
	}
}

function titleSlide({ big, small }: Slide & { kind: "title" }, { span, theme }: Scene): string[] {
	return [
		text(big, { x: LEFT, y: 320 }, { span, layer: 12, colour: theme.ink, size: 112, tags: "\\fad(350,0)" }),
		shape(
			rounded(220, 12, 6),
			{ x: LEFT, y: 470 },
			{ span, layer: 12, colour: theme.accent, tags: "\\fscx0\\t(200,800,\\fscx100)" },
		),
		text(small, { x: LEFT, y: 540 }, { span, layer: 12, colour: theme.soft, size: 50, tags: "\\fad(700,0)" }),
	];
}

function statement({ big, small }: Slide & { kind: "statement" }, { span, theme }: Scene): string[] {
	const words = text(
		big,
		{ x: LEFT, y: small ? 320 : 360 },
		{ span, layer: 12, colour: theme.ink, size: 108, tags: "\\fad(250,0)" },
	);
	return small
		? [
				words,
				text(
					small,
					{ x: LEFT, y: 570 },
					{ span, layer: 12, colour: theme.accent, size: 52, tags: "\\fad(900,0)" },
				),
			]
		: [words];
}

function bigNumber({ big, small }: Slide & { kind: "number" }, { span, theme }: Scene): string[] {
	const pop = "\\fscx70\\fscy70\\t(0,220,\\fscx104\\fscy104)\\t(220,340,\\fscx100\\fscy100)";
	return [
		text(
			big,
			{ x: 640, y: big === "," ? 190 : 310 },
			{ span, layer: 12, colour: theme.accent, size: big === "," ? 420 : 300, anchor: 5, tags: pop },
		),
		text(
			small,
			{ x: 640, y: 530 },
			{ span, layer: 12, colour: theme.ink, size: 64, anchor: 5, tags: "\\fad(400,0)" },
		),
	];
}

function chart({ head, bars }: Slide & { kind: "chart" }, { span, theme }: Scene): string[] {
	const most = Math.max(...bars.map((bar) => bar.value));
	const step = (span.to - span.from - 1.2) / bars.length;
	const drawn = bars.flatMap(({ label, value }, index) => {
		const x = 250 + index * 250;
		const height = Math.max(6, Math.round((value / most) * 330));
		const begin = Math.round((index * step + 0.25) * 1000);
		const late = { from: span.from + begin / 1000 + 0.5, to: span.to };
		const grow = `\\fscy0\\t(${begin},${begin + 600},0.6,\\fscy100)`;
		const colour = index === bars.length - 1 ? theme.accent : theme.soft;
		return [
			shape(rect(150, height), { x, y: 590 }, { span, layer: 12, colour, anchor: 2, tags: grow }),
			text(label, { x, y: 630 }, { span, layer: 12, colour: theme.ink, size: 46, anchor: 5 }),
			text(
				String(value),
				{ x, y: 555 - height },
				{ span: late, layer: 13, colour: theme.ink, size: 60, anchor: 5, tags: "\\fad(200,0)" },
			),
		];
	});
	const base = shape(rect(1010, 4), { x: 120, y: 590 }, { span, layer: 13, colour: theme.soft });
	return [text(head, { x: LEFT, y: 150 }, { span, layer: 12, colour: theme.ink, size: 72 }), base, ...drawn];
}

function dots(head: string, { span, theme }: Scene): string[] {
	const all = Array.from({ length: 40 }, (_, index) => {
		const chosen = index === 23;
		const at = { x: 160 + (index % 10) * 106, y: 280 + Math.floor(index / 10) * 96 };
		const beat = Array.from(
			{ length: 6 },
			(_, turn) =>
				`\\t(${turn * 700 + 600},${turn * 700 + 950},\\fscx${turn % 2 ? 100 : 145}\\fscy${turn % 2 ? 100 : 145})`,
		);
		const tags = chosen ? beat.join("") : "";
		return shape(ellipse(56, 56), at, {
			span,
			layer: chosen ? 13 : 12,
			colour: chosen ? theme.accent : theme.soft,
			alpha: chosen ? 0 : 150,
			anchor: 5,
			tags,
		});
	});
	return [text(head, { x: LEFT, y: 160 }, { span, layer: 12, colour: theme.ink, size: 84 }), ...all];
}

function terminal(lines: (Slide & { kind: "terminal" })["lines"], { span }: Scene): string[] {
	const colours = { plain: "#e6edf7", add: "#4ade80", change: "#fdb022", calm: "#9fb0d0" };
	const rows = lines.map(({ text: words, colour }, index) => {
		const late = { from: span.from + 0.3 + index * 0.9, to: span.to };
		return text(
			words.replaceAll(" ", "\\h"),
			{ x: 170, y: 270 + index * 92 },
			{ span: late, layer: 13, colour: colours[colour], size: 62, font: "mono" },
		);
	});
	const lights = ["#ff5f57", "#febc2e", "#28c840"].map((colour, index) =>
		shape(ellipse(24, 24), { x: 150 + index * 40, y: 150 }, { span, layer: 13, colour }),
	);
	return [
		shape(rounded(1060, 500, 26), { x: 110, y: 125 }, { span, layer: 12, colour: "#060b18" }),
		...lights,
		...rows,
	];
}

function heal(head: string, { span, theme }: Scene): string[] {
	const lost = [1, 4, 6, 9, 11, 13, 16, 19, 20];
	const boxes = Array.from({ length: 21 }, (_, index) => {
		const at = { x: 170 + (index % 7) * 138, y: 250 + Math.floor(index / 7) * 122 };
		const turn = lost.indexOf(index);
		const kept = { span, layer: 12, colour: theme.soft };
		if (turn < 0) return [shape(rounded(112, 96, 14), at, kept)];
		const made = { from: span.from + 1.6 + turn * 0.34, to: span.to };
		return [
			shape(rounded(112, 96, 14), at, { ...kept, colour: theme.panel }),
			shape(rounded(112, 96, 14), at, { span: made, layer: 13, colour: theme.accent, tags: "\\fad(180,0)" }),
		];
	});
	return [text(head, { x: LEFT, y: 160 }, { span, layer: 12, colour: theme.ink, size: 76 }), ...boxes.flat()];
}

function list({ head, rows }: Slide & { kind: "list" }, { span, theme, timeline }: Scene): string[] {
	const cues = timeline.cues.filter((cue) => cue.from >= span.from && cue.from < span.to);
	const step = Math.max(1, Math.floor(cues.length / rows.length));
	const drawn = rows.flatMap((row, index) => {
		const late = { from: cues[index * step]?.from ?? span.from, to: span.to };
		const y = 310 + index * 118;
		return [
			shape(
				rounded(1000, 98, 18),
				{ x: LEFT, y: y - 49 },
				{ span: late, layer: 12, colour: theme.panel, tags: "\\fad(160,0)" },
			),
			shape(rect(12, 98), { x: LEFT, y: y - 49 }, { span: late, layer: 13, colour: theme.accent }),
			text(
				row,
				{ x: LEFT + 44, y },
				{ span: late, layer: 14, colour: theme.ink, size: 62, tags: "\\fad(160,0)" },
			),
		];
	});
	return [text(head, { x: LEFT, y: 170 }, { span, layer: 12, colour: theme.accent, size: 84 }), ...drawn];
}
