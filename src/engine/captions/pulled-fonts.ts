import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { ModelFault } from "../../models/model-fault.ts";
import { type Models, type OpenModel, openModel } from "../../models/open.ts";
import type { Font } from "./fonts.ts";
import { glyphsIn } from "./glyphs.ts";
import type { HanForm } from "./scripts.ts";

/** The fonts that were pulled. */
export interface PulledFonts {
	/** All of them, those that write Chinese letters in a form first. */
	fonts(form: HanForm): readonly Font[];
	/** What is wrong with them, in a sentence; then there are none. */
	readonly damage?: string;
	/** Whether nobody has removed them since. */
	isThere(): boolean;
}

const FAMILIES: Readonly<Record<HanForm, string>> = {
	SC: "Noto Sans S Chinese Bold",
	TC: "Noto Sans T Chinese Bold",
	JP: "Noto Sans Japanese Bold",
	KR: "Noto Sans Korean Bold",
};
const FORMS: readonly HanForm[] = ["SC", "TC", "JP", "KR"];

/**
 * Opens the fonts that were pulled. Undefined: none were. Damaged ones are told of, and not used: captions of
 * other scripts need none of them.
 */
export async function openPulledFonts(models: Models, signal: AbortSignal): Promise<PulledFonts | undefined> {
	try {
		const model = await openModel(models, "fonts", signal);
		if (!model) return undefined;
		const all = new Map(
			await Promise.all(FORMS.map(async (form) => [form, await fontOf(model, form)] as const)),
		);
		const isThere = () => [...all.values()].every(({ file }) => existsSync(file));
		return {
			isThere,
			fonts: (form) =>
				[form, ...FORMS.filter((other) => other !== form)].flatMap((each) => all.get(each) ?? []),
		};
	} catch (error) {
		if (!(error instanceof ModelFault)) throw error;
		return { isThere: () => false, fonts: () => [], damage: `${error.message} ${error.remedy ?? ""}`.trim() };
	}
}

async function fontOf(model: OpenModel, form: HanForm): Promise<Font> {
	const file = model.file(form);
	return { family: FAMILIES[form], file, glyphs: glyphsIn(await readFile(file)) };
}
