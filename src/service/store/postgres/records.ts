import { encodeTime, ulid } from "ulid";
import type { Ask, Row } from "../../../database/connection.ts";
import type { Announce } from "../announce.ts";
import { StoreFault } from "../fault.ts";
import { jsonObject } from "../json.ts";
import { isRecordId, madeAt, type Records } from "../records.ts";
import type { Stored } from "../shapes.ts";
import { type HeldLease, lockName, mustBeHeld } from "./leases.ts";
import type { Pool } from "./pool.ts";

/** Records of one kind of one tenant in the table. */
interface Kind<Entry> {
	readonly pool: Pool;
	readonly tenant: string;
	readonly kind: string;
	readonly announce: Announce<Entry> | undefined;
}

/** So many rows are in memory at a time. */
const PAGE = 200;
const FROM = "FROM showrun_service.records WHERE tenant = $1 AND kind = $2";

/** Records in a table, whose rows are locked while they change. `announce` writes in the same transaction. */
export function tableRecords<Entry extends Stored>(of: Kind<Entry>): Records<Entry> {
	return {
		...readsOf(of),
		put: async (entry) => void (await write(of, entry.id, { how: () => entry })),
		create: (entry) => write(of, entry.id, { how: (before) => before ?? entry }),
		change: (id, how, lease) => {
			const change = (before: Entry | undefined) => {
				if (before !== undefined) return how(before);
				throw new Error(`no record ${id} in ${whereIs(of)}`);
			};
			return write(of, id, { how: change, lease });
		},
		archive: async (id, isOver) => {
			const sql = `UPDATE ${ROW} AND NOT archived RETURNING id`;
			return madeAt(id) !== undefined && changeRow(of, id, { sql, isWanted: isOver });
		},
		remove: (id, isUnneeded) =>
			changeRow(of, id, { sql: `DELETE ${FROM} AND id = $3 RETURNING id`, isWanted: isUnneeded }),
	};
}

const ROW = "showrun_service.records SET archived = true WHERE tenant = $1 AND kind = $2 AND id = $3";

type Reads = "get" | "current" | "eachCurrent" | "currentIds" | "newest" | "archivedBefore";

function readsOf<Entry extends Stored>(of: Kind<Entry>): Pick<Records<Entry>, Reads> {
	const { pool, tenant, kind } = of;
	const eachCurrent: Records<Entry>["eachCurrent"] = async function* (matches) {
		const wanted = `SELECT id, record ${FROM} AND NOT archived AND id > $3 ORDER BY id LIMIT ${PAGE}`;
		for await (const entry of pages(of, wanted, "")) if (matches(entry)) yield entry;
	};
	const idsBy = async (sql: string, ...values: readonly unknown[]) =>
		(await pool.run("read", (ask) => ask(sql, [tenant, kind, ...values]))).map(({ id }) => String(id));
	return {
		get: (id) => pool.run("read", (ask) => found(of, ask, id)),
		eachCurrent,
		current: async (matches) => {
			const entries: Entry[] = [];
			for await (const entry of eachCurrent(matches)) entries.push(entry);
			return entries;
		},
		currentIds: () => idsBy(`SELECT id ${FROM} AND NOT archived ORDER BY id`),
		newest: (before = LAST) =>
			pages(of, `SELECT id, record ${FROM} AND id < $3 ORDER BY id DESC LIMIT ${PAGE}`, before),
		archivedBefore: (at) => {
			const month = new Date(at - 1);
			const next = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1);
			return idsBy(`SELECT id ${FROM} AND archived AND id < $3`, encodeTime(Math.max(0, next), 10));
		},
	};
}

/** After every id. */
const LAST = "~";

async function* pages<Entry extends Stored>(
	of: Kind<Entry>,
	sql: string,
	from: string,
): AsyncGenerator<Entry> {
	for (let last = from; ; ) {
		const rows = await of.pool.run("read", (ask) => ask(sql, [of.tenant, of.kind, last]));
		for (const row of rows) yield entryOf(of, row);
		if (rows.length < PAGE) return;
		last = String(rows.at(-1)?.id);
	}
}

async function found<Entry extends Stored>(
	of: Kind<Entry>,
	ask: Ask,
	id: string,
): Promise<Entry | undefined> {
	const row = isRecordId(id) ? await rowOf(of, ask, { id, lock: "" }) : undefined;
	return row && entryOf(of, row);
}

async function rowOf<Entry>(
	{ tenant, kind }: Kind<Entry>,
	ask: Ask,
	{ id, lock }: { readonly id: string; readonly lock: "" | "FOR UPDATE" },
): Promise<Row | undefined> {
	const [row] = await ask(`SELECT id, record, mark ${FROM} AND id = $3 ${lock}`, [tenant, kind, id]);
	return row;
}

const PUT = `INSERT INTO showrun_service.records (tenant, kind, id, record, mark) VALUES ($1, $2, $3, $4, $5)
	ON CONFLICT (tenant, kind, id)
	DO UPDATE SET record = EXCLUDED.record, mark = EXCLUDED.mark, archived = false`;

interface Writing<Entry> {
	/** Gives what it is given to write nothing. */
	readonly how: (before: Entry | undefined) => Entry;
	/** Has to be held when it is written. */
	readonly lease?: HeldLease | undefined;
}

/** What a lost connection left is there, or never will be, once its row is locked again: its mark tells. */
async function write<Entry extends Stored>(
	of: Kind<Entry>,
	id: string,
	{ how, lease }: Writing<Entry>,
): Promise<Entry> {
	if (!isRecordId(id)) throw new Error(`${id} cannot be the id of a record`);
	const mark = ulid();
	let written = () => {};
	const entry = await of.pool.run("write", async (ask, isAgain) => {
		if (lease !== undefined) await mustBeHeld(ask, lease);
		const row = await lockedRow(of, ask, id);
		const before = row && entryOf(of, row);
		if (before !== undefined && isAgain && row?.mark === mark) return before;
		const after = how(before);
		if (before === after) return after;
		const announced = await of.announce?.(before, after);
		written = announced?.written ?? written;
		const record = announced?.entry ?? after;
		await ask(PUT, [of.tenant, of.kind, id, JSON.stringify(record), mark]);
		return record;
	});
	written();
	return entry;
}

/** A row that is not there cannot be locked: its name is, so that of two who make it one waits. */
async function lockedRow<Entry>(of: Kind<Entry>, ask: Ask, id: string): Promise<Row | undefined> {
	const row = await rowOf(of, ask, { id, lock: "FOR UPDATE" });
	if (row !== undefined) return row;
	await lockName(ask, `${of.tenant}/${of.kind}/${id}`);
	return rowOf(of, ask, { id, lock: "FOR UPDATE" });
}

interface RowChange<Entry> {
	readonly sql: string;
	readonly isWanted: (entry: Entry) => boolean;
}

async function changeRow<Entry extends Stored>(
	of: Kind<Entry>,
	id: string,
	{ sql, isWanted }: RowChange<Entry>,
): Promise<boolean> {
	return of.pool.run("write", async (ask) => {
		const row = isRecordId(id) ? await rowOf(of, ask, { id, lock: "FOR UPDATE" }) : undefined;
		if (row === undefined || !isWanted(entryOf(of, row))) return false;
		return (await ask(sql, [of.tenant, of.kind, id])).length > 0;
	});
}

/** The one converter of the table: the format number vouches for the shape that this version wrote. */
function entryOf<Entry extends Stored>(of: Kind<Entry>, { id, record }: Row): Entry {
	const entry = jsonObject(String(record));
	if (entry?.format === 1 && entry.id === id) return entry as unknown as Entry;
	throw new StoreFault(
		`${whereIs(of)} ${id} in the database is not a record of this version of the service.`,
		{
			remedy: "Restore it from a backup, or delete its row.",
		},
	);
}

function whereIs({ tenant, kind }: Pick<Kind<unknown>, "tenant" | "kind">): string {
	return `${tenant}/${kind}`;
}
