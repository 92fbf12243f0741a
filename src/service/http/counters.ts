import { openCounter, openHistogram } from "../../metrics/collectors.ts";
import type { Sample } from "../../metrics/exposition.ts";

/** What happened since the process began. */
export interface Counters {
	count(request: { readonly method: string; readonly status: number; readonly ms: number }): void;
	/** A clip was rendered, in so many milliseconds. */
	rendered(ms: number): void;
	samples(): Readonly<Record<string, readonly Sample[]>>;
}

/** Upper bounds in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const RENDER_SECONDS = [1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600] as const;

/** Counts nothing at first. */
export function openCounters(): Counters {
	const answers = openCounter();
	const durations = openHistogram(SECONDS, [{}]);
	const renders = openHistogram(RENDER_SECONDS, [{}]);
	return {
		count({ method, status, ms }) {
			// A client chooses the method: whatever is none of the usual ones may not become names without end.
			const known = METHODS.includes(method) ? method : "other";
			answers.add({ method: known, code: String(status) });
			durations.observe({}, ms / 1000);
		},
		rendered: (ms) => renders.observe({}, ms / 1000),
		samples: () => ({
			showrun_http_requests_total: answers.samples(),
			showrun_http_request_duration_seconds: durations.samples(),
			showrun_render_duration_seconds: renders.samples(),
		}),
	};
}

const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
