import { setTimeout as wait } from "node:timers/promises";
import { ulid } from "ulid";

/** Somebody who uses a service that several processes answer for, whichever of them is there. */
export interface Client {
	/** Uploads a video and asks for clips; gives the task. */
	submit(source: Buffer): Promise<string>;
	/** Gives the task once it has succeeded. */
	made(task: string, limitMs: number): Promise<string>;
	/** Has the first clip of a task posted; gives the publishing task. */
	publish(post: { readonly project: string; readonly title: string }): Promise<string>;
	/** `DONE`, or what it failed with. */
	ended(post: string, limitMs: number): Promise<string>;
}

const [PAUSE_MS, ANSWER_MS, LIMIT_MS] = [200, 5_000, 120_000];

interface Asked {
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

/** Asks one after the other, until one has an answer that is none of trouble. */
function asker(urls: () => readonly string[], key: string): Ask {
	let turn = 0;
	return async (method, path, { body, headers } = {}) => {
		const standard = { authorization: `Bearer ${key}`, "x-service-api-version": "v2" };
		for (const until = performance.now() + LIMIT_MS; ; await wait(PAUSE_MS)) {
			const all = urls();
			const url = all[turn++ % all.length];
			const answer = await fetch(`${url}${path}`, {
				...{ method, signal: AbortSignal.timeout(ANSWER_MS) },
				headers: { ...standard, "content-type": "application/json", ...headers },
				...(body !== undefined && { body: JSON.stringify(body) }),
			}).then(
				async (got) => ({ status: got.status, body: await got.text() }),
				(error: unknown) => ({ status: 0, body: String(error) }),
			);
			if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.body).data;
			const mayPass = answer.status === 0 || answer.status >= 500 || answer.status === 429;
			if (!mayPass || performance.now() > until)
				throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.slice(0, 200)}`);
		}
	};
}

/** `urls`: where the processes answer now. */
export function clientOf(urls: () => readonly string[], key: string): Client {
	const ask = asker(urls, key);
	return {
		submit: (source) => again(() => submitted(ask, source)),
		made: (task, limitMs) =>
			until(limitMs, async () => {
				const { status, error_message } = await ask<Fields<"status" | "error_message">>(
					"GET",
					`/api/v2/clips/results/${task}`,
				);
				if (status === "FAILED") throw new Error(`the task failed: ${error_message}`);
				return status === "SUCCEEDED" ? task : undefined;
			}),
		async publish({ project, title }) {
			const [account] = await ask<readonly Fields<"id">[]>("GET", "/api/v2/social-media/accounts");
			const body = { project_id: project, idx: 0, publish_configs: { [account?.id ?? ""]: { title } } };
			const headers = { "idempotency-key": ulid() };
			const path = "/api/v2/social-media/publish";
			return (await ask<Fields<"task_id">>("POST", path, { body, headers })).task_id;
		},
		ended: (post, limitMs) =>
			until(limitMs, async () => {
				const { status, results } = await ask<Fields<"status"> & { readonly results?: unknown }>(
					"GET",
					`/api/v2/social-media/publish/${post}`,
				);
				if (status === "DONE") return status;
				return status === "ERROR" ? `ERROR ${JSON.stringify(results)}` : undefined;
			}),
	};
}

type Ask = <Data>(method: string, path: string, asked?: Asked) => Promise<Data>;
type Fields<Name extends string> = Readonly<Record<Name, string>>;

async function submitted(ask: Ask, source: Buffer): Promise<string> {
	const { upload_url, identity } = await ask<Fields<"upload_url" | "identity">>(
		"POST",
		"/api/v2/upload/single-file",
		{
			body: { name: "talk.mp4" },
		},
	);
	const signal = AbortSignal.timeout(ANSWER_MS);
	const put = await fetch(upload_url, { method: "PUT", body: source, signal });
	if (!put.ok) throw new Error(`the upload answered ${put.status}`);
	const headers = { "idempotency-key": ulid() };
	const body = { video_url: identity, enable_export: true, resolution: "HD_720" };
	return (await ask<Fields<"id">>("POST", "/api/v2/clips", { body, headers })).id;
}

/** An upload that is cut off begins anew. */
async function again<Value>(work: () => Promise<Value>): Promise<Value> {
	for (let tries = 0; ; tries++)
		try {
			return await work();
		} catch (error) {
			if (tries > 20) throw error;
			await wait(PAUSE_MS);
		}
}

async function until(limitMs: number, look: () => Promise<string | undefined>): Promise<string> {
	for (const end = performance.now() + limitMs; performance.now() < end; await wait(PAUSE_MS)) {
		const found = await look();
		if (found !== undefined) return found;
	}
	throw new Error(`nothing came of it in ${limitMs / 1_000} s`);
}
