import { slots } from "../compose/slots.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Schedule } from "../model/campaign.ts";

/** Slots further ahead than this are not looked for: ten years. */
const HORIZON_MS = 3_653 * 86_400_000;

/** The slots of one schedule, found once and only as far as somebody asks. */
export interface Calendar {
	/**
	 * The slot with this number, counted from the calendar's first. Undefined: the schedule has no slot any
	 * more.
	 */
	slot(index: number): EpochMs | undefined;
	/** Whether the schedule has this slot. Times before the calendar's first are not in it. */
	has(at: EpochMs): boolean;
}

/** The calendar of a schedule from a moment on. */
export function calendarOf(schedule: Schedule, from: EpochMs): Calendar {
	const coming = slots(schedule, from, epochMs(from + HORIZON_MS));
	const found: EpochMs[] = [];
	const known = new Set<EpochMs>();
	const next = () => {
		const { value } = coming.next();
		if (value === undefined) return undefined;
		found.push(value.at);
		known.add(value.at);
		return value.at;
	};
	return {
		slot(index) {
			while (found.length <= index) if (next() === undefined) return undefined;
			return found[index];
		},
		has(at) {
			while ((found.at(-1) ?? Number.NEGATIVE_INFINITY) < at) if (next() === undefined) break;
			return known.has(at);
		},
	};
}
