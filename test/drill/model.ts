import fc from "fast-check";
import type { Outcome, Sending, Service } from "../../src/api/port.ts";
import type { Campaign, Move } from "../../src/model/campaign.ts";
import type { PostRequest } from "../../src/model/post.ts";
import type { Operation, ResourceState } from "../../src/model/snapshot.ts";
import type { VideoRequest } from "../../src/model/task.ts";
import { postResource, videoResource } from "../../src/reconcile/calls.ts";
import { memoryStore } from "../../src/state/memory.ts";
import type { StateStore } from "../../src/state/store.ts";
import { LockedFault } from "../../src/system/lock.ts";
import { run } from "../builders/run.ts";
import { ACCOUNT, campaign, NOW, post, video } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeService, Killed } from "../fakes/service.ts";
import { type Crash, crashing } from "./crashing.ts";

/** What becomes of one write. */
const FATES = [
	...(["accept", "accept", "refuse", "too many", "not sent", "dies before armed", "dies armed", "dies before the answer"] as const),
	...(["answer lost", "request lost", "executed late"] as const),
] as const;
type Fate = (typeof FATES)[number];

/** What happens next in one history. */
export type Step =
	| { readonly do: "apply"; readonly fates: readonly Fate[]; readonly crash: Crash | undefined; readonly other: boolean }
	| { readonly do: "top"; readonly top: number }
	| { readonly do: "accounts"; readonly accounts: readonly string[] }
	| { readonly do: "title"; readonly title: string }
	| { readonly do: "rename"; readonly what: "video" | "post"; readonly to: string; readonly told: boolean }
	| { readonly do: "jump"; readonly ms: number }
	| { readonly do: "resolve"; readonly abandon: boolean };

/** One history: what happens, and whether the service recognises keys. */
export interface History {
	readonly idempotency: boolean;
	readonly steps: readonly Step[];
}

const crash = fc.option(fc.record({ append: fc.integer({ min: 1, max: 12 }), when: fc.constantFrom("before", "after") }), { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ do: fc.constant("apply"), fates: fc.array(fc.constantFrom(...FATES), { maxLength: 5 }), crash, other: fc.boolean() }) },
	fc.record({ do: fc.constant("top"), top: fc.integer({ min: 1, max: 3 }) }),
	fc.record({ do: fc.constant("accounts"), accounts: fc.subarray(["tube", "tok"], { minLength: 1 }) }),
	fc.record({ do: fc.constant("title"), title: fc.constantFrom("{{ clip.title }}", "New: {{ clip.title }}") }),
	fc.record({ do: fc.constant("rename"), what: fc.constantFrom("video", "post"), to: fc.constantFrom("a", "b", "c"), told: fc.boolean() }),
	fc.record({ do: fc.constant("jump"), ms: fc.constantFrom(-86_400_000, -60_000, 600_000, 86_400_000) }),
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("resolve"), abandon: fc.boolean() }) },
) as fc.Arbitrary<Step>;

/** Histories of up to twelve steps. */
export const histories: fc.Arbitrary<History> = fc.record({ idempotency: fc.boolean(), steps: fc.array(step, { minLength: 1, maxLength: 12 }) });

/** Who saw which post, and which submissions were paid: the whole model. */
interface Log {
	/** `<moment> <account>` of each post executed, in order; the ground truth, whatever we believe. */
	readonly seen: string[];
	submitted: number;
	/** Submissions that may be paid: one, and one for each video that became another one without a word. */
	mayBeSubmitted: number;
	/** Operations executed, by key, with the id of what was made. */
	readonly keys: Map<string, string>;
	/** Executed only some time after everyone gave up. */
	readonly late: (() => void)[];
	/** Posts that a person gave up. */
	readonly given: Set<string>;
}

interface World {
	readonly store: StateStore;
	readonly log: Log;
	readonly idempotency: boolean;
	wish: Wish;
	clockMs: number;
}

interface Wish {
	readonly video: string;
	readonly post: string;
	readonly top: number;
	readonly accounts: readonly string[];
	readonly title: string;
	readonly moved: readonly Move[];
}

/** Lives through a history and then brings everything home. Throws an `Error` that says what did not hold. */
export async function live({ idempotency, steps }: History): Promise<void> {
	const log: Log = { seen: [], submitted: 0, mayBeSubmitted: 1, keys: new Map(), late: [], given: new Set() };
	const wish: Wish = { video: "a", post: "a", top: 2, accounts: ["tube"], title: "{{ clip.title }}", moved: [] };
	const world: World = { store: memoryStore(), log, idempotency, wish, clockMs: 0 };
	for (const each of steps) {
		await take(world, each);
		mustHold(world.log);
	}
	await comeHome(world);
}

function mustHold({ seen, submitted, mayBeSubmitted }: Log): void {
	const twice = seen.filter((post, at) => seen.indexOf(post) !== at);
	if (twice.length > 0) throw new Error(`posted twice: ${twice.join(", ")}`);
	if (submitted > mayBeSubmitted) throw new Error(`submitted ${submitted} times`);
}

async function comeHome(world: World): Promise<void> {
	for (let runs = 0; runs < 4; runs++) {
		await resolve(world, { abandon: false });
		await apply(world, { do: "apply", fates: [], crash: undefined, other: false });
		mustHold(world.log);
	}
	const { log, wish, store } = world;
	const open = Object.values((await store.read()).operations);
	if (open.length > 0) throw new Error(`still unknown: ${open.map(({ address }) => address).join(", ")}`);
	const wanted = wish.accounts.flatMap((account) => Array.from({ length: wish.top }, (_, idx) => `${idx} ${account}`));
	const lost = wanted.filter((post) => !log.seen.includes(post) && !log.given.has(post));
	if (lost.length > 0) throw new Error(`never posted: ${lost.join(", ")}`);
}

async function take(world: World, next: Step): Promise<void> {
	for (const execute of world.log.late.splice(0)) execute();
	if (next.do === "apply") return apply(world, next);
	if (next.do === "resolve") return resolve(world, next);
	if (next.do === "jump") world.clockMs += next.ms;
	else if (next.do === "rename") rename(world, next);
	else world.wish = { ...world.wish, ...next };
}

function rename(world: World, { what, to, told }: Extract<Step, { readonly do: "rename" }>): void {
	const from = world.wish[what];
	if (from === to) return;
	if (what === "video" && !told) world.log.mayBeSubmitted++;
	const move: Move = { from: `${what}.${from}`, to: `${what}.${to}`, place: { file: "k.campaign.yaml", line: 1, column: 1 } };
	// A name that is forgotten begins anew: what was told of it before speaks of another thing.
	const moved = told ? [...world.wish.moved, move] : [];
	world.wish = { ...world.wish, [what]: to, moved };
}

async function apply(world: World, { fates, crash, other }: Extract<Step, { readonly do: "apply" }>): Promise<void> {
	const { store, idempotency, clockMs } = world;
	const service = serviceOf(world, { fates: [...fates], other });
	const options = { idempotency, publishStatus: false, replace: [] };
	const over = { clock: fakeClock(NOW + clockMs), options };
	await run({ store: crashing(store, crash), service, campaigns: [campaignOf(world.wish)], over }).catch((error: unknown) => {
		if (!(error instanceof Killed)) throw error;
	});
}

function campaignOf({ video: name, post: entry, top, accounts, title, moved }: Wish): Campaign {
	const place = { file: "k.campaign.yaml", line: 1, column: 1 };
	const known = { place, timezone: "Europe/Berlin", premium: false };
	return campaign({
		accounts: { tube: { ...known, platform: "youtube", username: "Acme" }, tok: { ...known, platform: "tiktok", username: "acme" } },
		videos: [video({ name })],
		posts: [
			post({ name: entry, from: name, clips: { top }, targets: accounts.map((account) => ({ account, place, places: {}, body: bodyOf(account, title) })) }),
		],
		moved,
	});
}

function bodyOf(account: string, title: string) {
	return account === "tube" ? { title } : { description: title };
}

interface Play {
	readonly fates: Fate[];
	/** While a write is under way, another process tries the same. */
	readonly other: boolean;
}

function serviceOf(world: World, play: Play) {
	const accountList = [ACCOUNT, { ...ACCOUNT, id: "acc-2", platform: "tiktok", username: "acme" } as const];
	const send = async (made: { readonly kind: string; readonly payload: string }, sending: Sending) => {
		if (play.other) await otherProcess(world);
		return suffer(world.log, { made, sending, fate: play.fates.shift() ?? "accept", known: world.idempotency });
	};
	return fakeService({ accountList, send: send as Service["send"] });
}

async function otherProcess(world: World): Promise<void> {
	const clock = fakeClock(NOW + world.clockMs);
	const calm = serviceOf(world, { fates: [], other: false });
	const end = await run({ store: world.store, service: calm, campaigns: [campaignOf(world.wish)], over: { clock } }).catch((error: unknown) => error);
	if (!(end instanceof LockedFault)) throw end instanceof Error ? end : new Error("two processes held the state");
}

interface Suffering {
	readonly made: { readonly kind: string; readonly payload: string };
	readonly sending: Sending;
	readonly fate: Fate;
	/** The service recognises keys. */
	readonly known: boolean;
}

async function suffer(log: Log, { made, sending, fate, known }: Suffering): Promise<Outcome<never>> {
	const execute = () => commit(log, { made, key: sending.operation, known });
	if (fate === "not sent") return ended("not-sent", "retry");
	if (fate === "dies before armed") throw new Killed();
	await sending.arm();
	if (fate === "dies armed") throw new Killed();
	if (fate === "refuse") return ended("refused", "stop");
	if (fate === "too many") return ended("refused", "retry");
	if (fate === "request lost") return ended("unknown", "stop");
	if (fate === "executed late") {
		log.late.push(execute);
		return ended("unknown", "stop");
	}
	const id = execute();
	if (fate === "dies before the answer") throw new Killed();
	if (fate === "answer lost") return ended("unknown", "stop");
	const answer = made.kind === "submit" ? { id, status: "CREATED" } : { taskId: id, status: "PENDING" };
	return { class: "done", answer: answer as never, evidence: { httpStatus: 200 }, message: "accepted" };
}

function ended(as: "not-sent" | "refused" | "unknown", next: "retry" | "stop"): Outcome<never> {
	return { class: as, evidence: { error: as }, message: as, next, retryAfterMs: 1_000 };
}

function commit(log: Log, { made, key, known }: { readonly made: Suffering["made"]; readonly key: string; readonly known: boolean }): string {
	const before = log.keys.get(key);
	if (known && before !== undefined) return before;
	const id = `${made.kind}-${log.keys.size + 1}`;
	log.keys.set(key, id);
	if (made.kind === "submit") log.submitted++;
	else log.seen.push(seenBy(JSON.parse(made.payload)));
	return id;
}

function seenBy({ idx, publish_configs }: { readonly idx: number; readonly publish_configs: object }): string {
	return `${idx} ${Object.keys(publish_configs)[0] === "acc-1" ? "tube" : "tok"}`;
}

/** A person looks, and says the truth; or gives a post up. */
async function resolve({ store, log, clockMs }: World, { abandon }: { readonly abandon: boolean }): Promise<void> {
	for (const execute of log.late.splice(0)) execute();
	const writer = await store.open({ command: "resolve", waitMs: 0, signal: new AbortController().signal });
	const at = fakeClock(NOW + clockMs).now();
	for (const operation of Object.values(writer.snapshot().operations)) {
		const about = { type: "resolved", operation: operation.id, at, by: "ann" } as const;
		const id = log.keys.get(operation.id);
		if (abandon && operation.kind === "publish") {
			log.given.add(seenBy(JSON.parse(operation.payload)));
			await writer.append({ ...about, as: "abandoned" });
		} else if (id === undefined) await writer.append({ ...about, as: "not-posted" });
		else await writer.append({ ...about, as: "posted", resource: resourceOf(operation, id, at) });
	}
	await writer.close();
}

function resourceOf({ kind, wanted }: Operation, id: string, at: Operation["at"]): ResourceState {
	if (kind === "submit") return videoResource(wanted as VideoRequest)({ id, status: "CREATED" }, at);
	return postResource(wanted as PostRequest)({ taskId: id, status: "DONE" }, at);
}
