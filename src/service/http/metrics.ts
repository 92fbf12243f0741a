import type { Metric } from "../../metrics/exposition.ts";

/** What a service measures of itself. */
export const SERVICE_METRICS = {
	showrun_http_requests_total: {
		type: "counter",
		help: "Requests that were answered.",
		labels: ["method", "code"],
	},
	showrun_http_request_duration_seconds: {
		type: "histogram",
		help: "Time until an answer began.",
		labels: [],
	},
	showrun_render_duration_seconds: {
		type: "histogram",
		help: "How long clips took to render, less those that were there already.",
		labels: [],
	},
	showrun_tasks_open: { type: "gauge", help: "Tasks that are queued or under way.", labels: [] },
	showrun_tenant_tasks_open: {
		type: "gauge",
		help: "Tasks of each tenant that are queued or under way.",
		labels: ["tenant"],
	},
	showrun_works: {
		type: "gauge",
		help: "1 while this process does the work of each tenant, 0 while another does.",
		labels: ["tenant"],
	},
	showrun_queue_waiting: {
		type: "gauge",
		help: "Tasks, or news of posts, that no process of several has taken.",
		labels: ["queue"],
	},
	showrun_queue_oldest_seconds: {
		type: "gauge",
		help: "How long the oldest of what waits for a process has waited.",
		labels: ["queue"],
	},
	showrun_queue_processes: {
		type: "gauge",
		help: "Processes that are there and work on it.",
		labels: ["queue"],
	},
	showrun_process_tasks: {
		type: "gauge",
		help: "Tasks that each process of several works on.",
		labels: ["process"],
	},
	showrun_tasks_stuck: { type: "gauge", help: "Tasks that stand still until a restart.", labels: [] },
	showrun_tenants_unopened: { type: "gauge", help: "Tenants whose folders cannot be opened.", labels: [] },
	showrun_deliveries_open: {
		type: "gauge",
		help: "Deliveries that wait or are under way.",
		labels: [],
	},
	showrun_webhooks_sent_total: {
		type: "counter",
		help: "Events that endpoints of each tenant took.",
		labels: ["tenant"],
	},
	showrun_webhooks_failed_total: {
		type: "counter",
		help: "Attempts to send an event that failed.",
		labels: ["tenant"],
	},
	showrun_webhooks_waiting: { type: "gauge", help: "Events that wait for an endpoint.", labels: ["tenant"] },
	showrun_webhooks_dead: {
		type: "gauge",
		help: "Events that endpoints did not take in 12 hours: showrun webhooks list.",
		labels: ["tenant"],
	},
	showrun_disk_free_bytes: {
		type: "gauge",
		help: "Free space on the disk of the workspace, or of the service's data folder.",
		labels: [],
	},
} as const satisfies Readonly<Record<string, Metric>>;
