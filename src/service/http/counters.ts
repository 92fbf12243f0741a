import { escapeLabel, histogramLines, metricLines } from "./exposition.ts";

/** What was answered since the process began. */
export interface Counters {
	count(request: { readonly method: string; readonly status: number; readonly ms: number }): void;
	/** In the text format of Prometheus. */
	lines(): readonly string[];
}

/** Upper bounds in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Counts nothing at first. */
export function openCounters(): Counters {
	const answers = new Map<string, number>();
	const within = SECONDS.map(() => 0);
	let [count, sum] = [0, 0];
	return {
		count: ({ method, status, ms }) => {
			// A client chooses the method: whatever is none of the usual ones may not become names without end.
			const known = METHODS.includes(method) ? method : "other";
			const labels = `method="${escapeLabel(known)}",code="${status}"`;
			answers.set(labels, (answers.get(labels) ?? 0) + 1);
			const seconds = ms / 1000;
			for (const [at, bound] of SECONDS.entries()) if (seconds <= bound) within[at] = (within[at] ?? 0) + 1;
			count += 1;
			sum += seconds;
		},
		lines: () => [
			...metricLines("showrun_http_requests_total", "counter", {
				help: "Requests that were answered.",
				samples: [...answers],
			}),
			...histogramLines("showrun_http_request_duration_seconds", {
				help: "Time until an answer began.",
				buckets: SECONDS.map((bound, at) => [bound, within[at] ?? 0] as const),
				count,
				sum,
			}),
		],
	};
}

const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
