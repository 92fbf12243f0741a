import { epochMs } from "../model/brand.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { Clock } from "../system/clock.ts";
import { sha256 } from "../system/files.ts";
import { PATHS } from "../wire/names.ts";
import { type Connection, headersOf } from "./connection.ts";
import { accountOf, exportExistingBody, publishBody, submitBody } from "./convert.ts";
import { createLimiter } from "./limits.ts";
import { asObject, dataOf, linksOf, number, publishReading, publishStatus, taskReading, taskStatus, text } from "./parse.ts";
import type { Answers, Call, CallKind, Service } from "./port.ts";
import { type Reader, type ReadRequest, read } from "./read.ts";
import { send } from "./send.ts";
import { upload } from "./upload.ts";

/** What a client is made of. `connect` is called once, at the first request. */
export interface ClientOptions {
	readonly settings: ServiceSettings;
	readonly connect: () => Promise<Connection>;
	readonly clock: Clock;
}

/** A client of the service. Nothing is loaded or connected before the first request. */
export function createClient({ settings, connect, clock }: ClientOptions): Service & { close(): Promise<void> } {
	const limiter = createLimiter(settings.limits.requestsPerMinute, clock);
	let opening: Promise<Reader> | undefined;
	const open = () => (opening ??= openReader());
	const openReader = async (): Promise<Reader> => {
		const [connection, { Agent }] = await Promise.all([connect(), import("undici")]);
		return { connection, headers: headersOf(connection, settings), limiter, clock, dispatcher: new Agent({ connections: 8 }) };
	};
	const get = async (request: Omit<ReadRequest, "method">) => dataOf(await read(await open(), { method: "GET", ...request }));
	return {
		async accounts(signal) {
			const data = await get({ path: PATHS.accounts, signal });
			return (Array.isArray(data) ? data : []).flatMap((each) => accountOf(asObject(each) ?? {}, settings.platforms) ?? []);
		},
		results: async (id, signal) => taskReading(await get({ path: PATHS.results(id), signal })),
		links: async (id, signal) => linksOf(await get({ path: PATHS.results(id), signal })),
		exportResults: async (id, signal) => taskReading(await get({ path: PATHS.exportResults(id), signal })),
		publishTask: async (id, signal) => publishReading(await get({ path: PATHS.publishTask(id), signal })),
		async connectUrl(platform, signal) {
			const data = dataOf(await read(await open(), { method: "POST", path: PATHS.oauth(settings.platforms[platform]), signal }));
			return text(asObject(data)?.auth_url) ?? "";
		},
		upload: async (file, signal) => upload(await open(), file, { signal, transcripts: settings.transcripts }),
		submitCall: (request, videoUrl) => call("submit", PATHS.submit, submitBody(request, videoUrl)),
		publishCall: (request, accountId) => call("publish", PATHS.publish, publishBody(request, accountId)),
		exportCall: (taskId, wanted, clips) => call("export", PATHS.export, exportExistingBody(taskId, wanted, clips)),
		async send(made, sending) {
			const { connection, headers } = await open();
			await limiter.turn("write", sending.signal);
			return send(made, sending, { connection, headers, answer: ANSWERS[made.kind] });
		},
		async close() {
			await (await opening)?.dispatcher.destroy();
		},
	};
}

/** What a 2xx must name for each write. */
const ANSWERS: { readonly [Kind in CallKind]: (data: unknown) => Answers[Kind] | undefined } = {
	submit(data) {
		const id = text(asObject(data)?.id);
		return id === undefined ? undefined : { id, status: taskStatus(asObject(data)?.status) };
	},
	publish(data) {
		const task = asObject(data);
		const [taskId, createdAt, scheduledAt] = [text(task?.task_id), number(task?.created_at), number(task?.scheduled_at)];
		if (taskId === undefined) return undefined;
		const times = {
			...(createdAt !== undefined && { createdAt: epochMs(createdAt) }),
			...(scheduledAt !== undefined && { scheduledAt: epochMs(scheduledAt) }),
		};
		return { taskId, status: publishStatus(task?.status), ...times };
	},
	export(data) {
		const id = text(asObject(data)?.export_task_id) ?? text(asObject(data)?.id);
		return id === undefined ? undefined : { id };
	},
};

/** Fixes the bytes of a write. Key order follows the body's construction, so equal requests are equal bytes. */
function call<Kind extends CallKind>(kind: Kind, endpoint: string, body: object): Call<Kind> {
	const payload = JSON.stringify(body);
	return { kind, endpoint, payload, payloadSha256: sha256(payload) };
}
