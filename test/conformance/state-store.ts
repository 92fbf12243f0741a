import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Fault } from "../../src/model/fault.ts";
import type { KnownItem } from "../../src/model/feed-state.ts";
import type { JournalEntry, Snapshot } from "../../src/model/snapshot.ts";
import { StateFault } from "../../src/state/state-fault.ts";
import type { StateStore, StateWriter } from "../../src/state/store.ts";
import { LockedFault } from "../../src/system/lock.ts";
import { armed, numbered, outcome, postedEntries, postIntent, resolved } from "../builders/entries.ts";
import { addressOf, clip, ledgerOf, NOW, posted, TALK } from "../builders/world.ts";

const FRESH: Snapshot = { format: 1, lineage: "", serial: 0, resources: {}, operations: {}, ledger: [] };
const options = (over: Partial<Parameters<StateStore["open"]>[0]> = {}) => ({
	command: "test",
	waitMs: 0,
	signal: new AbortController().signal,
	...over,
});

/** Opens, does the work, closes. */
async function writing<Result>(
	store: StateStore,
	work: (writer: StateWriter) => Promise<Result>,
): Promise<Result> {
	const writer = await store.open(options());
	try {
		return await work(writer);
	} finally {
		await writer.close();
	}
}

async function append(writer: StateWriter, entries: readonly JournalEntry[]): Promise<void> {
	for (const entry of entries) await writer.append(entry);
}

async function thrown(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => assert.unreachable("it did not fail"),
		(error: unknown) => error,
	);
}

const SLOT = { account: "youtube:acme", at: NOW };

const ITEM: KnownItem = {
	status: "taken",
	seenAt: NOW,
	item: {
		id: "ep-1",
		source: { kind: "url", url: "https://example.com/1.mp4" },
		title: "Episode 1",
		fields: { number: 1 },
	},
};

const RULES: Readonly<Record<string, (store: StateStore) => Promise<void>>> = {
	"slots are kept until they are given back": async (store) => {
		const [one, two] = [addressOf(clip(0)), addressOf(clip(1))];
		await writing(store, (writer) =>
			append(writer, [{ type: "slots", at: NOW, given: { [one]: SLOT, [two]: SLOT }, freed: [] }]),
		);
		assert.equal((await store.read()).slots, { [one]: SLOT, [two]: SLOT });
		await writing(store, (writer) => append(writer, [{ type: "slots", at: NOW, given: {}, freed: [one] }]));
		assert.equal((await store.read()).slots, { [two]: SLOT });
		await writing(store, (writer) => append(writer, [{ type: "slots", at: NOW, given: {}, freed: [two] }]));
		assert.is((await store.read()).slots, undefined);
	},
	"items of a feed are kept, also by what the feed is called now": async (store) => {
		const entry = { type: "feed", at: NOW, newestAt: NOW, left: { "id-of-an-old-one": [] } } as const;
		const feed = { feed: "k.feed.podcast", items: { "ep-1": ITEM } };
		await writing(store, (writer) => append(writer, [{ ...entry, ...feed }]));
		const state = { begunAt: NOW, newestAt: NOW, items: feed.items, left: entry.left };
		assert.equal((await store.read()).feeds, { "k.feed.podcast": state });
		const renamed = { feed: "k.feed.show", was: "k.feed.podcast", items: { "ep-2": ITEM } };
		await writing(store, (writer) => append(writer, [{ ...entry, ...renamed }]));
		const items = { "ep-1": ITEM, "ep-2": ITEM };
		assert.equal((await store.read()).feeds, { "k.feed.show": { ...state, items } });
	},
	"what is imported is there with its moment, and never takes the place of what is known": async (store) => {
		const moment = ledgerOf(clip(0), { operation: "import-1" });
		const entry: JournalEntry = {
			type: "imported",
			address: addressOf(),
			at: NOW,
			by: "ann",
			resource: posted(),
			moment,
		};
		await writing(store, (writer) => append(writer, [entry]));
		const { resources, ledger } = await store.read();
		assert.equal([resources, ledger], [{ [addressOf()]: posted() }, [moment]]);
		assert.instance(await thrown(writing(store, (writer) => append(writer, [entry]))), StateFault);
		assert.equal((await store.read()).ledger, [moment]);
	},
	"an import waits for the outcome of an attempt, and says what it is": async (store) => {
		await writing(store, (writer) =>
			append(writer, [postIntent("op-1"), armed("op-1"), outcome("op-1", "unknown")]),
		);
		const entry = { type: "imported", address: addressOf(), at: NOW, by: "ann" } as const;
		assert.instance(
			await thrown(writing(store, (writer) => append(writer, [{ ...entry, resource: posted() }]))),
			StateFault,
		);
		assert.instance(
			await thrown(writing(store, (writer) => append(writer, [{ ...entry, address: TALK }]))),
			StateFault,
		);
	},
	"an absent state is empty, to read and to open": async (store) => {
		assert.equal(await store.read(), FRESH);
		assert.equal(await writing(store, async (writer) => writer.snapshot()), FRESH);
		assert.equal(await store.read(), FRESH);
	},
	"what was appended is there at once, after closing, and for the next run": async (store) => {
		const inside = await writing(store, async (writer) => {
			await append(writer, postedEntries("op-1"));
			assert.equal(await store.read(), writer.snapshot());
			return writer.snapshot();
		});
		assert.equal(
			[inside.serial, Object.keys(inside.resources), inside.operations, inside.ledger.length],
			[3, [addressOf()], {}, 1],
		);
		assert.equal(await store.read(), inside);
		assert.equal(await writing(store, async (writer) => writer.snapshot()), inside);
	},
	"the lineage is made once and stays": async (store) => {
		await writing(store, (writer) => append(writer, [numbered(1)]));
		const { lineage } = await store.read();
		assert.match(lineage, /^[0-9A-Z]{26}$/);
		await writing(store, (writer) => append(writer, [numbered(2)]));
		assert.equal([(await store.read()).lineage, (await store.read()).serial], [lineage, 2]);
	},
	"the current state is the snapshot, before and after an append": async (store) => {
		await writing(store, async (writer) => {
			assert.equal(writer.current(), writer.snapshot());
			for (const entry of postedEntries("op-1")) {
				await writer.append(entry);
				assert.equal(writer.current(), writer.snapshot());
			}
		});
	},
	"a snapshot does not change under its reader": async (store) => {
		await writing(store, async (writer) => {
			await writer.append(numbered(1));
			const before = writer.snapshot();
			const copy = structuredClone(before);
			await append(writer, [numbered(2), ...postedEntries("op-1")]);
			assert.equal(before, copy);
			assert.is(writer.snapshot().serial, 5);
		});
	},
	"entries appended all at once all count, in their order": async (store) => {
		const entries = [...postedEntries("op-1"), ...Array.from({ length: 20 }, (_, index) => numbered(index))];
		await writing(
			store,
			async (writer) => void (await Promise.all(entries.map((entry) => writer.append(entry)))),
		);
		const { serial, resources } = await store.read();
		assert.equal([serial, resources[TALK]?.taskId], [23, "19"]);
	},
	"what is armed is under way while its run lives, and unknown afterwards": async (store) => {
		await writing(store, async (writer) => {
			await append(writer, [postIntent("op-1"), armed("op-1")]);
			assert.is((await store.read()).operations["op-1"]?.phase, "armed");
		});
		const { operations, ledger } = await store.read();
		assert.equal(
			[operations["op-1"]?.phase, operations["op-1"]?.evidence?.error],
			["unknown", "the process ended before an answer was recorded"],
		);
		assert.is(ledger.length, 1);
		assert.is(await writing(store, async (writer) => writer.snapshot().operations["op-1"]?.phase), "unknown");
	},
	"what was only intended is gone with its run: nothing was sent": async (store) => {
		await writing(store, (writer) => append(writer, [postIntent("op-1")]));
		assert.equal((await store.read()).operations, {});
		await writing(store, async (writer) => {
			assert.equal(writer.snapshot().operations, {});
			await append(writer, postedEntries("op-2"));
		});
		assert.equal([(await store.read()).serial, (await store.read()).ledger.length], [4, 1]);
	},
	"an unknown outcome stays until somebody resolves it": async (store) => {
		await writing(store, (writer) =>
			append(writer, [postIntent("op-1"), armed("op-1"), outcome("op-1", "unknown")]),
		);
		await writing(store, async (writer) => {
			assert.instance(await thrown(writer.append(postIntent("op-2"))), StateFault);
		});
		await writing(store, (writer) => append(writer, [resolved("op-1", "posted", posted(clip(0)))]));
		const { operations, ledger, resources } = await store.read();
		assert.equal([operations, ledger.length, resources[addressOf()]?.status], [{}, 1, "DONE"]);
	},
	"an entry that contradicts the state is refused, and nothing after it is accepted": async (store) => {
		await writing(store, async (writer) => {
			await append(writer, [numbered(1)]);
			const before = writer.snapshot();
			assert.instance(await thrown(writer.append(armed("op-9"))), StateFault);
			assert.instance(await thrown(writer.append(numbered(2))), StateFault);
			assert.equal(writer.snapshot(), before);
		});
		assert.equal([(await store.read()).serial, (await store.read()).resources[TALK]?.taskId], [1, "1"]);
		await writing(store, (writer) => append(writer, [numbered(3)]));
		assert.is((await store.read()).serial, 2);
	},
	"one run at a time: the second is told to wait": async (store) => {
		await writing(store, async () => {
			const error = await thrown(store.open(options()));
			assert.instance(error, LockedFault);
			assert.equal(error instanceof Fault && [error.next, error.fatal], ["wait", true]);
		});
		await writing(store, async () => {});
	},
	"the second waits as long as it was told to": async (store) => {
		const first = await store.open(options());
		const started = performance.now();
		assert.instance(await thrown(store.open(options({ waitMs: 250 }))), LockedFault);
		assert.ok(performance.now() - started >= 200);
		const second = store.open(options({ waitMs: 20_000 }));
		await append(first, [numbered(1)]);
		await first.close();
		const writer = await second;
		assert.is(writer.snapshot().serial, 1);
		await writer.close();
	},
	"who waits can be told to stop, and who is told to stop takes nothing": async (store) => {
		const reason = new Error("enough");
		assert.is(await thrown(store.open(options({ signal: AbortSignal.abort(reason) }))), reason);
		await writing(store, async () => {
			const stop = new AbortController();
			setTimeout(() => stop.abort(reason), 50);
			assert.is(await thrown(store.open(options({ waitMs: 20_000, signal: stop.signal }))), reason);
			assert.match(
				String(await thrown(store.open(options({ waitMs: 20_000, signal: AbortSignal.timeout(30) })))),
				/TimeoutError/,
			);
		});
		await writing(store, async () => {});
	},
	"closing twice is closing once, and a closed state accepts nothing": async (store) => {
		const writer = await store.open(options());
		await writer.append(numbered(1));
		await writer.close();
		await writing(store, async () => {
			await writer.close();
			assert.instance(await thrown(writer.append(numbered(2))), StateFault);
			assert.instance(await thrown(store.open(options())), LockedFault);
		});
		assert.is((await store.read()).serial, 1);
	},
};

/** What every store of state keeps. `withStore` gives a fresh one. */
export function stateStoreSuite(
	name: string,
	withStore: (work: (store: StateStore) => Promise<void>) => Promise<void>,
): void {
	const stores = suite(`state store: ${name}`);
	for (const [title, rule] of Object.entries(RULES)) stores(title, () => withStore(rule));
	stores.run();
}
