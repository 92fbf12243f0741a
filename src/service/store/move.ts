import { movedText, movingText, originOf, readDataId } from "./data-id.ts";
import { openDeliveryCount } from "./delivery-count.ts";
import { ServedFault, StoreFault } from "./fault.ts";
import { MOVES, SERVES, type StoreLease } from "./lease.ts";
import type { Stored } from "./shapes.ts";
import type { Store } from "./store.ts";
import { TASK_FOLDERS } from "./task-folders.ts";

/** What was moved, of all tenants. */
export interface MoveReport {
	readonly tenants: number;
	readonly records: number;
	readonly texts: number;
}

const KINDS = [
	...Object.values(TASK_FOLDERS),
	...["publishes", "uploads", "connections", "usage", "idempotency", "webhooks"],
];
const ID = "data.id";
const COUNT = "deliveries.json";
const TEXTS = ["accounts.json", "link.key", "keys.json", "cleaned.json", COUNT];
const FOLDERS = ["credentials", "webhook-replays"];

interface Move {
	readonly from: Store;
	readonly to: Store;
	/** Where this user's programs remember deliveries. */
	readonly memory: string;
}

/**
 * Moves everything from one store to another, compares it, and closes the old one: no version serves it any
 * more. What was interrupted is finished by doing it again. Throws a `Fault` where either is served, or where
 * the other one holds something else.
 */
export async function moveStore(move: Move): Promise<MoveReport> {
	const leases: StoreLease[] = [];
	try {
		for (const store of [move.from, move.to])
			for (const name of [FORMERLY, MOVES]) leases.push(await leaseOf(store, name));
		return await moveHeld(move);
	} finally {
		for (const lease of leases) await lease.release();
	}
}

/** What the process had that served, before several could. */
const FORMERLY = "serve";

async function leaseOf(store: Store, name: string): Promise<StoreLease> {
	const lease = await store.lease(name);
	if (lease === undefined || (await store.rights(SERVES)).length > 0) {
		await lease?.release();
		throw new ServedFault();
	}
	await store.endLapsed(SERVES);
	return lease;
}

async function moveHeld({ from, to, memory }: Move): Promise<MoveReport> {
	const [before, there] = [await from.read(ID), await to.read(ID)];
	const closed = originOf(before);
	const id = closed ?? (await readDataId(from));
	if (id === undefined) throw nothingFault(from);
	if (there !== undefined && originOf(there) !== id)
		throw there.trim() === id ? doneFault(to) : usedFault(to);
	const tenants = await from.tenants();
	const pairs = [{ from, to }, ...tenants.map((name) => ({ from: from.of(name), to: to.of(name) }))];
	if (closed === undefined) {
		await to.write(ID, movingText(id));
		await emptied(to);
		for (const pair of pairs) await copied(pair);
	}
	const counts: Pick<MoveReport, "records" | "texts">[] = [];
	for (const pair of pairs) counts.push(await compared(pair));
	await from.write(ID, movedText(id, (await to.identity()).place));
	// From here on this one is the store that deliveries were counted in.
	for (const pair of pairs) {
		const tenantId = pair.to === to ? id : await readDataId(pair.to);
		if (tenantId !== undefined) await (await openDeliveryCount(pair.to, { id: tenantId, memory })).accept();
	}
	await to.write(ID, `${id}\n`);
	const sum = (what: "records" | "texts") => counts.reduce((all, each) => all + each[what], 0);
	return { tenants: pairs.length, records: sum("records"), texts: sum("texts") };
}

/** What a former move left, also one in the other direction. */
async function emptied(to: Store): Promise<void> {
	for (const store of [to, ...(await to.tenants()).map((name) => to.of(name))]) {
		for (const kind of KINDS) {
			const book = store.records(kind);
			for await (const { id } of book.newest()) await book.remove(id, () => true);
		}
		for (const name of await namesOf(store)) await store.remove(name);
	}
}

async function namesOf(store: Store): Promise<readonly string[]> {
	const own = store.names.bind(store);
	const inside = FOLDERS.map(async (folder) => (await own(folder)).map((name) => `${folder}/${name}`));
	return [...TEXTS, ...(await Promise.all(inside)).flat()];
}

async function copied({ from, to }: Pick<Move, "from" | "to">): Promise<void> {
	for (const kind of KINDS) {
		const [source, target] = [from.records(kind), to.records(kind)];
		const current = new Set(await source.currentIds());
		for await (const entry of source.newest()) {
			await target.put(entry);
			if (!current.has(entry.id)) await target.archive(entry.id, () => true);
		}
	}
	const id = originOf(await to.read(ID)) === undefined ? [ID] : [];
	for (const name of [...id, ...(await namesOf(from))]) {
		const text = await from.read(name);
		if (text !== undefined) await to.write(name, text);
	}
}

/** Throws `StoreFault` for the first difference. */
async function compared({
	from,
	to,
}: Pick<Move, "from" | "to">): Promise<Pick<MoveReport, "records" | "texts">> {
	let [records, texts] = [0, 0];
	for (const kind of KINDS) {
		const [source, target] = [from.records(kind), to.records(kind)];
		const ids = [await source.currentIds(), await target.currentIds()];
		if (ids[0]?.join() !== ids[1]?.join()) throw differentFault(to.where(kind));
		const there = target.newest()[Symbol.asyncIterator]();
		for await (const entry of source.newest()) {
			if (!isSame(entry, (await there.next()).value)) throw differentFault(to.where(`${kind}/${entry.id}`));
			records += 1;
		}
		if (!(await there.next()).done) throw differentFault(to.where(kind));
	}
	for (const name of await namesOf(from)) {
		const text = await from.read(name);
		if (text !== (await to.read(name)) && name !== COUNT) throw differentFault(to.where(name));
		if (text !== undefined) texts += 1;
	}
	return { records, texts };
}

function isSame(one: Stored, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function nothingFault({ where }: Store): StoreFault {
	return new StoreFault(`There is nothing to move: ${where(ID)} is not there.`, {
		remedy: "Start the service with the settings that it is to have: showrun serve",
	});
}

function doneFault({ where }: Store): StoreFault {
	return new StoreFault(`The data was already moved: ${where(ID)} holds it.`, {
		remedy: "Set embedded.store to that database, or remove it to use the data folder.",
	});
}

function usedFault({ where }: Store): StoreFault {
	return new StoreFault(`${where(ID)} is that of another service, and nothing of it is replaced.`, {
		remedy: "Name another database (embedded.store), or another folder (embedded.data).",
	});
}

function differentFault(what: string): StoreFault {
	return new StoreFault(`${what} differs from what it was moved from. The old one was not closed.`, {
		remedy: "End whatever else writes there, then move again.",
	});
}
