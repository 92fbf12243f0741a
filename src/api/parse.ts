import { type Account, PLATFORMS } from "../model/account.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Clip } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { PublishStatus, TaskReading, TaskStatus, TranscriptOrigin } from "../model/task.ts";
import { WIRE_PUBLISH_STATUSES, WIRE_TASK_STATUSES } from "../wire/names.ts";
import { explanationsOf } from "./explanations.ts";
import { asObject, flag, id, line, list, number, paragraph, type Wild, webUrl } from "./json-values.ts";
import type { Answers, CallKind } from "./port.ts";
import { ReadFault } from "./read-fault.ts";

/** Most clips and tags taken from one answer. */
const CLIPS = 1_000;
const TAGS = 100;
const TRANSCRIPT_ORIGINS: readonly TranscriptOrigin[] = ["known", "recognised"];
/** Longest clip that can be meant. */
const LONGEST_MS = 24 * 3_600_000;

/** The `data` of an answer. Throws `ReadFault` for anything that is not JSON with one. */
export function dataOf(body: string): unknown {
	const value = asObject(parseJson(body));
	if (value === undefined || !("data" in value)) throw unreadable("it has no `data`");
	return value.data;
}

/** Connected accounts (interface 2.3). Platforms that the settings do not name are left out. */
export function accountsOf(data: unknown, platforms: ServiceSettings["platforms"]): readonly Account[] {
	if (!Array.isArray(data)) throw unreadable("the accounts are not a list");
	return data.flatMap((each) => accountOf(asObject(each), platforms) ?? []);
}

/**
 * A task's results (interface 2.1), read leniently: numbers may be text, an unknown status means still
 * running. `asked` is the id it was asked for.
 */
export function taskReading(data: unknown, asked: string): TaskReading {
	const task = asObject(data);
	if (task === undefined || typeof task.status !== "string") throw unreadable("the task has no status");
	const status = taskStatus(task.status);
	const clips = clipsIn(task, status);
	const explanations = explanationsOf(task.clips);
	const transcript = TRANSCRIPT_ORIGINS.find((each) => each === task.transcript_origin);
	const [name, error, expireAt, costUnits, progress] = [
		line(task.name),
		paragraph(task.error_message),
		time(task.expire_at),
		number(task.cost_usage),
		number(task.progress),
	];
	return {
		id: id(task.id) ?? id(task.export_task_id) ?? asked,
		status,
		clips: clips.map(({ clip }) => clip),
		linked: clips.filter(({ linked }) => linked).length,
		notes: list(task.notes, TAGS).flatMap((note) => line(note) ?? []),
		...defined({ name, error, expireAt }),
		...(costUnits !== undefined && costUnits >= 0 && { costUnits }),
		...defined({ transcript }),
		...(explanations.length > 0 && { explanations }),
		...(progress !== undefined && { progress: Math.min(1, Math.max(0, progress)) }),
	};
}

/** The download links of a task's clips, by idx. */
export function linksOf(data: unknown): ReadonlyMap<number, string> {
	const task = asObject(data);
	if (task === undefined) throw unreadable("the task is not an object");
	const pairs = list(task.clips, CLIPS).map((clip): [number | undefined, string | undefined] => [
		number(asObject(clip)?.idx),
		webUrl(asObject(clip)?.export_link),
	]);
	return new Map(
		pairs.filter((pair): pair is [number, string] => pair[0] !== undefined && pair[1] !== undefined),
	);
}

/** Where a person connects an account (interface 2.4). */
export function connectUrlOf(data: unknown): string {
	const url = webUrl(asObject(data)?.auth_url);
	if (url === undefined) throw unreadable("it has no URL for connecting an account");
	return url;
}

/** Where a file goes, and the name it will have (service-facts, "Upload"). */
export interface UploadTarget {
	readonly url: string;
	readonly identity: string;
	readonly transcriptUrl?: string;
}

/** The answer to the first step of an upload. */
export function uploadTargetOf(data: unknown): UploadTarget {
	const target = asObject(data);
	const [url, identity, transcriptUrl] = [
		webUrl(target?.upload_url),
		id(target?.identity),
		webUrl(target?.transcript_upload_url),
	];
	if (url === undefined || identity === undefined) throw unreadable("it has no upload URL");
	return { url, identity, ...defined({ transcriptUrl }) };
}

/** What the answer to each write must name. Undefined: it does not. Never throws. */
export const ANSWERS: { readonly [Kind in CallKind]: (body: string) => Answers[Kind] | undefined } = {
	submit(body) {
		const task = answered(body);
		const made = id(task?.id);
		return made === undefined ? undefined : { id: made, status: taskStatus(task?.status) };
	},
	publish(body) {
		const task = answered(body);
		const [taskId, createdAt, scheduledAt] = [
			id(task?.task_id),
			time(task?.created_at),
			time(task?.scheduled_at),
		];
		if (taskId === undefined) return undefined;
		return {
			taskId,
			status: publishStatus(task?.status),
			...defined({ createdAt, scheduledAt }),
		};
	},
	export(body) {
		const made = id(answered(body)?.export_task_id) ?? id(answered(body)?.id);
		return made === undefined ? undefined : { id: made };
	},
};

function accountOf(account: Wild | undefined, platforms: ServiceSettings["platforms"]): Account | undefined {
	const platform = PLATFORMS.find((each) => platforms[each] === account?.platform);
	const [known, username] = [id(account?.id), line(account?.platform_username)];
	if (platform === undefined || known === undefined || username === undefined) return undefined;
	const [valid, soon] = [flag(account?.token_valid), flag(account?.token_expiring_soon)];
	const quota = quotaOf(asObject(account?.quota));
	const token = { tokenValid: valid === true, tokenExpiringSoon: soon === true };
	return { id: known, platform, username, ...token, ...defined({ quota }) };
}

/** The declared extension of interface 4.2. */
function quotaOf(quota: Wild | undefined): Account["quota"] {
	const [left, until] = [number(quota?.left), time(quota?.until)];
	return left === undefined || until === undefined ? undefined : { left: Math.max(0, left), until };
}

/**
 * While a task runs its clips may be half-filled: those are left out until they are whole. A finished task
 * with such clips is nonsense.
 */
function clipsIn(
	task: Wild,
	status: TaskStatus,
): readonly { readonly clip: Clip; readonly linked: boolean }[] {
	const finished = status === "SUCCEEDED";
	if (finished && !Array.isArray(task.clips))
		throw unreadable("the task has succeeded and has no list of clips");
	const found = list(task.clips, CLIPS).map((each) => ({
		clip: clipOf(asObject(each)),
		linked: webUrl(asObject(each)?.export_link) !== undefined,
	}));
	const whole = found.filter((each): each is { clip: Clip; linked: boolean } => each.clip !== undefined);
	if (finished && whole.length < found.length) throw unreadable("a clip has no rank or no times");
	if (new Set(whole.map(({ clip }) => clip.idx)).size < whole.length)
		throw unreadable("two clips have the same rank");
	return whole.sort((a, b) => a.clip.idx - b.clip.idx);
}

function clipOf(clip: Wild | undefined): Clip | undefined {
	const [idx, from, to] = [number(clip?.idx), milliseconds(clip?.begin_ms), milliseconds(clip?.end_ms)];
	if (
		idx === undefined ||
		!Number.isSafeInteger(idx) ||
		idx < 0 ||
		from === undefined ||
		to === undefined ||
		to <= from ||
		to - from > LONGEST_MS
	)
		return undefined;
	return {
		idx,
		moment: { from, to },
		title: line(clip?.title) ?? "",
		description: paragraph(clip?.desc) ?? "",
		tags: list(clip?.tags, TAGS).flatMap((tag) => line(tag)?.replace(/^#+\s*/, "") || []),
		score: Math.min(100, Math.max(0, number(clip?.score) ?? 0)),
		...(clip?.added === true && { added: true }),
	};
}

function milliseconds(value: unknown): number | undefined {
	const ms = Math.round(number(value) ?? Number.NaN);
	return Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
}

/** Epoch milliseconds as a service wrote them. */
export function time(value: unknown): EpochMs | undefined {
	const ms = milliseconds(value);
	return ms === undefined ? undefined : epochMs(ms);
}

function taskStatus(value: unknown): TaskStatus {
	return WIRE_TASK_STATUSES.find((status) => status === value) ?? "ONGOING";
}

/** An unknown status means still under way. */
export function publishStatus(value: unknown): PublishStatus {
	return WIRE_PUBLISH_STATUSES.find((status) => status === value) ?? "PROCESSING";
}

function answered(body: string): Wild | undefined {
	try {
		return asObject(dataOf(body));
	} catch (error) {
		if (error instanceof ReadFault) return undefined;
		throw error;
	}
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body.replace(/^\ufeff/, ""));
	} catch {
		throw unreadable("it is not JSON");
	}
}

/** The answer is there and makes no sense: `why` says what it lacks. */
export function unreadable(why: string): ReadFault {
	return new ReadFault(`The service's answer cannot be read: ${why}.`, {
		next: "stop",
		fatal: false,
		remedy: "Check service.url: is it a deployment of this interface?",
	});
}
