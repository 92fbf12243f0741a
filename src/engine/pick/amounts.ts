const NUMBERS = new Set(
	(
		"hundred thousand million billion percent dollars euro euros twice half hundert tausend millionen milliarden prozent hälfte doppelt " +
		"mille millions milliards cent cents moitié ciento cientos miles millones mitad doble mila milioni miliardi percento metà doppio milhões metade dobro honderd duizend miljoen procent helft"
	).split(" "),
);
const FIGURES = /\p{Nd}|[%$€£¥₹]/u;

/** Whether an amount is named, in figures or in words. */
export function namesAmount(text: string): boolean {
	return FIGURES.test(text) || tokens(text.toLowerCase()).some((token) => NUMBERS.has(token));
}

function tokens(lower: string): readonly string[] {
	return lower.match(/[\p{L}\p{M}'’]+/gu) ?? [];
}
