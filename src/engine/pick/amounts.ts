const NUMBERS = new Set(
	(
		"hundred thousand million billion percent dollars euro euros twice half hundert tausend millionen milliarden prozent hälfte doppelt " +
		"mille millions milliards cent cents moitié ciento cientos miles millones mitad doble mila milioni miliardi percento metà doppio milhões metade dobro honderd duizend miljoen procent helft"
	).split(" "),
);
const SPELLED = new Set(
	(
		"three four five seven eight nine eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundreds thousands millions billions " +
		"zwanzig dreißig vierzig fünfzig vingt trente quarante cinquante veinte treinta cuarenta cincuenta"
	).split(" "),
);
const FIGURES = /\p{Nd}|[%$€£¥₹]/u;

/** Whether an amount is named, in figures or in words. */
export function namesAmount(text: string): boolean {
	return FIGURES.test(text) || tokens(text.toLowerCase()).some((token) => NUMBERS.has(token));
}

/** Whether a word, in lower case, is only a number or a part of one. */
export function isNumberWord(token: string): boolean {
	return NUMBERS.has(token) || SPELLED.has(token);
}

function tokens(lower: string): readonly string[] {
	return lower.match(/[\p{L}\p{M}'’]+/gu) ?? [];
}
