import { randomUUID } from "node:crypto";
import { createClient } from "../api/client.ts";
import type { Answers, Call, CallKind, CallOutcome } from "../api/port.ts";
import { PLATFORMS, type Platform } from "../model/account.ts";
import { defined } from "../model/defined.ts";
import { Secret } from "../model/secret.ts";
import type { TaskReading } from "../model/task.ts";
import { systemClock } from "../system/clock.ts";
import { sha256 } from "../system/files.ts";
import type { WirePublish, WireSubmit } from "../wire/messages.gen.ts";
import { PATHS } from "../wire/names.ts";

export type { TaskReading } from "../model/task.ts";
export type { WirePublish, WireSubmit } from "../wire/messages.gen.ts";

/** Where the service is. */
export interface ClientOptions {
	/** Without a path: `https://api.example.com`. */
	readonly url: string;
	readonly apiKey: string;
	/** Name of the header with the version of the interface. Absent: `x-service-api-version`. */
	readonly versionHeader?: string;
	/** Absent: 15, as the interface allows. Requests wait for their turn. */
	readonly requestsPerMinute?: number;
}

/** A connected account. */
export interface ConnectedAccount {
	readonly id: string;
	readonly platform: Platform;
	readonly username: string;
	readonly tokenValid: boolean;
}

/** A client of the service. Reads retry by themselves and throw a `Fault`; writes happen at most once. */
export interface Client {
	accounts(signal?: AbortSignal): Promise<readonly ConnectedAccount[]>;
	/** A clipping task and its clips. */
	results(taskId: string, signal?: AbortSignal): Promise<TaskReading>;
	/** A fresh download link for each rendered clip, by idx. */
	links(taskId: string, signal?: AbortSignal): Promise<ReadonlyMap<number, string>>;
	/** Uploads a local file. What it resolves to is a `video_url`, once. */
	upload(path: string, options?: UploadOptions): Promise<string>;
	submit(body: WireSubmit, options?: SendOptions): Promise<SendResult<{ readonly id: string }>>;
	publish(body: WirePublish, options?: SendOptions): Promise<SendResult<{ readonly taskId: string }>>;
	close(): Promise<void>;
}

export interface UploadOptions {
	/** Subtitles to send along, where the service takes them. */
	readonly transcript?: string;
	/** Hears the share sent, 0 to 1. */
	readonly progress?: (share: number) => void;
	readonly signal?: AbortSignal;
}

/** How a write is sent that must not be repeated. */
export interface SendOptions {
	/** Names the attempt: sent as its idempotency key. Absent: a new one. */
	readonly operation?: string;
	/**
	 * Called once, with all but the last byte sent: record durably that it may be executed from now on. Where
	 * it throws, nothing was executed.
	 */
	readonly arm?: () => Promise<void>;
	/** Ends the attempt only until it is armed. */
	readonly signal?: AbortSignal;
}

/** What came of a write. Never thrown. */
export interface SendResult<Answer> {
	/** `unknown`: the answer does not say whether it was executed. Never repeat it then. */
	readonly outcome: "done" | "refused" | "not-sent" | "unknown";
	/** Present exactly when it is done. */
	readonly answer?: Answer;
	readonly message: string;
	readonly remedy?: string;
	/** How long to wait before it is tried again, where that makes sense. */
	readonly retryAfterMs?: number;
}

/** Nothing is loaded or connected before the first request. */
export function connect(options: ClientOptions): Client {
	const url = options.url.replace(/\/+$/, "");
	const apiKey = new Secret(options.apiKey);
	const client = createClient({
		settings: {
			url,
			apiKey,
			versionHeader: (options.versionHeader ?? "x-service-api-version").toLowerCase(),
			platforms: Object.fromEntries(PLATFORMS.map((name) => [name, name])) as Record<Platform, string>,
			limits: { requestsPerMinute: options.requestsPerMinute ?? 15, runningTasks: 5 },
		},
		connect: async () => ({ url, apiKey }),
		clock: systemClock,
	});
	const never = () => new AbortController().signal;
	const send = async <Kind extends CallKind>(call: Call<Kind>, sending: SendOptions = {}) => {
		const { operation = randomUUID(), arm = async () => {}, signal = never() } = sending;
		return resultOf(await client.send(call, { operation, arm, signal }));
	};
	return {
		accounts: (signal = never()) => client.accounts(signal),
		results: (taskId, signal = never()) => client.results(taskId, signal),
		links: (taskId, signal = never()) => client.links(taskId, signal),
		upload: (path, { transcript, progress = () => {}, signal = never() } = {}) =>
			client.upload({ path, progress, ...defined({ transcript }) }, signal),
		submit: (body, sending) => send(callOf("submit", PATHS.submit, body), sending),
		publish: (body, sending) => send(callOf("publish", PATHS.publish, body), sending),
		close: () => client.close(),
	};
}

function callOf<Kind extends CallKind>(kind: Kind, endpoint: string, body: object): Call<Kind> {
	const payload = JSON.stringify(body);
	return { kind, endpoint, payload, payloadSha256: sha256(payload) };
}

function resultOf<Kind extends CallKind>(outcome: CallOutcome<Kind>): SendResult<Answers[Kind]> {
	const { class: what, answer, message, remedy, retryAfterMs } = outcome;
	const more = defined({ remedy, retryAfterMs });
	return { outcome: what, message, ...more, ...defined({ answer }) };
}
