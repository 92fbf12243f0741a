/** What every drawing of a shot is given: its time, and the colours of its section. */
import type { Span } from "./ass.ts";
import type { Timeline } from "./sound.ts";
import type { Section } from "./talk.ts";

interface Theme {
	readonly back: string;
	readonly deco: string;
	readonly panel: string;
	readonly ink: string;
	readonly soft: string;
	readonly accent: string;
}

export const THEMES: Readonly<Record<Section["theme"], Theme>> = {
	night: {
		back: "#101b33",
		deco: "#16243f",
		panel: "#263a66",
		ink: "#f8fafc",
		soft: "#9fb0d0",
		accent: "#fdb022",
	},
	sea: {
		back: "#06403f",
		deco: "#0a4c4a",
		panel: "#14706c",
		ink: "#f0fdf9",
		soft: "#8fd3c8",
		accent: "#ffd166",
	},
	plum: {
		back: "#3a1a47",
		deco: "#472156",
		panel: "#66347a",
		ink: "#fdf4ff",
		soft: "#d3a8e2",
		accent: "#ff8a65",
	},
	paper: {
		back: "#fff4e0",
		deco: "#ffebcb",
		panel: "#ffd99b",
		ink: "#28180a",
		soft: "#8d6b43",
		accent: "#d9480f",
	},
	forest: {
		back: "#17361f",
		deco: "#1e4529",
		panel: "#2f6a3f",
		ink: "#f3fff4",
		soft: "#a3cfab",
		accent: "#9be15d",
	},
};

/** Where slides begin, in pixels. */
export const LEFT = 90;

export interface Scene {
	readonly span: Span;
	readonly theme: Theme;
	readonly timeline: Timeline;
}
