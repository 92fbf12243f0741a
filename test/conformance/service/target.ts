import { setTimeout as sleep } from "node:timers/promises";
import document from "../../../schemas/service.openapi.json" with { type: "json" };
import type {
	WireAccount,
	WireSubmitted,
	WireTask,
	WireUploadTarget,
} from "../../../src/wire/messages.gen.ts";
import { answerCheck } from "../../service/answer-checks.ts";

/** A service that is held to the interface document. */
export interface Target {
	/** Without a trailing slash. */
	readonly url: string;
	readonly key: string;
	readonly versionHeader: string;
	/** What is uploaded. Absent: nothing is submitted, so that nothing is spent. */
	readonly video?: Uint8Array;
	/** Whether posts may be made. */
	readonly publishes: boolean;
	/** How long a task may take, in milliseconds. */
	readonly taskMs: number;
	/** Moves the service's clock, where that can be done. */
	readonly pass?: (ms: number) => void;
}

export interface Answer {
	readonly status: number;
	readonly data: unknown;
	readonly message: string;
}

/** One request and its answer, as they were sent. */
export interface Sent {
	readonly operation: string;
	readonly request: unknown;
	readonly status: number;
	readonly answer: unknown;
}

/** Every request of this process, in order. */
export const sent: Sent[] = [];

const PATHS = {
	submit: "/api/v2/clips",
	results: "/api/v2/clips/results",
	upload: "/api/v2/upload/single-file",
	accounts: "/api/v2/social-media/accounts",
} as const;
const HANG_MS = 30_000;
const check = answerCheck(document);

/** Sends a request with the headers of section 5 and checks the answer against the document. */
export async function call(
	target: Target,
	request: {
		readonly method?: string;
		readonly path: string;
		readonly body?: unknown;
		readonly headers?: Readonly<Record<string, string>>;
	},
): Promise<Answer> {
	const { method = request.body === undefined ? "GET" : "POST", path, body, headers } = request;
	const response = await fetch(`${target.url}${path}`, {
		method,
		headers: {
			authorization: `Bearer ${target.key}`,
			"content-type": "application/json",
			[target.versionHeader]: "v2",
			...headers,
		},
		signal: AbortSignal.timeout(HANG_MS),
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const answer: { readonly data?: unknown; readonly message?: string } = JSON.parse(await response.text());
	const { pathname } = new URL(`${target.url}${path}`);
	const problem = check({ method, path: pathname, status: response.status, body: answer });
	if (problem !== undefined) throw new Error(problem);
	sent.push({ operation: `${method} ${pathname}`, request: body, status: response.status, answer });
	return { status: response.status, data: answer.data, message: answer.message ?? "" };
}

/** Uploads the video of the target and gives its identity. */
export async function upload(target: Target): Promise<string> {
	const { data } = await call(target, { path: PATHS.upload, body: { name: "talk.mp4" } });
	const { upload_url, identity } = data as WireUploadTarget;
	const put = await fetch(upload_url, { method: "PUT", body: Buffer.from(target.video ?? []) });
	if (!put.ok) throw new Error(`the upload was answered with ${put.status}`);
	return identity;
}

/** Submits an upload; gives the answer. */
export async function submit(target: Target, fields: object = {}): Promise<WireSubmitted> {
	const body = { video_url: await upload(target), ...fields };
	const { status, data, message } = await call(target, { path: PATHS.submit, body });
	if (status !== 200) throw new Error(`a submit was answered with ${status}: ${message}`);
	return data as WireSubmitted;
}

export async function results(target: Target, id: string): Promise<WireTask> {
	const { status, data, message } = await call(target, { path: `${PATHS.results}/${id}` });
	if (status !== 200) throw new Error(`results were answered with ${status}: ${message}`);
	return data as WireTask;
}

/** Polls until the task is final. `seen` gets every answer. */
export async function ended(
	target: Target,
	id: string,
	seen: (task: WireTask) => void = () => {},
): Promise<WireTask> {
	const deadline = performance.now() + target.taskMs;
	for (let pauseMs = 5; ; pauseMs = Math.min(30_000, pauseMs * 2)) {
		const task = await results(target, id);
		seen(task);
		if (task.status === "SUCCEEDED" || task.status === "FAILED") return task;
		if (performance.now() > deadline) throw new Error(`task ${id} is still ${task.status}`);
		await sleep(pauseMs);
	}
}

export async function accounts(target: Target): Promise<readonly WireAccount[]> {
	return (await call(target, { path: PATHS.accounts })).data as readonly WireAccount[];
}
