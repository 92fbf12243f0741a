import type { Difference } from "../model/difference.ts";
import type { Change } from "../model/plan.ts";
import { cut, plain } from "./ink.ts";
import { formatMoment } from "./local-time.ts";

/** `export.resolution: 720p → 1080p`, a line each. */
export function differenceLines(
	{ address, differences = [] }: Change,
	ink: Parameters<typeof formatMoment>[2],
): string[] {
	return differences.map((each) => {
		const isTime = each.field === "time" || each.field === "slot";
		const text = (value: unknown) =>
			isTime && typeof value === "number" ? formatMoment(value, address, ink) : valueText(value);
		return `${plain(each.field)}: ${withoutTime(each, text(each.before))} → ${withoutTime(each, text(each.after))}`;
	});
}

/** A post without a time is made as soon as possible; a slot is one of a schedule. */
function withoutTime({ field, after }: Difference, text: string): string {
	if (field === "time" && text === NONE) return "as soon as possible";
	return field === "slot" && text === valueText(after) ? `not a slot of ${text}` : text;
}

const NONE = "(none)";

function valueText(value: unknown): string {
	if (value === undefined) return NONE;
	return cut(
		plain(typeof value === "string" && /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value)),
		200,
	);
}
