import { type Ask, connect } from "../../database/connection.ts";
import { LostConnection, wordsOf } from "../../database/database-fault.ts";
import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import { readNewer } from "./applied.ts";
import { BEAT_MS, countAble, forgetDaemons, GONE_MS, noteDaemons } from "./daemons.ts";
import { databaseFault } from "./database-fault.ts";
import { type Part, type Pool, settle, statusNow } from "./lead-pool.ts";
import { shareOf, toTake } from "./lead-share.ts";
import { type Held, type Lead, readLeads, releaseLeads, renewLeads, takeLeads } from "./leader-rows.ts";
import { makeTables } from "./tables.ts";

/** What nobody took for so long is left by all who have room. Milliseconds. */
const LEFT_MS = 1_000;
/** One that is gone counts for so long, so that what it had is not given away again. Milliseconds. */
const SURPLUS_MS = GONE_MS;

/** One look at who leads. What goes wrong is told by the status of each, and looked at again. */
export async function look(pool: Pool): Promise<void> {
	try {
		if (pool.connection === undefined) {
			pool.connection = await connect(pool.url);
			await makeTables(pool.connection);
		}
		await renew(pool);
		await lookForFree(pool);
		if (performance.now() - pool.beatAt >= BEAT_MS) {
			await beat(pool);
			await giveBack(pool);
		}
	} catch (error) {
		if (error instanceof LostConnection) await drop(pool);
		const fault = databaseFault(error);
		if (!(error instanceof LostConnection) && !(fault instanceof Fault)) throw error;
		const said = error instanceof LostConnection ? (error.cause ?? "the connection was lost") : fault;
		for (const part of pool.parts)
			if (statusNow(part, pool).as !== "leads") settle(part, { as: "cut-off", why: wordsOf(said) });
	}
}

/** Gives back what those have that end. The next one need not wait until the lead ends by itself. */
export async function leave(pool: Pool): Promise<void> {
	const leaving = pool.leaving.splice(0);
	if (leaving.length > 0)
		await pool.connection
			?.transaction("write", async (ask) => {
				await releaseLeads(ask, leaving.flatMap(heldBy));
				await forgetDaemons(ask, leaving);
			})
			.catch(() => {});
	if (pool.parts.size === 0) await drop(pool);
}

async function drop(pool: Pool): Promise<void> {
	const { connection } = pool;
	pool.connection = undefined;
	await connection?.close();
}

/** Keeps the leads that are old enough, or notices that others have them. */
async function renew(pool: Pool): Promise<void> {
	const askedAt = performance.now();
	const old = leading(pool).filter(({ lease }) => askedAt - (lease?.askedAt ?? 0) >= pool.renewMs);
	if (old.length === 0) return;
	const held = old.flatMap(heldBy);
	const { renewed, lost } = await transaction(pool, (ask) => renewLeads(ask, held, pool.leaseMs));
	for (const part of old) {
		if (renewed.has(part.holder) && part.lease !== undefined) part.lease.askedAt = askedAt;
		if (lost.has(part.holder)) settle(part, { as: "standby" });
	}
}

/** Says that this daemon is there, and hears how many there are. */
async function beat(pool: Pool): Promise<void> {
	const { version, command } = pool;
	const parts = [...pool.parts];
	const beats = parts.map(({ workspace, holder, status }) => ({
		...{ workspace, holder, command, version },
		...defined({ staleCommit: status.as === "stale" ? status.commit : undefined }),
	}));
	const at = performance.now();
	const able = await transaction(pool, async (ask) => {
		await noteDaemons(ask, beats);
		const workspaces = parts.map(({ workspace }) => workspace);
		return parts.length < 2 ? new Map<string, number>() : countAble(ask, workspaces);
	});
	const shared = parts.filter(({ status }) => status.as !== "stale");
	pool.share = shareOf(shared.map(({ workspace }) => able.get(workspace) ?? 1));
	pool.beatAt = at;
}

/** Leaves to others what is more than its share, and has no pass under way. */
async function giveBack(pool: Pool): Promise<void> {
	const led = leading(pool);
	const surplus = led.length - pool.share;
	pool.surplusSince = surplus > 0 ? (pool.surplusSince ?? performance.now()) : undefined;
	if (pool.surplusSince === undefined || performance.now() - pool.surplusSince < SURPLUS_MS) return;
	const given = led.filter(({ isBusy }) => !isBusy()).slice(0, surplus);
	await transaction(pool, (ask) => releaseLeads(ask, given.flatMap(heldBy)));
	for (const part of given) settle(part, { as: "standby" });
}

/** Takes leads that nobody has, where its checkout is not older than what was applied. */
async function lookForFree(pool: Pool): Promise<void> {
	const heads = new Map<Part, string>();
	for (const part of pool.parts) if (part.lease === undefined) heads.set(part, (await part.head()) ?? "");
	if (heads.size === 0) return;
	const workspaces = [...heads.keys()].map(({ workspace }) => workspace);
	const leads = await transaction(pool, (ask) => readLeads(ask, workspaces));
	await compare(pool, { heads, leads });
	const stale: Held[] = [];
	const free: Part[] = [];
	for (const [part, commit] of heads) {
		const lead = leads.get(part.workspace);
		// Others count on those that could lead.
		if (part.newer?.isNewer !== (part.status.as === "stale")) pool.beatAt = Number.NEGATIVE_INFINITY;
		const isOwn = lead?.holder === part.holder;
		if (part.newer?.isNewer && lead?.applied !== undefined) {
			settle(part, { as: "stale", commit, applied: lead.applied });
			if (isOwn && lead.held) stale.push({ ...part, fence: lead.fence });
		} else if (lead?.held && !isOwn) settle(part, { as: "standby", leader: lead.about });
		else free.push(part);
	}
	if (stale.length > 0) await transaction(pool, (ask) => releaseLeads(ask, stale));
	await take(pool, free);
}

/** Asks whether what was applied is newer than the checkouts, once for each pair of commits. */
async function compare(pool: Pool, { heads, leads }: Compared): Promise<void> {
	const unknown = [...heads].flatMap(([part, commit]) => {
		const applied = leads.get(part.workspace)?.applied?.commit ?? "";
		const isKnown = part.newer?.commit === commit && part.newer.applied === applied;
		return isKnown ? [] : [{ part, workspace: part.workspace, commit, applied }];
	});
	if (unknown.length === 0) return;
	const newer = await transaction(pool, (ask) => readNewer(ask, unknown));
	for (const { part, workspace, commit, applied } of unknown)
		part.newer = { commit, applied, isNewer: newer.has(workspace) };
}

interface Compared {
	readonly heads: ReadonlyMap<Part, string>;
	readonly leads: ReadonlyMap<string, Lead>;
}

/** Takes leads up to its share, and what nobody with more room took. */
async function take(pool: Pool, free: readonly Part[]): Promise<void> {
	const askedAt = performance.now();
	for (const part of pool.parts) if (!free.includes(part)) part.freeSince = undefined;
	for (const part of free) part.freeSince ??= askedAt;
	const room = pool.share - leading(pool).length;
	const wanted = toTake(free, { room, isLeft: ({ freeSince = askedAt }) => askedAt - freeSince >= LEFT_MS });
	const fences =
		wanted.length === 0 ? undefined : await transaction(pool, (ask) => takeLeads(ask, wanted, pool));
	for (const part of free) {
		const fence = fences?.get(part.holder);
		if (fence !== undefined) part.lease = { fence, askedAt };
		settle(part, fence === undefined ? { as: "standby" } : { as: "leads", fence });
	}
}

function leading({ parts }: Pool): readonly Part[] {
	return [...parts].filter(({ lease }) => lease !== undefined);
}

function heldBy({ workspace, holder, lease }: Part): readonly Held[] {
	return lease === undefined ? [] : [{ workspace, holder, fence: lease.fence }];
}

async function transaction<Result>(pool: Pool, work: (ask: Ask) => Promise<Result>): Promise<Result> {
	if (pool.connection === undefined) throw new LostConnection("not connected");
	return pool.connection.transaction("write", work);
}
