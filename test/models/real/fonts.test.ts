import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { missingLetterNotes, openFonts } from "../../../src/engine/captions/font-choice.ts";
import { openModel } from "../../../src/models/open.ts";
import { signal } from "../../engine/media.ts";
import { pulled } from "./pulled.ts";

const fonts = suite("fonts that are pulled");
const models = await pulled("fonts");

const LINES: readonly (readonly [text: string, language: string | undefined, family: string])[] = [
	["中文字幕也要清楚，这是今天最重要的一句话。「嗎」", undefined, "Noto Sans S Chinese Bold"],
	["這個標題說的是繁體中文字幕，今天很重要！鬱", "zh-tw", "Noto Sans T Chinese Bold"],
	["今日は東京で、骨のある話を聞きました！ＡＢＣ１２ ♪ｱｲｳ", undefined, "Noto Sans Japanese Bold"],
	["한국어 자막을 확인합니다: 뷁, “왜?” 漢字", undefined, "Noto Sans Korean Bold"],
	["𠮷野家で𠮟る", undefined, "Noto Sans Japanese Bold"],
	["OK, 東京 for ¥500", "ja", "Noto Sans Japanese Bold"],
];
for (const [text, language, family] of LINES) {
	fonts(`${family} draws all of "${text}"`, async () => {
		if (!models) return;
		const found = await openFonts(models).choose({ text, language, signal: signal() });
		assert.equal(
			[found.fallback.fontFor(text).family, found.undrawn, missingLetterNotes([found])],
			[family, [], []],
		);
	});
}

fonts("bring their licence along", async () => {
	if (!models) return;
	const model = await openModel(models, "fonts", signal());
	assert.match(model?.file("SC") ?? "", /NotoSansHans-Bold\.otf$/);
	assert.match(
		await readFile(join(models.folder, "noto-sc-1.0.0", "LICENSE"), "utf8"),
		/SIL Open Font License/i,
	);
});

fonts.run();
