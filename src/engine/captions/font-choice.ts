import { defined } from "../../model/defined.ts";
import type { Models } from "../../models/open.ts";
import type { Brand } from "../port.ts";
import { brandFont, unfoundNote } from "./brand-font.ts";
import { byScript, type FontFallback, fontFallback, lacking } from "./font-fallback.ts";
import { bundledFonts, captionFont, type Font } from "./fonts.ts";
import { openPulledFonts, type PulledFonts } from "./pulled-fonts.ts";
import { hanFormOf } from "./scripts.ts";
import { systemFonts, systemFontsDigest } from "./system-fonts.ts";

/** The fonts of this program, those that were pulled, and those of the machine. */
export interface Fonts {
	/** Fonts for a text. `language`: that of the text, where it is known. */
	choose(wish: {
		readonly text: string;
		readonly language: string | undefined;
		/** The font that is asked for. Absent: the one of this program. */
		readonly font?: Brand["font"];
		readonly signal: AbortSignal;
	}): Promise<ChosenFonts>;
	/** Changes whenever the same text may be drawn otherwise. */
	identity(signal: AbortSignal): Promise<string>;
}

export interface ChosenFonts {
	readonly fallback: FontFallback;
	/** The first one draws what has no letters of another script. */
	readonly fonts: readonly [Font, ...Font[]];
	/** Letters that none of them draws. */
	readonly undrawn: readonly string[];
	/** What is wrong with the fonts that were pulled, in a sentence. */
	readonly damage?: string;
	/** The font that was asked for and is not there, in a sentence. */
	readonly unfound?: string;
}

/**
 * Fonts in the order they are chosen in: bundled, pulled, the machine's. `models`: where fonts may have been
 * pulled to.
 */
export function openFonts(models: Models | undefined): Fonts {
	let pulled: PulledFonts | undefined;
	let machine: string | undefined;
	// Somebody may pull them while we run.
	const fromModels = async (signal: AbortSignal) => {
		if (!pulled?.isThere()) pulled = models && (await openPulledFonts(models, signal));
		return pulled;
	};
	return {
		choose: async ({ text, language, font, signal }) => {
			const [usual, wanted] = [await captionFont(), font && (await brandFont(font, signal))];
			const first = wanted ?? usual;
			const form = hanFormOf(text, language);
			const others: Font[] = [];
			const sources = [
				() => (wanted ? [usual] : []),
				() => bundledFonts(),
				async () => (await fromModels(signal))?.fonts(form) ?? [],
				() => systemFonts(letters(text, [first, ...others]), { form, signal }),
			];
			for (const source of sources)
				if (letters(text, [first, ...others]).length > 0)
					others.push(...useful(text, [first, ...others], await source()));
			const fonts = [first, ...others] as const;
			return {
				fallback: fontFallback(first, others),
				fonts,
				undrawn: undrawn(text, fonts),
				...defined({
					damage: pulled?.damage,
					unfound: font && !wanted ? unfoundNote(font, usual) : undefined,
				}),
			};
		},
		identity: async (signal) => {
			machine ??= await systemFontsDigest(signal);
			return JSON.stringify([stateOf(await fromModels(signal)), machine]);
		},
	};
}

function stateOf(pulled: PulledFonts | undefined): string {
	return pulled ? (pulled.damage ?? "pulled") : "none";
}

const PULLED_SCRIPTS = ["Chinese", "Japanese", "Korean"];

/** What is left out of some texts, in sentences. */
export function missingLetterNotes(
	texts: readonly Pick<ChosenFonts, "undrawn" | "damage" | "unfound">[],
): readonly string[] {
	const groups = byScript([...new Set(texts.flatMap(({ undrawn }) => undrawn))]);
	const named = [...groups].filter(
		([script, found]) => script !== "emoji" && found.some((letter) => !/\p{P}/u.test(letter)),
	);
	const shown = named.map(([script, found]) => `${script} (${found.slice(0, 3).join(" ")})`);
	const remedy = named.some(([script]) => PULLED_SCRIPTS.includes(script))
		? "`showrun models pull fonts` fetches fonts for Chinese, Japanese and Korean."
		: "Install a font that does, Noto Sans for example.";
	return [
		...new Set(texts.flatMap(({ damage, unfound }) => [damage ?? [], unfound ?? []].flat())),
		...(named.length === 0
			? []
			: [`No font on this machine draws ${shown.join(", ")}: these letters are left out. ${remedy}`]),
		...(groups.has("emoji") ? ["Emoji are left out of captions and hook text."] : []),
	];
}

/** What none of some fonts draws, apart from coloured pictures. */
function letters(text: string, fonts: readonly Font[]): readonly string[] {
	return undrawn(text, fonts).filter((letter) => !byScript([letter]).has("emoji"));
}

function undrawn(text: string, fonts: readonly Font[]): readonly string[] {
	return fonts.reduce<readonly string[]>((rest, font) => lacking(rest.join(""), font), [...new Set(text)]);
}

/** Those of the offered fonts that draw something that none before them does. */
function useful(text: string, fonts: readonly Font[], offered: readonly Font[]): readonly Font[] {
	const found: Font[] = [];
	for (const font of offered) {
		const rest = letters(text, [...fonts, ...found]);
		if (lacking(rest.join(""), font).length < rest.length) found.push(font);
	}
	return found;
}
