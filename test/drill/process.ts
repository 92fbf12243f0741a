import { join } from "node:path";
import { defined } from "../../src/model/defined.ts";
import type { Failure } from "../../src/model/event.ts";
import { Fault } from "../../src/model/fault.ts";
import type { PlanOptions } from "../../src/model/observed.ts";
import type { Plan } from "../../src/model/plan.ts";
import type { RunContext } from "../../src/reconcile/context.ts";
import { loopOnce, type OnceResult } from "../../src/reconcile/loop.ts";
import { emptyMemory } from "../../src/reconcile/memory.ts";
import { namesOf } from "../../src/state/ledger/account-names.ts";
import { ledgerAccount, readElsewhere } from "../../src/state/ledger/elsewhere.ts";
import { type Ledger, openLedger } from "../../src/state/ledger/ledger.ts";
import { withLedger } from "../../src/state/ledger/ledgered-store.ts";
import type { StateStore, StateWriter } from "../../src/state/store.ts";
import { LockedFault } from "../../src/system/lock.ts";
import { type RunGiven, recordingWith, run } from "../builders/run.ts";
import { NOW } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { Killed } from "../fakes/service.ts";
import { cancelsIn } from "./changing.ts";
import { crashing } from "./crashing.ts";
import { contentsOfFootage } from "./footage.ts";
import type { Home, Place } from "./ground.ts";
import type { Apply } from "./history.ts";
import type { Log, Play } from "./play.ts";
import { suffering } from "./suffering.ts";
import { campaignOf, type Platforms, sourcesOf, type Wish } from "./wish.ts";

/** What all accounts of these histories are accounts of. */
export const SCOPE = "https://clips.example.com";

/** A workspace: where its state is, what its campaign says, and which program is used there. */
export interface Workspace {
	readonly place: Place;
	wish: Wish;
	isOld: boolean;
}

/** One `apply`, and the service as it is then. */
export interface Applying extends Pick<Play, "happened" | "meanwhile"> {
	readonly log: Log;
	readonly platforms: Platforms;
	readonly idempotency: boolean;
	readonly calendar: boolean;
	readonly clockMs: number;
	readonly apply: Apply;
	/** A person asks for what was refused once more. */
	readonly retry: boolean;
}

/** How it ended. */
export type End =
	| { readonly as: "done"; readonly rest: Plan; readonly failures: readonly Failure[] }
	| { readonly as: "killed" | "locked" }
	/** Nothing was sent, and why is said. */
	| { readonly as: "refused"; readonly fault: Fault };

/** The ledger of a home, as one process reads it. */
export function ledgerIn({ folder }: Home): Ledger {
	return openLedger({ path: join(folder, "memory", "ledger") }, { command: "history" });
}

/** Runs `apply` in a workspace, as the program that is used there does. */
export async function applied({ place, wish, isOld }: Workspace, applying: Applying): Promise<End> {
	const { clockMs, idempotency, apply, platforms } = applying;
	const life = { dead: false };
	const clock = fakeClock(NOW + clockMs);
	const { accounts, ...service } = suffering({
		...{ ...applying, wish, life, isOld, known: idempotency, now: clock.now, cancels: { count: 0 } },
		...{ home: place.home.name, from: place.name },
	});
	let listed: ReadonlySet<string> | undefined;
	const reading = async (signal: AbortSignal) => {
		const found = await accounts(signal);
		listed = new Set(Object.values(platforms.ids).flatMap((ids) => ids.slice(-1)));
		return found;
	};
	const store = crashing(place.open(isOld ? undefined : { listed: () => listed }), place, {
		life,
		crash: apply.crash,
	});
	const asking = isOld ? { store } : withMemory(store, place, () => listed);
	const options = optionsFor({ ...applying, wish });
	const over = { ...asking.over, clock, options, parallelism: apply.atOnce };
	try {
		const given = {
			...{ store: asking.store, service: { ...service, accounts: reading } },
			...{ campaigns: [campaignOf(wish)], sources: sourcesOf(wish), over },
		};
		const { rest, report } = await (apply.by === "watch" ? watched(given) : run(given));
		return { as: "done", rest, failures: report.failures };
	} catch (error) {
		if (error instanceof Killed) return { as: "killed" };
		if (error instanceof LockedFault) return { as: "locked" };
		if (error instanceof Fault) return { as: "refused", fault: error };
		throw error;
	}
}

/** So many passes are made by one `watch`. */
const PASSES = 4;

/** One `watch`: passes that remember each other, until nothing is underway. */
function watched(given: RunGiven): Promise<OnceResult> {
	return recordingWith(given, async ({ recording, known }) => {
		const memory = emptyMemory();
		const pass = () => loopOnce(recording, known, { memory, skip: [] });
		let last = await pass();
		for (let made = 1; made < PASSES && last.underway; made++) last = await pass();
		return last;
	});
}

function optionsFor({ idempotency, calendar, retry, wish, apply }: Applying & { wish: Wish }): PlanOptions {
	const able = { publishStatus: true, publishUpdate: true, publishCancel: true };
	const { target } = apply;
	const selected =
		target && ((address: string) => !/\.post\./.test(address) || address.endsWith(`.${wish[target]}`));
	const maxCancels = cancelsIn(apply);
	const asked = defined({ retry: retry ? () => true : undefined, maxCancels, selected });
	return { idempotency, publishStatus: false, replace: [], ...(calendar && able), ...asked };
}

/** Opens the state of a workspace for a person's word, which the ledger hears too. */
export function openedAt({ place, isOld }: Workspace): Promise<StateWriter> {
	const listed = () => undefined;
	const { store } = isOld
		? { store: place.open(undefined) }
		: withMemory(place.open({ listed }), place, listed);
	return store.open({ command: "resolve", waitMs: 0, signal: new AbortController().signal });
}

interface Remembering {
	readonly store: StateStore;
	readonly over?: Pick<RunContext, "elsewhere">;
}

/** A program that keeps the ledger of its home, and asks it. */
export function withMemory(
	store: StateStore,
	place: Place,
	listed: () => ReadonlySet<string> | undefined,
): Remembering {
	const { home, name, guards } = place;
	const ledger = ledgerIn(home);
	const contents = contentsOfFootage();
	const naming = async (lineage: string) => ({ scope: SCOPE, lineage, workspace: name });
	const keeping = withLedger(store, { ledger, naming, listed, guards, contents, local: false });
	let lineage = "";
	return {
		store: {
			read: () => keeping.read(),
			async open(options) {
				const writer = await keeping.open(options);
				lineage = writer.snapshot().lineage;
				return writer;
			},
		},
		over: {
			async elsewhere(query) {
				const named = await naming(lineage);
				const names = namesOf(await ledger.facts(), SCOPE, query.accounts.map(ledgerAccount));
				const remote = await place.remote(named, names);
				return readElsewhere({ ledger, guards, naming: named, contents, ...defined({ remote }) }, query);
			},
		},
	};
}
