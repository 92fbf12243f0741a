import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "ulid";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StoreFault } from "../../src/service/store/fault.ts";
import { LeaseLost } from "../../src/service/store/lease.ts";
import type { Records } from "../../src/service/store/records.ts";
import type { RepeatRecord } from "../../src/service/store/shapes.ts";
import type { Store } from "../../src/service/store/store.ts";

/** An empty store. */
export interface StoreGround {
	readonly store: Store;
	/** The same store with connections of its own. Absent: one process owns it. */
	readonly other?: Store;
	/** Puts a text where the record of an id of `kind` is. */
	damage(id: string, text: string): Promise<void>;
}

/** One that several processes share. */
export interface SharedGround extends StoreGround {
	readonly other: Store;
	/** Ends a lease as if its process had been silent for too long. */
	expire(name: string): Promise<void>;
}

type Rule = (ground: StoreGround) => Promise<void>;
type RuleOfTwo = (ground: SharedGround) => Promise<void>;

const OCTOBER = Date.UTC(2026, 9, 3);
const NOVEMBER = Date.UTC(2026, 10, 3);
const KIND = "idempotency";
const yes = () => true;
const no = () => false;

function record(at: number, given = "first"): RepeatRecord {
	return { format: 1, id: ulid(at), fingerprint: "f", given };
}

function bookOf(store: Store): Records<RepeatRecord> {
	return store.records<RepeatRecord>(KIND);
}

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
	const found: Entry[] = [];
	for await (const entry of entries) found.push(entry);
	return found;
}

async function thrown(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => assert.unreachable("it did not fail"),
		(error: unknown) => error,
	);
}

const RULES: Readonly<Record<string, Rule>> = {
	"what was put is there, and nothing else is": async ({ store }) => {
		const entry = record(OCTOBER);
		await bookOf(store).put(entry);
		assert.equal(await bookOf(store).get(entry.id), entry);
		assert.is(await bookOf(store).get(ulid(OCTOBER)), undefined);
		assert.is(await store.records("uploads").get(entry.id), undefined, "another kind");
		assert.is(await store.of("acme").records(KIND).get(entry.id), undefined, "another tenant");
	},
	"ids are in order, the oldest first, however they came": async ({ store }) => {
		const entries = [3, 1, 2].map((at) => record(OCTOBER + at));
		for (const entry of entries) await bookOf(store).put(entry);
		const ids = entries.map(({ id }) => id).sort();
		const current = (await bookOf(store).current(yes)).map(({ id }) => id);
		assert.equal([await bookOf(store).currentIds(), current], [ids, ids]);
		assert.equal(
			(await all(bookOf(store).newest())).map(({ id }) => id),
			[...ids].reverse(),
		);
	},
	"more than a page are read as they are taken": async ({ store }) => {
		const entries = Array.from({ length: 450 }, (_, at) => record(OCTOBER + at));
		await Promise.all(entries.map((entry) => bookOf(store).put(entry)));
		assert.is((await all(bookOf(store).eachCurrent(yes))).length, 450);
		assert.is((await all(bookOf(store).eachCurrent(no))).length, 0);
		const newest = (await all(bookOf(store).newest(entries[300]?.id))).map(({ id }) => id);
		assert.equal(
			newest,
			entries
				.slice(0, 300)
				.reverse()
				.map(({ id }) => id),
		);
	},
	"what is archived can be read, listed and changed, and is no longer current": async ({ store }) => {
		const [book, old, young] = [bookOf(store), record(OCTOBER), record(NOVEMBER)];
		for (const each of [old, young]) await book.put(each);
		assert.equal([await book.archive(old.id, no), await book.archive(old.id, yes)], [false, true]);
		assert.is(await book.archive(old.id, yes), false, "it is archived");
		assert.equal(await book.get(old.id), old);
		assert.equal(await book.current(yes), [young]);
		assert.equal(await all(book.newest()), [young, old]);
		assert.equal(await all(book.newest(young.id)), [old]);
		assert.equal(await book.archivedBefore(Date.UTC(2026, 9, 1)), []);
		assert.equal(await book.archivedBefore(Date.UTC(2026, 9, 1) + 1), [old.id]);
		await book.change(old.id, (before) => ({ ...before, given: "second" }));
		assert.equal(await book.currentIds(), [old.id, young.id]);
		assert.equal(await book.archivedBefore(Number.MAX_SAFE_INTEGER / 2 ** 8), []);
	},
	"only what is unneeded is removed, archived or not": async ({ store }) => {
		const [book, one, two] = [bookOf(store), record(OCTOBER), record(NOVEMBER)];
		for (const each of [one, two]) await book.put(each);
		await book.archive(one.id, yes);
		assert.equal([await book.remove(one.id, no), await book.remove(ulid(), yes)], [false, false]);
		assert.equal([await book.remove(one.id, yes), await book.remove(two.id, yes)], [true, true]);
		assert.equal(await all(book.newest()), []);
	},
	"changes of one record come one after the other": async ({ store }) => {
		const [book, entry] = [bookOf(store), record(OCTOBER, "0")];
		await book.put(entry);
		const add = () => book.change(entry.id, (before) => ({ ...before, given: `${+before.given + 1}` }));
		await Promise.all(Array.from({ length: 25 }, add));
		assert.is((await book.get(entry.id))?.given, "25");
		assert.is((await book.change(entry.id, (before) => before)).given, "25");
	},
	"a change that throws changes nothing, and one of nothing throws": async ({ store }) => {
		const [book, entry] = [bookOf(store), record(OCTOBER)];
		await book.put(entry);
		const bang = new Error("bang");
		const failing = book.change(entry.id, () => {
			throw bang;
		});
		assert.is(await thrown(failing), bang);
		assert.match(String(await thrown(book.change(ulid(), (before) => before))), /no record/);
		assert.equal(await book.get(entry.id), entry);
	},
	"what is there is not created again": async ({ store }) => {
		const [book, entry] = [bookOf(store), record(OCTOBER)];
		assert.equal(await book.create(entry), entry);
		assert.equal(await book.create({ ...entry, given: "second" }), entry);
		assert.equal(await book.get(entry.id), entry);
	},
	"a change is announced before it is written, and its event is there with it": async ({ store }) => {
		const seen: unknown[] = [];
		const events = store.records<RepeatRecord>("webhooks");
		const book = store.records<RepeatRecord>(KIND, async (before, after) => {
			seen.push([before?.given, after.given]);
			if (after.given === "refused") throw new Error("bang");
			const event = record(NOVEMBER, after.given);
			await events.put(event);
			return { entry: { ...after, fingerprint: "announced" }, written: () => seen.push("written") };
		});
		const entry = record(OCTOBER);
		await book.put(entry);
		await book.change(entry.id, (before) => ({ ...before, given: "second" }));
		await book.change(entry.id, (before) => before);
		await thrown(book.change(entry.id, (before) => ({ ...before, given: "refused" })));
		assert.equal(seen, [
			...[[undefined, "first"], "written", ["first", "second"], "written"],
			["second", "refused"],
		]);
		assert.equal(await book.get(entry.id), { ...entry, given: "second", fingerprint: "announced" });
		const given = (await events.current(yes)).map((event) => event.given).sort();
		assert.equal(given, ["first", "second"]);
	},
	"hostile ids name nothing": async ({ store }) => {
		for (const id of ["", "../accounts", "a/b", "a\0b", "%", "'; DROP TABLE records; --", "a".repeat(65)])
			assert.is(await bookOf(store).get(id), undefined, id);
	},
	"texts of any characters come back as they were": async ({ store }) => {
		const entry = record(OCTOBER, "“Ünïcödé” 😀 \\u0000 \" ' $1 %s\n\t\u2028");
		await bookOf(store).put(entry);
		assert.equal(await bookOf(store).get(entry.id), entry);
	},
	"a damaged record is named, and keeps the others from nothing": async ({ store, damage }) => {
		const [book, bad, good] = [bookOf(store), record(OCTOBER), record(NOVEMBER)];
		await book.put(good);
		for (const text of ["{", "[]", JSON.stringify({ ...bad, format: 2 }), JSON.stringify(good)]) {
			await damage(bad.id, text);
			const fault = await thrown(book.get(bad.id));
			assert.instance(fault, StoreFault);
			assert.match(String(fault), new RegExp(bad.id));
		}
		assert.equal(await book.get(good.id), good);
	},
	"texts are kept by name, and changed one after the other": async ({ store }) => {
		assert.is(await store.read("accounts.json"), undefined);
		const count = () =>
			store.change("accounts.json", (before = "0") => ({ result: before, text: `${+before + 1}` }));
		const results = await Promise.all(Array.from({ length: 10 }, count));
		assert.equal(
			results.map(Number).sort((a, b) => a - b),
			[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
		);
		const stamp = await store.stamp("accounts.json");
		assert.is(await store.change("accounts.json", (before) => ({ result: before })), "10");
		assert.is(await store.stamp("accounts.json"), stamp);
		await store.write("accounts.json", "other");
		assert.is.not(await store.stamp("accounts.json"), stamp);
		assert.is(await store.of("acme").read("accounts.json"), undefined, "another tenant");
		await store.remove("accounts.json");
		assert.is(await store.read("accounts.json"), undefined);
	},
	"names of a folder of texts are listed": async ({ store }) => {
		for (const name of ["b.json", "a_1.json"]) await store.write(`credentials/${name}`, "{}");
		await store.write("credentials.key", "");
		assert.equal(await store.names("credentials"), ["a_1.json", "b.json"]);
		assert.equal(await store.names("webhook-replays"), []);
	},
	"what is held is held by one": async ({ store, other = store }) => {
		const seen: string[] = [];
		const work = (name: string) => async () => {
			seen.push(`${name} begins`);
			await store.read("x");
			seen.push(`${name} ends`);
		};
		const held = [store, other].map((each, at) => each.held("credentials/a.json", 5_000, work(`${at}`)));
		await Promise.all(held);
		const [first] = seen[0]?.split(" ") ?? [];
		const second = first === "0" ? "1" : "0";
		assert.equal(seen, [`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
	},
	"tenants that have anything are listed": async ({ store }) => {
		await bookOf(store).put(record(OCTOBER));
		assert.equal(await store.tenants(), []);
		await bookOf(store.of("b")).put(record(OCTOBER));
		await store.of("a").write("link.key", "x");
		assert.equal(await store.tenants(), ["a", "b"]);
	},
};

const RULES_OF_TWO: Readonly<Record<string, RuleOfTwo>> = {
	"what is done together is done by one at a time": async ({ store, other }) => {
		const [one, two, entry] = [bookOf(store), bookOf(other), record(OCTOBER, "0")];
		await one.put(entry);
		const add = (of: Store, book: Records<RepeatRecord>) =>
			of.together(async () => {
				const before = await book.get(entry.id);
				await sleep(2);
				await book.put({ ...entry, given: `${Number(before?.given) + 1}` });
			});
		await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? add(store, one) : add(other, two))));
		assert.is((await one.get(entry.id))?.given, "20");
	},
	"what is written together is there as a whole or not at all": async ({ store, other }) => {
		const [entry, text] = [record(OCTOBER), "news/one"];
		const work = store.together(async () => {
			await bookOf(store).put(entry);
			await store.write(text, "");
			assert.equal([await bookOf(other).get(entry.id), await other.read(text)], [undefined, undefined]);
			throw new Error("not after all");
		});
		assert.match(String(await thrown(work)), /not after all/);
		assert.equal([await bookOf(store).get(entry.id), await store.read(text)], [undefined, undefined]);
	},
	"what it leaves running is no part of what is done together next": async ({ store }) => {
		const [entry, begin] = [record(OCTOBER), new AbortController()];
		let left: Promise<void> | undefined;
		await store.together(async () => {
			left = once(begin.signal, "abort").then(() => bookOf(store).put(entry));
		});
		const work = store.together(async () => {
			begin.abort();
			await left;
			throw new Error("not after all");
		});
		assert.match(String(await thrown(work)), /not after all/);
		assert.equal(await bookOf(store).get(entry.id), entry);
	},
	"who is there is seen by all, and who gave no sign of life may be ended": async ({
		store,
		other,
		expire,
	}) => {
		const there = () => other.rights("serves ");
		assert.equal(await there(), []);
		const lease = await store.lease("serves one");
		assert.ok(lease);
		const lost = once(lease.lost, "abort", { signal: AbortSignal.timeout(30_000) });
		assert.equal([await there(), await other.rights("serves t")], [["serves one"], []]);
		await other.endLapsed("serves ");
		assert.equal(await there(), ["serves one"]);
		await expire("serves one");
		assert.equal(await there(), []);
		await other.endLapsed("serves ");
		await lost;
	},
	"two changers lose nothing": async ({ store, other }) => {
		const [one, two, entry] = [bookOf(store), bookOf(other), record(OCTOBER, "0")];
		await one.put(entry);
		const add = (book: Records<RepeatRecord>) =>
			book.change(entry.id, (before) => ({ ...before, given: `${+before.given + 1}` }));
		await Promise.all(Array.from({ length: 30 }, (_, at) => add(at % 2 ? one : two)));
		assert.is((await two.get(entry.id))?.given, "30");
	},
	"of two that create the same, one does": async ({ store, other }) => {
		for (let round = 0; round < 10; round += 1) {
			const entry = record(OCTOBER + round);
			const [one, two] = await Promise.all([
				bookOf(store).create({ ...entry, given: "one" }),
				bookOf(other).create({ ...entry, given: "two" }),
			]);
			assert.equal(one, two);
			assert.equal(await bookOf(store).get(entry.id), one);
		}
	},
	"events of two changers are all there, each with its own number": async ({ store, other }) => {
		const announced = (of: Store) =>
			of.records<RepeatRecord>(KIND, async (before, after) => {
				const number = +(before?.fingerprint ?? "0") + 1;
				await of.records<RepeatRecord>("webhooks").put({ ...after, id: `${after.id}E${number}` });
				return { entry: { ...after, fingerprint: `${number}` } };
			});
		const [one, two, entry] = [announced(store), announced(other), record(OCTOBER, "first")];
		await one.put(entry);
		const change = (book: Records<RepeatRecord>, given: string) =>
			book.change(entry.id, (before) => ({ ...before, given }));
		await Promise.all(Array.from({ length: 20 }, (_, at) => change(at % 2 ? one : two, `${at}`)));
		const events = await store.records<RepeatRecord>("webhooks").current(yes);
		assert.is(events.length, 21);
		assert.is(new Set(events.map(({ given }) => given)).size, 21, "none replaced another's");
	},
	"a lease that ended while the database was away goes on where nobody took it": async ({
		store,
		expire,
	}) => {
		const [book, entry] = [bookOf(store), record(OCTOBER)];
		await book.put(entry);
		const lease = await store.lease("work");
		await expire("work");
		const deadline = performance.now() + 30_000;
		const again = (before: RepeatRecord) => ({ ...before, given: "again" });
		const isChanged = () =>
			book.change(entry.id, again, lease?.held).then(
				() => true,
				() => false,
			);
		while (!(await isChanged()) && performance.now() < deadline) await sleep(100);
		assert.equal([(await book.get(entry.id))?.given, lease?.lost.aborted], ["again", false]);
		await lease?.release();
	},
	"a lease is one process's until it is released or over": async ({ store, other, expire }) => {
		const [book, entry] = [bookOf(store), record(OCTOBER)];
		await book.put(entry);
		const first = await store.lease("work");
		assert.is(await other.lease("work"), undefined);
		assert.ok((await other.of("acme").lease("work")) && first?.held);
		const change = (given: string, lease = first) =>
			book.change(entry.id, (before) => ({ ...before, given }), lease?.held);
		await change("held");
		await expire("work");
		assert.instance(await thrown(change("over")), LeaseLost);
		const second = await other.lease("work");
		assert.ok(second, "it was over");
		assert.instance(await thrown(change("taken over")), LeaseLost);
		assert.is((await book.get(entry.id))?.given, "held");
		await first.release();
		await change("by the second", second);
		const text = (by: string, lease: typeof first) => store.under(lease, () => store.write("by.json", by));
		await text("second", second);
		assert.instance(await thrown(text("first", first)), LeaseLost);
		assert.is(await other.read("by.json"), "second");
		await second.release();
		const third = await store.lease("work");
		assert.ok(third, "it was released");
		assert.instance(await thrown(change("released", second)), LeaseLost);
		await third.release();
	},
};

/** What every store of the service does. `ground` gives an empty one. */
export function serviceStoreSuite(
	name: string,
	ground: (work: (ground: StoreGround) => Promise<void>) => Promise<void>,
): void {
	const tests = suite(`a service's store: ${name}`);
	for (const [title, rule] of Object.entries(RULES)) tests(title, () => ground(rule));
	tests.run();
}

/** What those do that several processes share. */
export function sharedStoreSuite(
	name: string,
	ground: (work: (ground: SharedGround) => Promise<void>) => Promise<void>,
): void {
	const tests = suite(`a store of several services: ${name}`);
	for (const [title, rule] of Object.entries(RULES_OF_TWO)) tests(title, () => ground(rule));
	tests.run();
}
