import type { Call, CallOutcome, Sending, Service } from "../../../src/api/port.ts";
import { videoAddress } from "../../../src/model/address.ts";
import { epochMs } from "../../../src/model/brand.ts";
import type { Campaign, Video } from "../../../src/model/campaign.ts";
import { Fault } from "../../../src/model/fault.ts";
import type { Feed } from "../../../src/model/feed.ts";
import type { JournalEntry, Operation } from "../../../src/model/snapshot.ts";
import { stableUrl } from "../../../src/model/stable-url.ts";
import { listedAddresses, newsOfAll } from "../../../src/plan/items/stock-all.ts";
import { withItems } from "../../../src/plan/items/with-items.ts";
import { approvalOf } from "../../../src/reconcile/approval.ts";
import type { PlanInputs } from "../../../src/reconcile/context.ts";
import { firstPass, loopUntilDone } from "../../../src/reconcile/loop.ts";
import { recordingWith } from "../../builders/run.ts";
import { ACCOUNT, campaign, clip, post } from "../../builders/world.ts";
import { fakeClock } from "../../fakes/clock.ts";
import { fakeService, Killed, succeeded } from "../../fakes/service.ts";
import { crashing, die, type Life } from "../crashing.ts";
import type { Ground, Place } from "../ground.ts";
import { withMemory } from "../process.ts";
import type { FeedApply, FeedHistory, WriteFate } from "./events.ts";
import { Show } from "./show.ts";

/** The first episode that comes out while the feed is followed. */
const FIRST_NEW = 105;
const CALM: FeedApply = { do: "apply", writes: [], crash: undefined, by: "here" };
const place = { file: "k.campaign.yaml", line: 1, column: 1 };

/** What the service executed: the truth. */
interface Log {
	/** What was submitted, by task. */
	readonly tasks: Map<string, Task>;
	readonly posted: Task[];
	readonly keys: Map<string, string>;
}

/** An episode that was submitted: its number, where its video was, and by which memory. */
interface Task {
	readonly number: number;
	readonly url: string;
	readonly by: string;
}

/** A workspace that follows a show. */
interface World {
	readonly ground: Ground;
	readonly show: Show;
	readonly log: Log;
	readonly newest: number | undefined;
	readonly places: Place[];
	/** How often the state of the first place was lost. */
	lost: number;
	isDisturbed: boolean;
}

/** Lives through months of a show. Throws an `Error` that says what did not hold. */
export async function liveWithFeed(
	{ newest, steps }: FeedHistory,
	begin: () => Promise<Ground>,
): Promise<void> {
	const ground = await begin();
	try {
		const home = await ground.home();
		const log: Log = { tasks: new Map(), posted: [], keys: new Map() };
		const places = [await ground.begin(home)];
		const world: World = {
			ground,
			show: new Show(),
			log,
			newest,
			places,
			lost: 0,
			isDisturbed: false,
		};
		await apply(world, CALM);
		for (const each of steps) {
			if (each.do === "apply") await apply(world, each);
			else if (each.do === "lose") await lose(world);
			else world.show.take(each);
			mustHold(world);
		}
		await comeHome(world);
	} finally {
		await ground.remove();
	}
}

/** A state that is lost is begun anew; what was posted is known all the same. */
async function lose(world: World): Promise<void> {
	const [first] = world.places;
	if (first === undefined) return;
	await world.ground.lose(first);
	await first.adopt();
	world.lost++;
	world.isDisturbed = true;
}

async function apply(world: World, step: FeedApply): Promise<boolean> {
	const { show, ground, places } = world;
	const [first] = places;
	if (first === undefined) throw new Error("There is no workspace.");
	if (step.by === "another workspace" && places.length === 1)
		places.push(await ground.begin(first.home, { place: first, way: "clone" }));
	const at = step.by === "here" ? first : (places[1] ?? first);
	if (at !== first) world.isDisturbed = true;
	const life = { dead: false };
	const fates = [...step.writes];
	const by = at === first ? `first ${world.lost}` : "second";
	const service = serviceFor(world, { fates, life, by });
	const listed = () => new Set([ACCOUNT.id]);
	const { store, over } = withMemory(
		crashing(at.open({ listed }), at, { life, crash: step.crash }),
		at,
		listed,
	);
	const clock = fakeClock(epochMs(show.now + show.clockMs));
	try {
		const given = { store, service, over: { ...over, clock }, campaigns: [] };
		return await recordingWith(given, async ({ recording }) => {
			const inputs = inputsOf(world, recording.writer.snapshot(), clock.now());
			const context = { ...recording, campaigns: inputs.campaigns };
			const planned = await firstPass(context, inputs);
			await loopUntilDone(context, inputs, { first: planned, approval: approvalOf(planned.plan) });
			return true;
		});
	} catch (error) {
		if (error instanceof Killed) return false;
		if (error instanceof Fault) return false;
		throw error;
	}
}

/** What the commands make of campaigns, state and feed before they plan. */
function inputsOf(
	{ show, newest }: World,
	snapshot: Parameters<typeof newsOfAll>[1]["snapshot"],
	now: number,
): PlanInputs {
	const written = campaignOf(newest);
	const readings = new Map([["k.feed.podcast", show.reading()]]);
	const feeds = newsOfAll([written], { snapshot, readings, now: epochMs(now) });
	const addresses = listedAddresses(readings);
	const campaigns = withItems([written], { snapshot, news: feeds, addresses, place: (path) => path });
	const sources = Object.fromEntries(
		campaigns.flatMap(({ videos }) =>
			videos.map((video) => [videoAddress("k", video.name), identityOf(video)]),
		),
	);
	return { campaigns, sources: { sources, durations: {} }, feeds };
}

function identityOf({ source }: Video) {
	if (source.kind !== "url") throw new Error("Episodes have addresses.");
	return { ...source, url: stableUrl(source.url) };
}

/** Every episode gets its best clip on one account, at once. */
function campaignOf(newest: number | undefined): Campaign {
	const from = { kind: "rss", url: "https://example.com/feed.xml" } as const;
	const podcast: Feed = {
		name: "podcast",
		place,
		from,
		everyMs: 900_000,
		...(newest !== undefined && { newest }),
	};
	const {
		videos: [video],
		...rest
	} = campaign();
	if (video === undefined) throw new Error("The campaign is empty.");
	const { source: _, ...entry } = video;
	return {
		...rest,
		...{ videos: [], posts: [], feeds: { podcast } },
		ofItems: {
			videos: [{ ...entry, name: "eps", each: "podcast" }],
			posts: [post({ from: "eps", clips: { top: 1 } })],
		},
	};
}

/** A service that finds one clip in every episode, and does to each write what is fated. */
interface Fated {
	readonly fates: WriteFate[];
	readonly life: Life;
	readonly by: string;
}

function serviceFor({ log, show }: World, { fates, life, by }: Fated) {
	const send = async (made: Call<"submit" | "publish">, sending: Sending): Promise<CallOutcome<never>> => {
		const fate = fates.shift() ?? "accept";
		if (fate === "not sent") return ended("not-sent");
		await sending.arm();
		if (fate === "dies armed") die(life);
		const id = log.keys.get(sending.operation) ?? execute(log, made, { show, by });
		log.keys.set(sending.operation, id);
		if (fate === "dies executed") die(life);
		if (fate === "answer lost") return ended("unknown");
		const answer = made.kind === "submit" ? { id, status: "CREATED" } : { taskId: id, status: "PENDING" };
		return { class: "done", answer: answer as never, evidence: { httpStatus: 200 }, message: "accepted" };
	};
	return fakeService({
		results: async (id) => ({ ...succeeded, id, clips: [clip(0)] }),
		submitCall: (_, url) => callOf("submit", { url }),
		publishCall: ({ taskId }) => callOf("publish", { taskId }),
		send: send as Service["send"],
	});
}

function callOf<Kind extends "submit" | "publish">(kind: Kind, body: object): Call<Kind> {
	const payload = JSON.stringify(body);
	return { kind, endpoint: `/${kind}`, payload, payloadSha256: `sha-of-${payload.length}` };
}

function ended(as: "not-sent" | "unknown"): CallOutcome<never> {
	const next = as === "unknown" ? "stop" : "retry";
	return { class: as, evidence: { error: as }, message: as, next, retryAfterMs: 1_000 };
}

function execute(
	log: Log,
	{ kind, payload }: Call<"submit" | "publish">,
	{ show, by }: { readonly show: Show; readonly by: string },
): string {
	const body = JSON.parse(payload);
	if (kind === "submit") {
		const id = `task-${log.tasks.size + 1}`;
		const number = show.addresses.get(body.url);
		if (number === undefined)
			throw new Error(`an address that no episode ever had was submitted: ${body.url}`);
		log.tasks.set(id, { number, url: body.url, by });
		return id;
	}
	const task = log.tasks.get(body.taskId);
	if (task === undefined) throw new Error(`a clip of an unknown task was posted: ${body.taskId}`);
	log.posted.push({ ...task, by });
	return `post-${log.posted.length}`;
}

/**
 * Nothing was posted twice, and nothing that was there before. A memory that begins anew cannot know an
 * episode whose address is another one by then.
 */
function mustHold({ log, newest = 0 }: World): void {
	for (const [index, { number, url, by }] of log.posted.entries()) {
		const before = log.posted.slice(0, index).filter((each) => each.number === number);
		const known = before.find((each) => each.by === by || each.url === url);
		if (known) throw new Error(`episode ${number} was posted twice, from ${known.url} and ${url}`);
		if (number < FIRST_NEW - newest && !by.startsWith("second"))
			throw new Error(`episode ${number} was there before, and was posted`);
	}
}

/** In the end every episode that came out while it was followed was posted, unless a person is asked. */
async function comeHome(world: World): Promise<void> {
	const { show, log } = world;
	show.listed = "all";
	show.clockMs = 0;
	const held = new Set<number>();
	for (let round = 0; round < 12; round++) {
		await resolveAll(world);
		await apply(world, CALM);
		mustHold(world);
	}
	for (const number of await askedIn(world)) held.add(number);
	if (world.isDisturbed) return;
	const wanted = show.numbers.filter((number) => number >= FIRST_NEW - (world.newest ?? 0));
	const missing = wanted.filter(
		(number) =>
			!log.posted.some((each) => each.number === number) && !held.has(number) && !show.remade.has(number),
	);
	if (missing.length > 0) throw new Error(`never posted: episode ${missing.join(", ")}`);
}

/** A person looks what became of each attempt, and says it. */
async function resolveAll(world: World): Promise<void> {
	const [first] = world.places;
	if (first === undefined) return;
	const listed = () => new Set([ACCOUNT.id]);
	const { store } = withMemory(first.open({ listed }), first, listed);
	const writer = await store.open({ command: "resolve", waitMs: 0, signal: new AbortController().signal });
	try {
		for (const operation of Object.values(writer.snapshot().operations))
			await writer.append(wordOn(operation, world));
	} finally {
		await writer.close();
	}
}

function wordOn(operation: Operation, { log, show }: World): JournalEntry {
	const id = log.keys.get(operation.id);
	const at = epochMs(show.now);
	const said = { type: "resolved", operation: operation.id, at, by: "drill" } as const;
	if (id === undefined || operation.kind === "export") return { ...said, as: "not-posted" };
	if (operation.kind === "publish") {
		const resource = {
			kind: "post",
			request: operation.wanted,
			taskId: id,
			acceptedAt: at,
			status: "PENDING",
		} as const;
		return { ...said, as: "posted", resource };
	}
	const resource = {
		kind: "video",
		request: operation.wanted,
		taskId: id,
		submittedAt: at,
		status: "CREATED",
	} as const;
	return { ...said, as: "posted", resource };
}

/** Episodes that the plan asks a person about. */
async function askedIn(world: World): Promise<readonly number[]> {
	const [first] = world.places;
	if (first === undefined) return [];
	const snapshot = await first.open({ listed: () => undefined }).read();
	const { feeds = [] } = inputsOf(world, snapshot, world.show.now);
	const reading = world.show.reading();
	const items = "items" in reading ? reading.items : [];
	return feeds.flatMap(({ doubtful }) =>
		doubtful.flatMap(({ title }) => {
			const item = items.find((each) => each.title === title);
			const number = item?.source.kind === "url" ? world.show.addresses.get(item.source.url) : undefined;
			return number === undefined ? [] : [number];
		}),
	);
}
