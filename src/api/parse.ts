import { epochMs } from "../model/brand.ts";
import type { Clip } from "../model/clip.ts";
import type { PublishStatus, TaskReading, TaskStatus } from "../model/task.ts";
import { WIRE_PUBLISH_STATUSES, WIRE_TASK_STATUSES } from "../wire/names.ts";
import { ReadFault } from "./faults.ts";
import type { PublishReading } from "./port.ts";

/** Longest text taken from an answer, in characters. */
const LONGEST = 10_000;

type Wild = Readonly<Record<string, unknown>>;

/** The `data` of an answer. Throws `ReadFault` for anything that is not JSON with one. */
export function dataOf(body: string): unknown {
	const value = asObject(parseJson(body));
	if (value === undefined || !("data" in value)) throw unreadable("it has no `data`");
	return value.data;
}

/** Any value as an object, or undefined. */
export function asObject(value: unknown): Wild | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Wild) : undefined;
}

/** A task's results (interface 2.1), read leniently: numbers may be text, an unknown status means still running. */
export function taskReading(data: unknown): TaskReading {
	const task = asObject(data);
	const id = task && text(task.id);
	if (task === undefined || id === undefined) throw unreadable("the task has no id");
	const clips = Array.isArray(task.clips) ? task.clips.map(asObject).filter((clip) => clip !== undefined) : [];
	const [error, expireAt, costUnits, progress] = [text(task.error_message), number(task.expire_at), number(task.cost_usage), number(task.progress)];
	return {
		id,
		status: taskStatus(task.status),
		clips: clips.map(clipOf).sort((a, b) => a.idx - b.idx),
		linked: clips.filter((clip) => text(clip.export_link)).length,
		notes: Array.isArray(task.notes) ? task.notes.map(text).filter((note) => note !== undefined) : [],
		...(error !== undefined && { error }),
		...(expireAt !== undefined && { expireAt: epochMs(expireAt) }),
		...(costUnits !== undefined && { costUnits }),
		...(progress !== undefined && { progress }),
	};
}

/** The download links of a task's clips, by idx. */
export function linksOf(data: unknown): ReadonlyMap<number, string> {
	const clips = asObject(data)?.clips;
	const pairs = (Array.isArray(clips) ? clips : []).map((clip): [number | undefined, string | undefined] => [
		number(asObject(clip)?.idx),
		text(asObject(clip)?.export_link),
	]);
	return new Map(pairs.filter((pair): pair is [number, string] => pair[0] !== undefined && pair[1] !== undefined));
}

/** One publishing task with its per-account results (extension). */
export function publishReading(data: unknown): PublishReading {
	const task = asObject(data);
	const result = asObject(Array.isArray(task?.results) ? task.results[0] : undefined);
	const [error, location] = [text(result?.error_message), text(result?.location)];
	return {
		status: publishStatus(task?.status),
		...(error !== undefined && { error }),
		...(location !== undefined && { location }),
		...(typeof result?.late === "boolean" && { late: result.late }),
	};
}

export function taskStatus(value: unknown): TaskStatus {
	return WIRE_TASK_STATUSES.find((status) => status === value) ?? "ONGOING";
}

export function publishStatus(value: unknown): PublishStatus {
	return WIRE_PUBLISH_STATUSES.find((status) => status === value) ?? "PROCESSING";
}

/** Text, bounded; an id may come as a number. */
export function text(value: unknown): string | undefined {
	if (typeof value === "number" && Number.isFinite(value)) return String(value);
	return typeof value === "string" && value !== "" ? value.slice(0, LONGEST) : undefined;
}

export function number(value: unknown): number | undefined {
	const parsed = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	return typeof parsed === "number" && Number.isFinite(parsed) ? parsed : undefined;
}

function clipOf(clip: Wild): Clip {
	const [idx, from, to] = [number(clip.idx), number(clip.begin_ms), number(clip.end_ms)];
	if (idx === undefined || !Number.isInteger(idx) || idx < 0 || from === undefined || to === undefined || to <= from)
		throw unreadable("a clip has no rank or no times");
	return {
		idx,
		moment: { from: Math.round(from), to: Math.round(to) },
		title: words(clip.title),
		description: words(clip.desc),
		tags: Array.isArray(clip.tags) ? clip.tags.map((tag) => words(tag).replace(/^#/, "")).filter(Boolean) : [],
		score: number(clip.score) ?? 0,
	};
}

/** Generated text without control characters other than line breaks: it ends up in terminals, feeds and posts. */
function words(value: unknown): string {
	return (text(value) ?? "").replace(/[^\P{Cc}\n\t]/gu, "").trim();
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		throw unreadable("it is not JSON");
	}
}

function unreadable(why: string): ReadFault {
	return new ReadFault(`The service's answer cannot be read: ${why}.`, {
		next: "stop",
		fatal: false,
		remedy: "Check service.url: is it a deployment of this interface?",
	});
}
