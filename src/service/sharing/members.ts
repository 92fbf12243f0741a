import { hostname } from "node:os";
import type { Queue } from "../options.ts";
import { StoreAwayFault } from "../store/fault.ts";
import { jsonObject } from "../store/json.ts";
import { FETCHES, SERVES } from "../store/lease.ts";
import type { Store } from "../store/store.ts";

/** A process of a store that several share, as the others see it. */
export interface Member extends MemberFacts {
	/** Tells it from every other. */
	readonly id: string;
	readonly host: string;
	readonly pid: number;
	/** When it began, in epoch milliseconds by the clock of the store. */
	readonly since: number;
	/** Milliseconds that its clock is ahead of the store's. */
	readonly aheadMs: number;
	/** How many tasks it works on. */
	readonly tasks: number;
	/** How many stand still there until it is started again: they are for others. */
	readonly stuck: number;
	/** How many tenants it serves nothing of, because their data cannot be opened there. */
	readonly unopened: number;
}

/** What a process says of itself. */
export interface MemberFacts {
	readonly kind: "service" | "worker";
	/** Of the program. Absent: it was not told. */
	readonly version?: string;
	/** None any more: it ends once what is under way there has ended. */
	readonly queues: readonly Queue[];
	/** How many tasks it works on at once at most. */
	readonly tasksAtOnce: number;
	/** Names of what it has for tasks: ffmpeg, models. */
	readonly tools: readonly string[];
}

/** A process among the others, until it leaves. */
export interface Membership {
	/** Whether tasks are for others, which have all that this process has for them, and more. */
	isOutdone(): boolean;
	/** Tells the others that this process takes nothing any more. */
	end(): void;
	leave(): Promise<void>;
}

/** What joining needs. */
export interface Joining {
	readonly store: Store;
	/** What its right to serve is named after. */
	readonly id: string;
	readonly facts: MemberFacts;
	/** What it works on now. */
	readonly work: () => Pick<Member, "tasks" | "stuck" | "unopened">;
	/** Hears of it when others come that outdo it, and when these are gone. */
	readonly outdone: (by: Member | undefined) => void;
	readonly failed: (error: unknown) => void;
}

const FOLDER = "members";
/** How often a process tells of itself and looks at the others. Milliseconds. */
const BEAT_MS = 5_000;
/** What a process left that gave no sign of life for so long is removed. Milliseconds. */
const GONE_MS = 86_400_000;

/** Tells the others of this process from now on. */
export async function join(joining: Joining): Promise<Membership> {
	const { store, id, facts, failed } = joining;
	const state: Joined = { joining, facts, since: await store.now(), by: undefined };
	await beat(state);
	await removeGone(store, state.since);
	const telling = { last: Promise.resolve(), waits: false };
	// While the store does not answer, one waits, not one for each time.
	const tell = () => {
		if (telling.waits) return;
		telling.waits = true;
		const next = () => {
			telling.waits = false;
			return state.hasLeft ? undefined : beat(state);
		};
		telling.last = telling.last.then(next).catch((error: unknown) => {
			// It comes back by itself, and says so elsewhere.
			if (!(error instanceof StoreAwayFault)) failed(error);
		});
	};
	const timer = setInterval(tell, BEAT_MS);
	timer.unref();
	return {
		isOutdone: () => state.by !== undefined,
		end() {
			state.facts = { ...facts, queues: [] };
			tell();
		},
		async leave() {
			clearInterval(timer);
			state.hasLeft = true;
			await telling.last;
			await store.remove(nameOf(id)).catch(failed);
		},
	};
}

interface Joined {
	readonly joining: Joining;
	readonly since: number;
	facts: MemberFacts;
	by: Member | undefined;
	hasLeft?: true;
}

async function beat(state: Joined): Promise<void> {
	const { facts } = state;
	const { store, id, work, outdone } = state.joining;
	const [before, now] = [Date.now(), await store.now()];
	const aheadMs = Math.round((before + Date.now()) / 2 - now);
	const about = { ...facts, ...{ id, host: hostname(), pid: process.pid, since: state.since, aheadMs } };
	await store.write(nameOf(id), JSON.stringify({ ...about, ...work() } satisfies Member));
	const by = (await readMembers(store)).find((other) => outdoes(other, facts));
	if (by?.id !== state.by?.id) outdone(by);
	state.by = by;
}

/** Whether another has all that one has for tasks, and more, and can go on with all of them. */
function outdoes({ queues, tools, ...other }: Member, one: MemberFacts): boolean {
	const hasAll = one.tools.every((each) => tools.includes(each));
	const canAll = other.stuck === 0 && other.unopened === 0;
	return queues.includes("tasks") && canAll && tools.length > one.tools.length && hasAll;
}

/** The processes that give signs of life, those that are there longest first. */
export async function readMembers(store: Store): Promise<readonly Member[]> {
	const alive = new Set(await store.rights(SERVES));
	const names = (await store.names(FOLDER)).filter((id) => alive.has(`${SERVES}${id}`));
	const found = await Promise.all(names.map((id) => read(store, id)));
	return found.filter((member) => member !== undefined).sort((a, b) => a.since - b.since);
}

/** Undefined: it left, or is not of this version. */
async function read(store: Store, id: string): Promise<Member | undefined> {
	const found = jsonObject((await store.read(nameOf(id))) ?? "");
	const isOne =
		found?.id === id &&
		[found.queues, found.tools].every(Array.isArray) &&
		NUMBERS.every((name) => Number.isSafeInteger(found[name]));
	return isOne ? (found as unknown as Member) : undefined;
}

const NUMBERS = ["pid", "since", "aheadMs", "tasks", "tasksAtOnce"];

async function removeGone(store: Store, now: number): Promise<void> {
	for (const beginning of [SERVES, FETCHES]) await store.endLapsed(beginning, GONE_MS);
	const alive = new Set(await store.rights(SERVES));
	for (const id of await store.names(FOLDER)) {
		if (alive.has(`${SERVES}${id}`)) continue;
		const { since = 0 } = (await read(store, id)) ?? {};
		if (now - since > GONE_MS) await store.remove(nameOf(id));
	}
}

function nameOf(id: string): string {
	return `${FOLDER}/${id}`;
}
