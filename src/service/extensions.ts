import { WIRE_LIMITS } from "../wire/names.ts";

/**
 * What this service does beyond the interface document, each with its parameters: the answer to a question,
 * and a header of every answer, so that a client learns of them from whatever it asks first.
 */
export const EXTENSIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	idempotency: { lifetime_ms: WIRE_LIMITS.idempotencyMs },
	publish_status: {},
	publish_list: {},
	publish_cancel: {},
	publish_update: {},
	publish_retry: {},
	publish_resolve: {},
	publish_late_rule: {},
	task_list: {},
	task_cancel: {},
	account_remove: {},
	added_clips: {},
	brand: {},
	export_limit: {},
	upload_resume: {},
	transcripts: {},
	find_moments: {},
	summary_tasks: {},
	transcript_tasks: {},
	transcript_origin: {},
	transcript_read: {},
	warnings: {},
	webhooks: {},
};

/** The same as a list of tokens with parameters (RFC 9651). */
export const EXTENSIONS_LIST = Object.entries(EXTENSIONS)
	.map(([name, parameters]) =>
		[name, ...Object.entries(parameters).map(([key, value]) => `${key}=${value}`)].join(";"),
	)
	.join(", ");
