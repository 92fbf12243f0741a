import { publishBody } from "../../src/api/convert.ts";
import type { Call, CallOutcome, Sending, Service } from "../../src/api/port.ts";
import type { TaskReading } from "../../src/model/task.ts";
import { clip } from "../builders/world.ts";
import { type FakeService, fakeService, succeeded } from "../fakes/service.ts";
import { book } from "./calendar.ts";
import { changing } from "./changing.ts";
import { die } from "./crashing.ts";
import { beginOf, type SourceName, sourceIn } from "./footage.ts";
import { type Fate, LIMIT_FATES, type Person } from "./history.ts";
import type { Play } from "./play.ts";
import type { SeenPost } from "./verdict.ts";
import { connected, personOf, type Wish, wantedIn } from "./wish.ts";

/** A service that does to each write what is fated, and notes what it executed. */
export function suffering(play: Play): FakeService {
	const fates = [...play.apply.fates];
	let reads = 0;
	const reading = async <Result>(result: Result): Promise<Result> => {
		if (++reads !== play.apply.dies) return result;
		play.happened("dies reading");
		return die(play.life);
	};
	const send = async (made: Made, sending: Sending) => {
		await play.meanwhile();
		const fate = fates.shift() ?? "accept";
		play.happened(`fate: ${fate}`);
		return suffer(play, { made, sending, fate });
	};
	return fakeService({
		accounts: () => reading(connected(play.platforms)),
		results: (id) => reading(task(id, play.log.tasks.get(id) ?? "file")),
		submitCall: ({ source }) => callOf("submit", { source }),
		publishCall: (request, accountId) => callOf("publish", publishBody(request, accountId)),
		...changing(play, reading),
		send: send as Service["send"],
	});
}

/**
 * Each task finds the same three moments, a little later than the one before, and calls them by
 * other numbers.
 */
function task(id: string, source: SourceName): TaskReading {
	const number = numberOf(id);
	const clips = [0, 1, 2].map((moment) => {
		const from = BEGIN_MS + moment * 100_000 + (number % 4) * 2_000 - beginOf(source);
		return clip(moment + number, { moment: { from, to: from + 40_000 }, score: 90 - moment * 10 });
	});
	return { ...succeeded, id, clips };
}

/** Nothing of a trimmed file begins before it does. */
const BEGIN_MS = 10_000;

function callOf<Kind extends "submit" | "publish">(kind: Kind, body: object): Call<Kind> {
	const payload = JSON.stringify(body);
	return { kind, endpoint: `/${kind}`, payload, payloadSha256: `sha-of-${payload.length}` };
}

function numberOf(task: string): number {
	return Number(task.split("-")[1]);
}

interface Made {
	readonly kind: string;
	readonly payload: string;
}

async function suffer(
	play: Play,
	{ made, sending, fate }: { readonly made: Made; readonly sending: Sending; readonly fate: Fate },
): Promise<CallOutcome<never>> {
	const limit = isLimit(fate) ? fate : undefined;
	const execute = () => commit(play, { ...made, limit }, sending.operation);
	if (fate === "not sent") return ended("not-sent", "retry");
	if (fate === "dies before armed") die(play.life);
	await sending.arm();
	if (fate === "dies armed") die(play.life);
	if (fate === "refuse") return ended("refused", "stop");
	if (fate === "too many") return ended("refused", "retry");
	if (fate === "request lost") return ended("unknown", "stop");
	if (fate === "executed late") {
		play.log.late.push(execute);
		return ended("unknown", "stop");
	}
	const id = execute();
	if (fate === "dies before the answer") die(play.life);
	if (fate === "answer lost") return ended("unknown", "stop");
	if (fate === "refused after it was executed") return ended("refused", "stop");
	if (fate === "sent again by a proxy") commit(play, { ...made, limit }, sending.operation);
	const status = play.log.calendar.posts.get(id)?.at === undefined ? "PENDING" : "SCHEDULED";
	const answer = made.kind === "submit" ? { id, status: "CREATED" } : { taskId: id, status };
	return { class: "done", answer: answer as never, evidence: { httpStatus: 200 }, message: "accepted" };
}

function isLimit(fate: Fate): boolean {
	return LIMIT_FATES.some((limit) => limit === fate);
}

function ended(as: "not-sent" | "refused" | "unknown", next: "retry" | "stop"): CallOutcome<never> {
	return { class: as, evidence: { error: as }, message: as, next, retryAfterMs: 1_000 };
}

function commit(
	play: Play,
	{ kind, payload, limit }: Made & { readonly limit: Fate | undefined },
	key: string,
): string {
	const { log, known, happened, wish } = play;
	const before = log.keys.get(key);
	if (known && before !== undefined) {
		happened("a key is recognised");
		return before;
	}
	const id = `${kind}-${log.seen.length + log.submitted + 1}`;
	log.keys.set(key, before ?? id);
	if (kind === "submit") {
		log.submitted++;
		if (limit) log.mayBeSubmitted++;
		log.tasks.set(id, sourceIn(JSON.parse(payload).source) ?? "file");
		return id;
	}
	const seen = { ...seenIn(payload, play), ...(limit && { limit }) };
	const [replaced, ...others] = log.seen.filter((post) => isReplacedBy(post, seen));
	// Each post of a moment that is repeated takes the place of one.
	const left = wish.repeat - log.seen.filter((post) => isSameHere(post, seen)).length - 1;
	const isTooMany = replaced !== undefined && 1 + others.length > left;
	if (isTooMany && !log.given.includes(`${replaced.moment} ${replaced.person}`))
		log.calendar.wrong.push(`post in place of ${replaced.moment} ${replaced.person}, which it still holds`);
	log.seen.push(seen);
	const { scheduled_at: at, publish_configs: configs } = JSON.parse(payload);
	book(log.calendar, { taskId: id, key, seen, configs, at });
	const post = seenBy(payload);
	log.posts.set(key, post);
	if (!wantedIn(wish).includes(post)) log.unwanted.push(post);
	if (!isTargeted(play, seen)) log.unwanted.push(`${post}, which nobody approved`);
	return id;
}

function seenIn(payload: string, { log, platforms, home, isOld, from, wish }: Play): SeenPost {
	const { task: id, account, moment, resolution } = postIn(payload);
	const person = personOf(account);
	const isSame = (post: SeenPost) => post.moment === moment && post.person === person;
	return {
		...{ moment, person, account, home, isOld, from, resolution },
		name: nameIn(wish, person),
		before: log.seen.filter((post) => isSame(post) && post.fate !== "cancelled"),
		handle: platforms.handles[person],
		source: log.tasks.get(id) ?? "file",
		knowsIds: log.knowIds.has(home),
		forgottenBy: new Set(),
	};
}

/** What a run was not approved for may still be sent again under its own key. */
function isTargeted({ apply: { target }, wish, isOld }: Play, { name }: SeenPost): boolean {
	return isOld || target === undefined || name.endsWith(` ${wish[target]}`);
}

/** Whether it is the same post of the same workspace for the same person, and still there. */
function isSameHere(before: SeenPost, { moment, person, name, from }: SeenPost): boolean {
	const isSame = before.moment === moment && before.person === person;
	return isSame && before.name === name && before.from === from && before.fate === undefined;
}

/** Whether the workspace that sends a post still has the post for another account that it replaces. */
function isReplacedBy(before: SeenPost, { moment, person, name, from, source }: SeenPost): boolean {
	const isSameEntry = before.moment === moment && before.name === name && before.from === from;
	const isKnown = !(before.isLost || before.limit || before.isOld) && before.source === source;
	return isSameEntry && isKnown && before.person !== person && before.fate === undefined;
}

/** What the campaign calls what it posts to somebody. */
function nameIn({ video, post, ...wish }: Wish, person: Person): string {
	return `${video} ${post} ${wish[person === "tok" ? "tok" : "tube"]}`;
}

/** Which moment who sees, whatever it is called. */
export function seenBy(payload: string): string {
	const { moment, account } = postIn(payload);
	return `${moment} ${personOf(account)}`;
}

function postIn(payload: string) {
	const { project_id, idx, publish_configs, resolution } = JSON.parse(payload) as {
		project_id: string;
		idx: number;
		publish_configs: object;
		resolution?: string;
	};
	const [account = ""] = Object.keys(publish_configs);
	return { task: project_id, account, resolution, moment: idx - numberOf(project_id) };
}
