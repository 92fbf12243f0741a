import type { PostRequest } from "../../src/model/post.ts";
import type { Operation, ResourceState } from "../../src/model/snapshot.ts";
import type { VideoRequest } from "../../src/model/task.ts";
import { postResource, videoResource } from "../../src/reconcile/resources.ts";
import { LockedFault } from "../../src/system/lock.ts";
import { run } from "../builders/run.ts";
import { NOW } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { Killed } from "../fakes/service.ts";
import { crashing, type Ground, inMemory } from "./crashing.ts";
import type { Apply, History, Step } from "./history.ts";
import { emptyLog, type Log, seenBy, suffering } from "./suffering.ts";
import { campaignOf, FIRST_WISH, rehandled, renamed, type Wish, wantedIn } from "./wish.ts";

interface World {
	readonly ground: Ground;
	readonly log: Log;
	readonly idempotency: boolean;
	readonly happened: (what: string) => void;
	wish: Wish;
	clockMs: number;
}

/** Where a history happens, and the count of what came to pass. */
export interface Living {
	readonly on: () => Promise<Ground>;
	readonly tally: Map<string, number>;
}

/** Lives through a history and then brings everything home. Throws an `Error` that says what did not hold. */
export async function live(
	{ idempotency, steps }: History,
	{ on, tally }: Living = { on: inMemory, tally: new Map() },
): Promise<void> {
	const happened = (what: string) => void tally.set(what, (tally.get(what) ?? 0) + 1);
	const world: World = {
		ground: await on(),
		log: emptyLog(),
		idempotency,
		happened,
		wish: FIRST_WISH,
		clockMs: 0,
	};
	try {
		for (const each of steps) {
			await take(world, each);
			mustHold(world.log);
		}
		await comeHome(world);
	} finally {
		await world.ground.remove();
	}
}

/** Nobody sees a post twice, or one that was not asked for, and nothing is paid twice. */
function mustHold({ seen, unwanted, submitted, mayBeSubmitted }: Log): void {
	const twice = seen.filter((post, at) => seen.indexOf(post) !== at);
	if (unwanted.length > 0) throw new Error(`posted although nobody asked for it: ${unwanted.join(", ")}`);
	if (twice.length > 0) throw new Error(`posted twice: ${twice.join(", ")}`);
	if (submitted > mayBeSubmitted) throw new Error(`submitted ${submitted} times`);
}

/** In the end everything that is wanted was seen, unless a person gave it up. */
async function comeHome(world: World): Promise<void> {
	world.wish = { ...world.wish, posting: true, at: undefined };
	for (let runs = 0; runs < 4; runs++) {
		await resolve(world, { abandon: false });
		await apply(world, CALM);
		mustHold(world.log);
	}
	const { log, wish, ground } = world;
	const open = Object.values((await ground.store.read()).operations);
	if (open.length > 0) throw new Error(`still unknown: ${open.map(({ address }) => address).join(", ")}`);
	const lost = wantedIn(wish).filter((post) => !log.seen.includes(post) && !log.given.has(post));
	if (lost.length > 0) throw new Error(`never posted: ${lost.join(", ")}`);
}

const CALM: Apply = { do: "apply", fates: [], crash: undefined, other: false, atOnce: 1 };

async function take(world: World, next: Step): Promise<void> {
	executeLate(world);
	if (next.do === "apply") return apply(world, next);
	if (next.do === "resolve") return resolve(world, next);
	if (next.do === "jump") world.clockMs += next.ms;
	else world.wish = changed(world, next);
	if (next.do !== "rename" && next.do !== "handle") world.happened(next.do);
}

function executeLate({ log }: World): void {
	for (const execute of log.late.splice(0)) execute();
}

function changed(
	{ wish, log, happened }: World,
	next: Exclude<Step, { readonly do: "apply" | "resolve" | "jump" }>,
): Wish {
	if (next.do === "rename" || next.do === "handle") {
		const after = next.do === "rename" ? renamed(wish, next) : rehandled(wish, next);
		if (after === wish) return wish;
		happened(
			next.do === "handle"
				? "an account is renamed at its platform"
				: `${next.what} is renamed${next.told ? "" : " without a word"}`,
		);
		if (next.do === "rename" && next.what === "video" && !next.told) log.mayBeSubmitted++;
		return after;
	}
	if (next.do === "clipping" && next.limit !== wish.limit) log.mayBeSubmitted++;
	return { ...wish, ...next };
}

async function apply(world: World, next: Apply): Promise<void> {
	const { ground, idempotency, clockMs, log, wish, happened } = world;
	const life = { dead: false };
	const meanwhile = () => (next.other ? otherProcess(world) : Promise.resolve());
	const service = suffering({ log, wish, known: idempotency, apply: next, life, happened, meanwhile });
	// In the end a person asks for what was refused once more.
	const retry = next === CALM ? { retry: () => true } : {};
	const options = { idempotency, publishStatus: false, replace: [], ...retry };
	const over = { clock: fakeClock(NOW + clockMs), options, parallelism: next.atOnce };
	happened(next.atOnce > 1 ? "apply, three at once" : "apply");
	await run({
		store: crashing(ground, life, next.crash),
		service,
		campaigns: [campaignOf(wish)],
		over,
	}).catch((error: unknown) => {
		if (!(error instanceof Killed)) throw error;
		happened("killed");
	});
}

async function otherProcess({ ground, clockMs, log, wish, idempotency, happened }: World): Promise<void> {
	const clock = fakeClock(NOW + clockMs);
	const calm = suffering({
		log,
		wish,
		known: idempotency,
		apply: CALM,
		life: { dead: false },
		happened,
		meanwhile: () => Promise.resolve(),
	});
	const end = await run({
		store: ground.store,
		service: calm,
		campaigns: [campaignOf(wish)],
		over: { clock },
	}).catch((error: unknown) => error);
	if (!(end instanceof LockedFault))
		throw end instanceof Error ? end : new Error("two processes held the state");
	happened("another process is refused");
}

/** A person looks, and says the truth; or gives a post up. */
async function resolve(world: World, { abandon }: { readonly abandon: boolean }): Promise<void> {
	executeLate(world);
	const { ground, log, clockMs, happened } = world;
	const writer = await ground.store.open({
		command: "resolve",
		waitMs: 0,
		signal: new AbortController().signal,
	});
	const at = fakeClock(NOW + clockMs).now();
	for (const operation of Object.values(writer.snapshot().operations)) {
		const about = { type: "resolved", operation: operation.id, at, by: "ann" } as const;
		const id = log.keys.get(operation.id);
		const as =
			abandon && operation.kind === "publish" ? "abandoned" : id === undefined ? "not-posted" : "posted";
		happened(`resolved as ${as}`);
		if (as === "abandoned") log.given.add(seenBy(operation.payload));
		await writer.append({
			...about,
			as,
			...(as === "posted" && id !== undefined && { resource: resourceOf(operation, id, at) }),
		});
	}
	await writer.close();
}

function resourceOf({ kind, wanted }: Operation, id: string, at: Operation["at"]): ResourceState {
	if (kind === "submit") return videoResource(wanted as VideoRequest)({ id, status: "CREATED" }, at);
	return postResource(wanted as PostRequest)({ taskId: id, status: "DONE" }, at);
}
