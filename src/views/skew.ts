import { apartMs, SKEW, SKEW_REMEDY, type Skew, skewWords } from "../model/skew.ts";
import { type Ink, paint, wrap } from "./ink.ts";

/** A difference of the clocks that is worth a word; undefined for none. */
export function notable(skew: Skew | undefined): Skew | undefined {
	return skew !== undefined && apartMs(skew) > SKEW.warnMs ? skew : undefined;
}

/** What it means, in full sentences. */
export function skewMessage(skew: Skew): string {
	const refused = apartMs(skew) > SKEW.refuseMs;
	const then = refused
		? "Nothing is published until they agree, unless apply is given --allow-skew."
		: "Times are planned by the service's clock.";
	return `${skewWords(skew)}. ${then} ${SKEW_REMEDY}`;
}

/** The same for a terminal; nothing where the clocks agree. */
export function renderSkew(skew: Skew | undefined, ink: Ink): string {
	return skew === undefined
		? ""
		: `${wrap(`${paint(ink).yellow("Warning:")} ${skewMessage(skew)}`, ink.width).join("\n")}\n`;
}

/** The same for a program. */
export function skewEvent(skew: Skew): object {
	const { aheadMs, withinMs } = skew;
	return {
		type: "skew",
		aheadMs: Math.round(aheadMs),
		withinMs: Math.round(withinMs),
		refused: apartMs(skew) > SKEW.refuseMs,
		message: skewMessage(skew),
	};
}
