import type { Secret } from "./secret.ts";

/** What endpoints are told of by the embedded service, and what each means. */
export const SERVICE_EVENTS = {
	"task.succeeded": "All that the task was to make is there.",
	"task.failed": "The task ended before that; `error_message` says why.",
	"task.cancelled": "A client cancelled the task.",
	"post.accepted": "The post waits for its time or its turn; once more after a failure, where it is retried.",
	"post.waiting": "The post waits until its account is connected again; `note` says why.",
	"post.delivered": "The post is out; `url` is where, if its platform says so.",
	"post.failed": "The post is certainly not out; `error_message` says why.",
	"post.unknown": "Nobody can tell whether the post is out: a person has to look.",
	"post.held": "The post was too late by its rule: it waits for a person.",
	"post.skipped": "The post was too late by its rule, and stays unsent.",
	"post.cancelled": "A client cancelled the post.",
} as const;

export type ServiceEvent = keyof typeof SERVICE_EVENTS;

/** An endpoint that is told what becomes of tasks and posts. */
export interface EventEndpoint {
	readonly name: string;
	readonly events: readonly ServiceEvent[];
	/** Absent: a part of it is missing, which is reported. What it is to be told waits. */
	readonly target?: { readonly url: Secret; readonly secret: Secret; readonly privateHosts: boolean };
}
