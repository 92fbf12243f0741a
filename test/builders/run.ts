import { type AddressText, videoAddress } from "../../src/model/address.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { RunEvent } from "../../src/model/event.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { approvalOf } from "../../src/reconcile/approval.ts";
import type { PlanInputs, RunContext } from "../../src/reconcile/context.ts";
import { firstPass, type LoopResult, loopUntilDone } from "../../src/reconcile/loop.ts";
import type { StateStore } from "../../src/state/store.ts";
import { type FakeClock, fakeClock } from "../fakes/clock.ts";
import type { FakeService } from "../fakes/service.ts";
import { campaign, SOURCE } from "./world.ts";

export interface RunGiven {
	readonly store: StateStore;
	readonly service: FakeService;
	readonly campaigns?: readonly Campaign[];
	/** What their videos are. Absent: one file. */
	readonly sources?: PlanInputs["sources"];
	readonly over?: Partial<RunContext>;
}

export interface Ran extends LoopResult {
	readonly events: readonly RunEvent[];
	readonly snapshot: Snapshot;
	readonly clock: FakeClock;
}

/** What a run works with, over a store that is opened before and closed afterwards. */
export interface Opened {
	readonly recording: RunContext;
	readonly known: PlanInputs;
	readonly clock: FakeClock;
	readonly events: readonly RunEvent[];
}

/** Opens the state, does the work, closes it. */
export async function recordingWith<Result>(
	{ store, service, campaigns = [campaign()], sources = sourcesOf(campaigns), over = {} }: RunGiven,
	work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
	const signal = over.signal ?? new AbortController().signal;
	const clock = fakeClock();
	const writer = await store.open({ command: "test", waitMs: 0, signal });
	const events: RunEvent[] = [];
	const recording: RunContext = {
		...{ campaigns, service, writer, clock, signal, host: "h", pid: 1 },
		emit: (event) => events.push(event),
		options: { idempotency: false, publishStatus: false, replace: [] },
		limits: { runningTasks: 5 },
		poll: { firstMs: 10_000, mostMs: 30_000 },
		confirmPosts: async () => true,
		...over,
	};
	try {
		return await work({ recording, known: { campaigns, sources }, clock, events });
	} finally {
		await writer.close();
	}
}

function sourcesOf(campaigns: readonly Campaign[]): PlanInputs["sources"] {
	const addresses = campaigns.flatMap(({ name, videos }) =>
		videos.map((video) => videoAddress(name, video.name)),
	);
	const sources: Record<AddressText, typeof SOURCE> = Object.fromEntries(
		addresses.map((address) => [address, SOURCE]),
	);
	return { sources, durations: {} };
}

/** One `apply --auto-approve`: opens the state, makes the first pass, loops until done, closes. */
export function run(given: RunGiven): Promise<Ran> {
	return recordingWith(given, async ({ recording, known, clock, events }) => {
		const first = await firstPass(recording, known);
		const result = await loopUntilDone(recording, known, { first, approval: approvalOf(first.plan) });
		return { ...result, events, snapshot: recording.writer.snapshot(), clock };
	});
}
