/** What is seen: a background, a speaker or a slide, a frame, in the colours of the section. */
import { ellipse, HEIGHT, rect, rounded, scriptOf, shape, text, WIDTH } from "./ass.ts";
import { LEFT, type Scene, THEMES } from "./scene.ts";
import { slide } from "./slides.ts";
import type { Shot, Timeline } from "./sound.ts";
import { figure } from "./speaker.ts";
import type { Section } from "./talk.ts";

/**
 * The whole picture as an ASS script. Layers: 0 background, 5 deco, 10 to 15 slide, 19 to 30
 * speakers, 40 frame.
 */
export function stageOf(talk: readonly Section[], timeline: Timeline): string {
	const shots = timeline.shots.flatMap((shot) => {
		const section = talk[shot.section];
		if (section === undefined) throw new Error("a shot belongs to no section");
		const scene = { span: { from: shot.from, to: shot.to }, theme: THEMES[section.theme], timeline };
		return [
			...background(scene),
			...view(shot, scene),
			...frame(scene, `${String(shot.section + 1).padStart(2, "0")}  ${section.name}`),
		];
	});
	return scriptOf([...shots, progress(timeline.seconds)]);
}

function view({ view, who }: Shot, scene: Scene): string[] {
	if (view.kind === "speaker")
		return [
			...spotlight(scene, 640),
			...figure({ who, at: { x: 640, y: 340 }, ...scene }),
			...nameTag(scene, who, 640),
		];
	if (view.kind !== "both") return slide(view, scene);
	return (["mara", "tom"] as const).flatMap((each, index) => {
		const x = index === 0 ? 390 : 890;
		return [
			...spotlight(scene, x),
			...figure({ who: each, at: { x, y: 340 }, ...scene }),
			...nameTag(scene, each, x),
		];
	});
}

function background({ span, theme }: Scene): string[] {
	const deco = { span, layer: 5, colour: theme.deco };
	return [
		shape(rect(WIDTH, HEIGHT), { x: 0, y: 0 }, { span, layer: 0, colour: theme.back }),
		shape(ellipse(520, 520), { x: 900, y: 330 }, { ...deco, to: { x: 860, y: 350 } }),
		shape(ellipse(260, 260), { x: 1060, y: -110 }, { ...deco, to: { x: 1085, y: -95 } }),
	];
}

function frame({ span, theme }: Scene, name: string): string[] {
	return [
		shape(rounded(14, 34, 5), { x: LEFT - 30, y: 40 }, { span, layer: 40, colour: theme.accent }),
		text(name, { x: LEFT, y: 57 }, { span, layer: 40, colour: theme.soft, size: 34 }),
	];
}

function progress(seconds: number): string {
	const grow = `\\fscx0\\t(0,${Math.round(seconds * 1000)},\\fscx100)`;
	return shape(
		rect(WIDTH, 8),
		{ x: 0, y: HEIGHT - 8 },
		{ span: { from: 0, to: seconds }, layer: 41, colour: "#fdb022", tags: grow },
	);
}

function spotlight({ span, theme }: Scene, x: number): string[] {
	return [shape(ellipse(470, 470), { x: x - 235, y: 90 }, { span, layer: 6, colour: theme.panel })];
}

function nameTag({ span }: Scene, who: string, x: number): string[] {
	return [
		shape(rounded(250, 66, 16), { x: x - 125, y: 596 }, { span, layer: 40, colour: "#f8fafc" }),
		text(
			who === "mara" ? "Mara" : "Tom",
			{ x, y: 629 },
			{ span, layer: 41, colour: "#1b1206", size: 46, anchor: 5 },
		),
	];
}
