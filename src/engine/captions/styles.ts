import { defined } from "../../model/defined.ts";
import type { BrandColours } from "../port.ts";

/** How captions look. Our own drawings under the names the interface uses; the originals are not public. */
export interface CaptionStyle {
	/** How the word being said stands out. `none`: the words stand still. */
	readonly emphasis: "colour" | "box" | "underline" | "none";
	/** Colours as RRGGBB. */
	readonly text: string;
	readonly highlight: string;
	/** Colour of a plate behind the line; absent: an outline instead. */
	readonly plate?: string;
	readonly capitals?: true;
	/** A thick outline, for pictures in which a lot goes on. */
	readonly heavy?: true;
	/** Most words at a time. */
	readonly words: number;
}

const DEFAULT_STYLE = "temp-7";
const WHITE = "FFFFFF";
const GREY = "B4B8C0";
const DARK = "14161C";
const HIGHLIGHTS = ["35E06A", "2FD9FF", "FF9F1C", "FF6FB5", "FFD60A", "A78BFF"] as const;
const MOVING = { emphasis: "colour", text: WHITE, words: 4 } as const;
const GAME = { ...MOVING, capitals: true, heavy: true, words: 3 } as const;
const STILL = { emphasis: "none", text: WHITE, highlight: WHITE, words: 7 } as const;

/** Every style that is drawn, by id. */
export const STYLES: Readonly<Record<string, CaptionStyle>> = {
	...Object.fromEntries(Array.from({ length: 18 }, (_, id) => [`temp-${id}`, numbered(id)])),
	"temp-7": { ...MOVING, highlight: "FFD60A" },
	"word-focus": { ...MOVING, text: GREY, highlight: WHITE },
	"box-highlight": { ...MOVING, emphasis: "box", highlight: "7C3AED" },
	"underline-focus": { ...MOVING, emphasis: "underline", highlight: WHITE },
	"smart-bg-focus": { ...MOVING, highlight: "FFD60A", plate: DARK },
	"temp-static-1": STILL,
	"temp-static-2": { ...STILL, plate: DARK },
	"temp-static-3": { ...STILL, capitals: true, words: 5 },
	"temp-static-4": { ...STILL, text: "FFD60A" },
	"temp-static-5": { ...STILL, text: DARK, plate: WHITE },
	"temp-static-6": { ...STILL, text: "2FD9FF", capitals: true, words: 5 },
	"game-streamer-1": { ...GAME, highlight: "39FF14" },
	"game-streamer-2": { ...GAME, highlight: "FF3131" },
	"game-streamer-3": { ...GAME, highlight: "00E5FF" },
	"game-streamer-4": { ...GAME, emphasis: "box", highlight: "9146FF" },
	"game-streamer-5": { ...GAME, emphasis: "box", highlight: "E11D48" },
	"game-streamer-6": { ...GAME, text: "FFD60A", highlight: WHITE },
	"game-streamer-7": { ...GAME, highlight: "FF9F1C", plate: DARK },
};

/** The style of an id; one that is not drawn gives the default and a note. */
export function styleOf(id: string): { readonly style: CaptionStyle; readonly notes: readonly string[] } {
	const style = Object.hasOwn(STYLES, id) ? STYLES[id] : undefined;
	if (style) return { style, notes: [] };
	return {
		style: { ...MOVING, highlight: "FFD60A" },
		notes: [`The caption style "${id}" is not known to this engine: ${DEFAULT_STYLE} is drawn instead.`],
	};
}

/** A style in colours of somebody's own, as far as there are some. */
export function inColours(style: CaptionStyle, { text, highlight, plate }: BrandColours = {}): CaptionStyle {
	return { ...style, ...defined({ text, highlight, plate }) };
}

/** Colours of a hook text: dark on white unless it has its own. */
export function hookColoursOf({ hookText: text = "101216", hookPlate: plate = WHITE }: BrandColours = {}): {
	readonly text: string;
	readonly plate: string;
} {
	return { text, plate };
}

/** The numbered ones differ in colour; every third is in capitals, and from 12 on they stand on a plate. */
function numbered(id: number): CaptionStyle {
	const highlight = HIGHLIGHTS[id % HIGHLIGHTS.length] ?? WHITE;
	return {
		...MOVING,
		highlight,
		...(id % 3 === 0 && { capitals: true as const }),
		...(id >= 12 && { plate: DARK }),
	};
}
