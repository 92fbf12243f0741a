import type { Metric } from "./exposition.ts";

const counter = <Label extends string>(help: string, ...labels: readonly Label[]): Metric<Label> => ({
	type: "counter",
	help,
	labels,
});
const gauge = <Label extends string>(help: string, ...labels: readonly Label[]): Metric<Label> => ({
	type: "gauge",
	help,
	labels,
});
const histogram = <Label extends string>(help: string, ...labels: readonly Label[]): Metric<Label> => ({
	type: "histogram",
	help,
	labels,
});

/** What state, plan and accounts tell after a pass or an apply. */
export const STATUS_METRICS = {
	showrun_build_info: gauge(
		"Always 1; its labels name the version and the format of the state.",
		"version",
		"state_format",
	),
	showrun_last_successful_pass_timestamp_seconds: gauge("When the last pass succeeded, since unix epoch."),
	showrun_posts: gauge("Posts that the state knows or the campaigns ask for.", "campaign", "status"),
	showrun_videos: gauge("Videos that the state knows or the campaigns ask for.", "campaign", "status"),
	showrun_posts_due: gauge(
		"Posts whose time has come and that are not known to be out, less those put off on purpose.",
		"campaign",
	),
	showrun_posts_late: gauge("Posts that are due for more than ten minutes.", "campaign"),
	showrun_clips_waiting_for_review: gauge("Clips that wait for approval.", "campaign"),
	showrun_unknown_outcomes: gauge("Attempts that nobody knows the outcome of.", "campaign"),
	showrun_account_token_valid: gauge(
		"1 while the account is authorized, as the service listed it last.",
		"platform",
		"account",
	),
	showrun_account_token_expiring_soon: gauge(
		"1 while the service says that the authorization ends soon.",
		"platform",
		"account",
	),
	showrun_account_posts_left: gauge(
		"Posts that the quota of the platform's app leaves, where the service counts them.",
		"platform",
		"account",
	),
	showrun_disk_free_bytes: gauge("Free space on the disk of the workspace, or of the service's data folder."),
} as const;

/** What only a process that stays can tell. */
export const WATCH_METRICS = {
	showrun_passes_total: counter("Passes by whether they succeeded.", "outcome"),
	showrun_pass_duration_seconds: histogram("How long passes took."),
	showrun_actions_total: counter("Changes that were sent, by what came of them.", "action", "outcome"),
	showrun_post_lateness_seconds: histogram("From a post's time until a pass saw that it was delivered."),
	showrun_task_duration_seconds: histogram(
		"From the submission of a task until a pass had its results.",
		"kind",
	),
	showrun_retries_waiting: gauge("Addresses that failed and are tried again by themselves."),
	showrun_suspended: gauge("1 while nothing is sent: showrun suspend."),
	showrun_leads: gauge("1 while this process makes the passes, 0 while another one does."),
	showrun_requests_left: gauge("Requests that the limit of the service leaves in this minute."),
} as const;
