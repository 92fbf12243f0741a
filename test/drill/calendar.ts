import type { PostChanged, PostVersion, PublishReading } from "../../src/api/port.ts";
import { ReadFault } from "../../src/api/read-fault.ts";
import type { EpochMs } from "../../src/model/brand.ts";
import { defined } from "../../src/model/defined.ts";
import type { SeenPost } from "./verdict.ts";

/** A post as the service holds it, or held it. */
export interface Booked {
	readonly taskId: string;
	/** The attempt that handed it over. */
	readonly key: string;
	readonly seen: SeenPost;
	version: number;
	status: "SCHEDULED" | "DONE" | "CANCELLED";
	/** Absent: it went out at once. */
	at?: EpochMs;
	configs: Readonly<Record<string, unknown>>;
	/** When it was given its time or cancelled by hand, and by whom no journal knows. */
	byHand?: "cancelled" | "moved" | "posted";
	/** What was delivered, and when. */
	delivered?: { readonly at: EpochMs | undefined; readonly configs: Readonly<Record<string, unknown>> };
}

/** What the service holds: the truth of what goes out. */
export interface Calendar {
	readonly posts: Map<string, Booked>;
	/** Changes that no client may ask for, in words. */
	readonly wrong: string[];
}

export const emptyCalendar = (): Calendar => ({ posts: new Map(), wrong: [] });

/** Delivers what is due. What is out stays out, whatever a clock shows later. */
export function deliver({ posts }: Calendar, now: EpochMs): void {
	for (const post of posts.values()) if (post.status === "SCHEDULED" && (post.at ?? 0) <= now) goOut(post);
}

function goOut(post: Booked): void {
	post.status = "DONE";
	post.version++;
	post.seen.fate = "out";
	post.delivered = { at: post.at, configs: post.configs };
}

/** Takes a post: one without a time goes out at once. */
export function book(
	{ posts }: Calendar,
	post: Pick<Booked, "taskId" | "key" | "seen" | "configs"> & { readonly at: EpochMs | undefined },
): void {
	const booked: Booked = { ...defined(post), version: 1, status: "SCHEDULED" };
	posts.set(post.taskId, booked);
	if (booked.at === undefined) goOut(booked);
}

export function readingOf(
	{ posts }: Calendar,
	taskId: string,
): PublishReading & { readonly version: number } {
	const post = posts.get(taskId);
	if (post === undefined) throw new ReadFault(`There is no post ${taskId}.`, { next: "stop", fatal: false });
	const { version, status, at: scheduledAt, configs } = post;
	return defined({ version, status, configs, scheduledAt });
}

/** What a client asks the service to change. */
export interface Asked extends PostVersion {
	readonly to: Readonly<{ cancel: true }> | Pick<Booked, "at" | "configs">;
}

/** Changes a post that waits, as a service with versions does. */
export function changePost(calendar: Calendar, { taskId, version, to }: Asked): PostChanged {
	const post = calendar.posts.get(taskId);
	const before = readingOf(calendar, taskId);
	if (post === undefined || post.status !== "SCHEDULED") return { class: "too-late", reading: before };
	if (post.version !== version) return { class: "stale", reading: before };
	post.version++;
	if ("cancel" in to) {
		post.status = "CANCELLED";
		post.seen.fate = "cancelled";
	} else {
		Object.assign(post, defined({ at: to.at }), { configs: to.configs });
	}
	return { class: "done", reading: readingOf(calendar, taskId) };
}

/** Notes a change that what was read forbids: of what is public, or is about to be. */
export function mustBeAllowed(calendar: Calendar, { taskId, version, to }: Asked, now: EpochMs): void {
	const post = calendar.posts.get(taskId);
	if (post === undefined || post.version !== version) return;
	const what = "cancel" in to ? "cancel" : "update";
	if (post.status !== "SCHEDULED") calendar.wrong.push(`${what} of what was read as ${post.status}`);
	else if ((post.at ?? 0) - now < FIVE_MINUTES_MS)
		calendar.wrong.push(`${what} within five minutes of going out`);
}

const FIVE_MINUTES_MS = 5 * 60_000;

/** A person changes a post in the service's own calendar. False: it waits no more. */
export function changeByHand(
	{ posts }: Calendar,
	taskId: string,
	how: NonNullable<Booked["byHand"]>,
): boolean {
	const post = posts.get(taskId);
	if (post?.status !== "SCHEDULED") return false;
	post.byHand = how;
	if (how === "posted") goOut(post);
	else post.version++;
	if (how === "cancelled") {
		post.status = "CANCELLED";
		post.seen.fate = "cancelled";
	}
	if (how === "moved") post.at = ((post.at ?? 0) + 3_600_000) as EpochMs;
	return true;
}

/** The fault of a change whose answer, or whose request, never arrived. */
export function lostFault(): ReadFault {
	return new ReadFault("the connection was reset", { next: "retry", fatal: true });
}
