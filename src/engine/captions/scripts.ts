/** Chinese letters as they are written in mainland China, in Taiwan and Hong Kong, in Japan and in Korea. */
export type HanForm = "SC" | "TC" | "JP" | "KR";

/**
 * Scripts whose letters and marks change their shape and place beside others in ways only a full shaper
 * knows.
 */
const JOINED =
	/[\p{Script=Thai}\p{Script=Lao}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Common letters that are written in one of the two ways only. */
const TRADITIONAL =
	/[這個們說時來國會學對為麼沒還過開關東車長門問間見話語讓認識錢經應該點種樣當後發現實覺聽寫讀書買賣難聲萬與業電視頻號嗎啲嘅]/gu;
const SIMPLIFIED =
	/[这个们说时来国会学对为么没还过开关东车长门问间见话语让认识钱经应该点种样当发现实觉听写读书买卖难声万与业电视频号吗]/gu;

/** Which form of Chinese letters a text wants: what its language says, else what stands beside them. */
export function hanFormOf(text: string, language: string | undefined): HanForm {
	const named = language === undefined ? undefined : formOfLanguage(language.toLowerCase());
	if (named !== undefined) return named;
	if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "JP";
	if (/\p{Script=Hangul}/u.test(text)) return "KR";
	return count(text, TRADITIONAL) > count(text, SIMPLIFIED) ? "TC" : "SC";
}

/** Plain Chinese may be either. */
function formOfLanguage(language: string): HanForm | undefined {
	if (/^(?:zh[-_](?:.*[-_])?(?:hant|tw|hk|mo)|yue)\b/.test(language)) return "TC";
	if (/^zh[-_](?:.*[-_])?(?:hans|cn|sg)\b/.test(language)) return "SC";
	if (/^(?:ja|jpn)(?:$|[-_])/.test(language)) return "JP";
	return /^(?:ko|kor)(?:$|[-_])/.test(language) ? "KR" : undefined;
}

function count(text: string, letters: RegExp): number {
	return text.match(letters)?.length ?? 0;
}

/**
 * A text in capitals, as its language writes them: dotted İ in Turkish, no accents in Greek. Where nobody
 * named the language, the letters tell.
 */
export function upperCased(text: string, language: string | undefined): string {
	const locale = capitalsLocale(text, language);
	// Georgian has capitals since 2018 only, and hardly a font has them.
	return text.replace(/\P{Script=Georgian}+/gu, (part) => part.toLocaleUpperCase(locale));
}

function capitalsLocale(text: string, language: string | undefined): string {
	if (/\p{Script=Greek}/u.test(text)) return "el";
	const base = language?.toLowerCase().split(/[-_]/)[0] ?? "";
	if (["tr", "az", "lt"].includes(base)) return base;
	return base === "" && isTurkish(text) ? "tr" : "en";
}

/** The first letter of a sentence, as its language begins one. */
export function capitalised(letter: string, sentence: string): string {
	return /\p{Script=Georgian}/u.test(letter)
		? letter
		: letter.toLocaleUpperCase(isTurkish(sentence) ? "tr" : "en");
}

/** Whether a text has letters that only Turkish and its neighbours write. */
function isTurkish(text: string): boolean {
	return /[ığİĞ]/u.test(text);
}

/** Whether a text has letters that are read from right to left. */
export function hasRightToLeft(text: string): boolean {
	return RIGHT_TO_LEFT.test(text);
}

/** Whether a text is read from right to left: because of its language, or because most of its letters are. */
export function readsFromRight(text: string, language: string | undefined): boolean {
	if (/^(?:ar|ara|fa|he|iw|ur|yi|ps|sd|ug|ckb|dv)(?:$|[-_])/i.test(language ?? "")) return true;
	const letters = text.match(/\p{L}/gu) ?? [];
	return letters.filter(hasRightToLeft).length * 2 > letters.length;
}

/** Whether a text can only be drawn by a renderer that shapes letters. */
export function needsShaping(text: string): boolean {
	return JOINED.test(text);
}

/**
 * A text in the form fonts know: letters put together with their marks, without what belongs to coloured
 * pictures alone or to nothing, and without heaps of marks.
 */
export function normalised(text: string): string {
	return text
		.normalize("NFC")
		.replace(/(\p{M}{6})\p{M}+/gu, "$1")
		.replace(/\p{Variation_Selector}|\u20E3|[\u{E0000}-\u{E007F}\p{Co}\p{Cn}\p{Cs}\uFFFC\uFFFD]/gu, "")
		.replace(/(?<![\p{L}\p{M}])\u200D|\u200D(?![\p{L}\p{M}])/gu, "");
}
