import type { AddressText } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type { RunEvent } from "../model/event.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { WATCH_METRICS } from "./catalogue.ts";
import { openCounter, openHistogram } from "./collectors.ts";
import type { Sample } from "./exposition.ts";

/** What happened since the process began. */
export interface WatchCounters {
	/** Hears of what a pass does. */
	event(event: RunEvent): void;
	/** A pass ended, well or as a whole not. */
	pass(outcome: "succeeded" | "failed"): void;
	took(seconds: number): void;
	/** What the events of a pass were about, as the state has it after it. */
	settle(snapshot: Pick<Snapshot, "resources">, now: EpochMs): void;
	samples(): Readonly<Partial<Record<keyof typeof WATCH_METRICS, readonly Sample[]>>>;
}

const PASS_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 1800] as const;
const LATENESS_SECONDS = [30, 60, 120, 300, 600, 1800, 3600, 21_600, 86_400] as const;
const TASK_SECONDS = [30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600] as const;

/** Counts nothing at first. */
export function openWatchCounters(): WatchCounters {
	const passes = openCounter([{ outcome: "succeeded" }, { outcome: "failed" }]);
	const actions = openCounter(
		["submit", "publish"].flatMap((action) =>
			["done", "refused", "unknown"].map((outcome) => ({ action, outcome })),
		),
	);
	const durations = openHistogram(PASS_SECONDS, [{}]);
	const lateness = openHistogram(LATENESS_SECONDS, [{}]);
	const tasks = openHistogram(TASK_SECONDS, [{ kind: "video" }, { kind: "rendition" }]);
	const ended = new Set<AddressText>();
	return {
		event(event) {
			if (event.type === "sent") actions.add({ action: event.action, outcome: event.outcome });
			if (event.type === "delivered" || event.type === "settled") ended.add(event.address);
		},
		pass: (outcome) => passes.add({ outcome }),
		took: (seconds) => durations.observe({}, seconds),
		settle({ resources }, now) {
			for (const address of ended) {
				const state = resources[address];
				if (state === undefined) continue;
				if (state.kind !== "post") tasks.observe({ kind: state.kind }, since(state.submittedAt, now));
				else if (state.request.scheduledAt !== undefined)
					lateness.observe({}, since(state.request.scheduledAt, now));
			}
			ended.clear();
		},
		samples: () => ({
			showrun_passes_total: passes.samples(),
			showrun_actions_total: actions.samples(),
			showrun_pass_duration_seconds: durations.samples(),
			showrun_post_lateness_seconds: lateness.samples(),
			showrun_task_duration_seconds: tasks.samples(),
		}),
	};
}

/** Seconds, by clocks that may differ a little. */
function since(at: EpochMs, now: EpochMs): number {
	return Math.max(0, now - at) / 1000;
}
