import type { Chance } from "./chance.ts";

const NOUNS = [
	"garden",
	"kitchen",
	"window",
	"river",
	"market",
	"station",
	"letter",
	"table",
	"engine",
	"teacher",
	"village",
	"painter",
	"carpet",
	"ladder",
];
const DOINGS = [
	"stood",
	"waited",
	"rested",
	"moved",
	"turned",
	"shifted slowly",
	"came up",
	"went on",
	"remained",
	"appeared",
];
const KINDS = [
	"quiet",
	"wooden",
	"green",
	"narrow",
	"simple",
	"common",
	"gentle",
	"plain",
	"round",
	"modern",
];
const PLACES = [
	"near the harbor",
	"behind the house",
	"along the road",
	"under the roof",
	"by the corner",
	"in the valley",
];
const WHENS = [
	"in the morning",
	"after lunch",
	"during the summer",
	"on that day",
	"for a while",
	"before the evening",
];
const BY = ["Later", "Meanwhile", "In general", "Around then", "For the most part"];

/** A sentence of no interest. */
export function ordinary({ pick }: Chance): string {
	return pick([
		() => `The ${pick(KINDS)} ${pick(NOUNS)} ${pick(DOINGS)} ${pick(PLACES)} ${pick(WHENS)}.`,
		() => `${pick(BY)}, the ${pick(NOUNS)} ${pick(DOINGS)} ${pick(PLACES)}.`,
		() => `A ${pick(KINDS)} ${pick(NOUNS)} and a ${pick(NOUNS)} ${pick(DOINGS)} ${pick(WHENS)}.`,
		() =>
			`The ${pick(NOUNS)} of the ${pick(NOUNS)} ${pick(DOINGS)}, and the ${pick(NOUNS)} ${pick(DOINGS)} ${pick(PLACES)}.`,
	])();
}

/** A question, without any of the strong words. */
export function question({ pick }: Chance): string {
	return pick([
		() => `Would you carry the ${pick(NOUNS)} ${pick(PLACES)}?`,
		() => `Where did the ${pick(KINDS)} ${pick(NOUNS)} go ${pick(WHENS)}?`,
		() => `Who put the ${pick(NOUNS)} ${pick(PLACES)}?`,
	])();
}

/** A sentence with an amount in it. */
export function amount({ pick, between }: Chance): string {
	return pick([
		() => `The ${pick(NOUNS)} used ${Math.round(between(20, 90))} percent of the ${pick(NOUNS)}.`,
		() => `There were ${Math.round(between(3, 19))} thousand people ${pick(PLACES)}.`,
		() => `The ${pick(KINDS)} ${pick(NOUNS)} took ${Math.round(between(21, 99))} hours.`,
	])();
}
