import type { Context, Liquid } from "liquidjs";
import { shorten } from "./cut.ts";
import { lengthOf, type TextUnit } from "./lengths.ts";
import { listOf, slug, tagName, textOf, unique } from "./text-values.ts";

/** How the field a template is for is counted. */
export interface TextLimit {
	readonly unit: TextUnit;
	/** What the platform takes. */
	readonly most: number;
}

/** Where a limit is kept for filters; no template can say this name. */
export const TEXT_LIMIT = " limit";

/** What reads the clock or throws dice: a plan is a function of its arguments. */
const IMPURE = [
	"date",
	"date_to_xmlschema",
	"date_to_rfc822",
	"date_to_string",
	"date_to_long_string",
	"sample",
];

/** Adds our own filters to an engine, and takes away those whose result is not the same every time. */
export function addFilters(engine: Liquid): void {
	for (const name of IMPURE) delete engine.filters[name];
	engine.registerFilter("hashtags", (value: unknown) =>
		unique(listOf(value).map(tagName).filter(Boolean)).map((tag) => `#${tag}`),
	);
	engine.registerFilter("slug", slug);
	engine.registerFilter("truncate", truncate);
	engine.registerFilter("fit", fit);
}

/** What a filter can ask about where it stands. */
interface Filtering {
	readonly context: Context;
}

/** `truncate: 50`: code points, never inside a visible character. */
function truncate(
	this: Filtering,
	value: unknown,
	...[most = 50, ellipsis = "..."]: readonly unknown[]
): string {
	return cut(this, value, { most: Number(most), unit: "characters", ellipsis });
}

/**
 * `fit: 100`: counted as the account's platform counts this field; without a number what the platform takes.
 */
function fit(this: Filtering, value: unknown, ...[most, ellipsis = "…"]: readonly unknown[]): string {
	const limit = textLimitIn(this.context.globals);
	return cut(this, value, {
		most: most === undefined ? limit.most : Number(most),
		unit: limit.unit,
		ellipsis,
	});
}

function textLimitIn(globals: object): TextLimit {
	const limit: unknown = Object.getOwnPropertyDescriptor(globals, TEXT_LIMIT)?.value;
	return limit === undefined ? { unit: "characters", most: Number.POSITIVE_INFINITY } : (limit as TextLimit);
}

function cut(
	{ context }: Filtering,
	value: unknown,
	{ most, unit, ellipsis }: { readonly most: number; readonly unit: TextUnit; readonly ellipsis: unknown },
): string {
	const text = textOf(value);
	context.memoryLimit.use(text.length);
	if (Number.isNaN(most) || most < 0)
		throw new Error("It needs a number of at least 0, for example {{ clip.title | fit: 100 }}.");
	return shorten(text, { most, measure: (each) => lengthOf(each, unit), ellipsis: textOf(ellipsis) });
}
