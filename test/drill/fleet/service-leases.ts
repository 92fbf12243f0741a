import { LeaseLost, type StoreLease } from "../../../src/service/store/lease.ts";
import { postgresStore } from "../../../src/service/store/postgres/store.ts";
import type { Stored } from "../../../src/service/store/shapes.ts";
import type { Store } from "../../../src/service/store/store.ts";
import { type Database, postgresServer } from "../../postgres/server.ts";

/** What the rights of services have to keep, tried on two connections: what was broken, in words. */
export async function tryRights(): Promise<{ readonly cases: number; readonly broken: readonly string[] }> {
	const broken = [await replaced(), await otherClock()].filter((each) => each !== undefined);
	return { cases: 2, broken };
}

interface Two {
	readonly one: Store;
	readonly other: Store;
	readonly ask: Database["ask"];
}

async function withTwo<Value>(work: (two: Two) => Promise<Value>): Promise<Value> {
	const { url, ask } = await (await postgresServer()).database();
	const [one, other] = [postgresStore(url, { keep: true }), postgresStore(url, { keep: true })];
	return work({ one, other, ask }).finally(() => Promise.all([one.close(), other.close()]));
}

/** It was silent until its right ended, and another process has it: it writes nothing any more. */
async function replaced(): Promise<string | undefined> {
	return withTwo(async ({ one, other, ask }) => {
		const records = one.records<Stored>("tasks");
		const [record] = [{ format: 1, id: "01JD3V0Q00000000000000000A" } as const];
		await records.put(record);
		const first = await held(one);
		await ask("UPDATE showrun_service.leases SET until = clock_timestamp()");
		const second = await held(other);
		try {
			await records.change(record.id, (before) => ({ ...before, made: true }), first.held);
			return "a process that was replaced wrote the end of its task";
		} catch (error) {
			if (error instanceof LeaseLost) return undefined;
			throw error;
		} finally {
			await Promise.all([first.release(), second.release()]);
		}
	});
}

async function held(store: Store): Promise<StoreLease> {
	const lease = await store.lease("task x");
	if (lease === undefined) throw new Error("somebody has it");
	return lease;
}

/** A machine whose clock is ten minutes ahead does not take the right of a process that lives. */
async function otherClock(): Promise<string | undefined> {
	return withTwo(async ({ one, other }) => {
		const { now } = Date;
		Date.now = () => now() - 600_000;
		const first = await held(one);
		Date.now = () => now() + 600_000;
		try {
			const second = await other.lease("task x");
			await second?.release();
			return second && "a machine whose clock is ahead took the right of a process that lives";
		} finally {
			Date.now = now;
			await first.release();
		}
	});
}
