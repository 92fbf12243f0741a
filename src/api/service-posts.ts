import { defined } from "../model/defined.ts";
import type { ServicePost, ServicePostResult } from "../model/service-post.ts";
import { PATHS } from "../wire/names.ts";
import { asObject, id, line, list, number, paragraph } from "./json-values.ts";
import { dataOf, unreadable } from "./parse.ts";
import { type Reader, read } from "./read.ts";
import { ReadFault } from "./read-fault.ts";

/** The publishing tasks of a service, which all need extensions of it. */
export interface ServicePosts {
	/** Newest first. */
	list(signal: AbortSignal): Promise<readonly ServicePost[]>;
	show(taskId: string, signal: AbortSignal): Promise<ServicePost>;
	/** Changes the version that was read; made again, it changes nothing more. */
	change(post: ServicePost, change: ServicePostChange, signal: AbortSignal): Promise<ServicePost>;
}

export type ServicePostChange =
	| { readonly kind: "retry" | "cancel" }
	| {
			readonly kind: "resolve";
			readonly accountId: string;
			readonly outcome: "posted" | "not_posted";
			readonly url?: string;
	  };

const MOST_PAGES = 1_000;
const MOST_IN_PAGE = 1_000;
const MOST_ACCOUNTS = 1_000;

export function servicePosts(open: () => Promise<Reader>): ServicePosts {
	const ask = async (path: string, signal: AbortSignal) =>
		dataOf(await read(await open(), { method: "GET", path, signal }));
	return {
		list: async (signal) => {
			const posts: ServicePost[] = [];
			let cursor: string | undefined;
			for (let page = 0; page < MOST_PAGES; page++) {
				const query = cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`;
				const found = asObject(await ask(`${PATHS.publish}${query}`, signal));
				posts.push(...list(found?.tasks, MOST_IN_PAGE).map(postOf));
				cursor = line(found?.next_cursor);
				if (cursor === undefined) break;
			}
			return posts;
		},
		show: async (taskId, signal) => {
			const answer = await ask(PATHS.publishTask(taskId), signal).catch((error: unknown) => {
				throw error instanceof ReadFault && error.missing ? noPostFault(taskId) : error;
			});
			return postOf(answer);
		},
		change: async ({ taskId, version }, { kind, ...more }, signal) => {
			const body = "outcome" in more && {
				body: JSON.stringify(defined({ account_id: more.accountId, outcome: more.outcome, url: more.url })),
			};
			const ifMatch = version === undefined ? {} : { ifMatch: `"${version}"` };
			const path = `${PATHS.publishTask(taskId)}/${kind}`;
			return postOf(dataOf(await read(await open(), { method: "POST", path, signal, ...body, ...ifMatch })));
		},
	};
}

function noPostFault(taskId: string): ReadFault {
	const remedy = "See: showrun posts list";
	return new ReadFault(`The service has no post with the id ${taskId}.`, {
		next: "stop",
		fatal: false,
		remedy,
	});
}

function postOf(value: unknown): ServicePost {
	const task = asObject(value);
	const [taskId, status] = [id(task?.task_id), line(task?.status)];
	if (taskId === undefined || status === undefined) throw unreadable("a publishing task has no id or status");
	return {
		...defined({
			version: number(task?.version),
			createdAt: number(task?.created_at),
			scheduledAt: number(task?.scheduled_at),
		}),
		taskId,
		status,
		results: list(task?.results, MOST_ACCOUNTS).flatMap(resultOf),
	};
}

function resultOf(value: unknown): readonly ServicePostResult[] {
	const result = asObject(value);
	const [accountId, status] = [id(result?.account_id), line(result?.status)];
	if (accountId === undefined || status === undefined) return [];
	const known = {
		state: line(result?.state),
		error: paragraph(result?.error_message),
		note: paragraph(result?.note),
		location: line(result?.location),
		url: line(result?.url),
		deliveredAt: number(result?.delivered_at),
	};
	return [{ accountId, status, ...defined(known) }];
}
