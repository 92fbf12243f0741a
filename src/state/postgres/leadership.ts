import { type Ask, type Connection, connect } from "../../database/connection.ts";
import { LostConnection, wordsOf } from "../../database/database-fault.ts";
import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import type { AppliedCommit } from "../../model/fleet.ts";
import { type Checkout, lockApplied, noteApplied, readApplied } from "./applied.ts";
import { BEAT_MS, forgetDaemon, noteDaemon } from "./daemons.ts";
import { databaseFault, type LeaseHolder, notLeadingFault } from "./database-fault.ts";
import { type Lease, lockLease, newHolder, readLease, releaseLease, renewLease, takeLease } from "./lease.ts";
import type { PostgresPlace } from "./place.ts";
import { makeTables } from "./tables.ts";

/** How a daemon stands among those of its workspace. */
export type LeadStatus =
	| { readonly as: "leads"; readonly fence: string }
	/** Another one leads; absent: that is not known yet. */
	| { readonly as: "standby"; readonly leader?: LeaseHolder }
	/** Its checkout is an ancestor of the commit that was applied last. */
	| { readonly as: "stale"; readonly commit: string; readonly applied: AppliedCommit }
	/** The database does not answer, so nobody knows who leads. */
	| { readonly as: "cut-off"; readonly why: string };

/** Takes part in who makes the passes of a workspace, until it is closed. */
export interface Leadership {
	status(): LeadStatus;
	/** Looks once more whether this daemon leads, and notes the commit it applies. Throws a fault. */
	admit(ask: Ask): Promise<void>;
	/** Gives the lead back at once. */
	close(): Promise<void>;
}

/** What taking part needs. */
export interface LeadershipGiven {
	readonly place: Pick<PostgresPlace, "url" | "workspace">;
	readonly command: string;
	/** Of the program. */
	readonly version: string;
	/** The commit of the checkout as it is now. Undefined: it is in no git repository. */
	readonly head: () => Promise<string | undefined>;
	/** The commit that the campaigns in use were read from. */
	readonly applying: () => Checkout | undefined;
	/** Hears of every change. */
	readonly changed: (status: LeadStatus) => void;
	/** How long the lead lasts without a sign of life, in milliseconds. Absent: as usual. */
	readonly leaseMs?: number;
}

/** How long the lead lasts without a sign of life, in milliseconds: others take over after it. */
const LEAD_MS = 6_000;
/** How often who leads is looked at, in milliseconds. */
const LOOK_MS = 500;
/** How often the lead is renewed while it lasts. */
const RENEWALS = 4;

interface Part extends LeadershipGiven {
	readonly leaseMs: number;
	readonly holder: string;
	connection: Connection | undefined;
	lease: Lease | undefined;
	status: LeadStatus;
	beatAt: number;
	closed: boolean;
}

/** Takes part from here on. */
export function openLeadership(given: LeadershipGiven): Leadership {
	const part: Part = {
		...{ ...given, leaseMs: given.leaseMs ?? LEAD_MS, holder: newHolder() },
		...{ connection: undefined, lease: undefined, closed: false },
		...{ status: { as: "standby" }, beatAt: Number.NEGATIVE_INFINITY },
	};
	let timer: NodeJS.Timeout | undefined;
	const turn = async () => {
		await look(part);
		if (!part.closed) timer = setTimeout(next, pauseOf(part));
	};
	let turning = turn();
	const next = () => (turning = turn());
	return {
		status: () => now(part),
		admit: (ask) => admit(part, ask),
		async close() {
			part.closed = true;
			clearTimeout(timer);
			await turning;
			await leave(part);
		},
	};
}

function pauseOf({ lease, leaseMs }: Part): number {
	return lease === undefined ? LOOK_MS : Math.min(LOOK_MS, leaseMs / RENEWALS);
}

/** The lead ends by the monotonic clock, whoever answers then. */
function now(part: Part): LeadStatus {
	const { lease, leaseMs, status } = part;
	if (status.as !== "leads" || lease === undefined) return status;
	const isOver = performance.now() >= lease.askedAt + leaseMs;
	return isOver ? { as: "cut-off", why: "it did not answer in time" } : status;
}

/** One look at who leads. What goes wrong is told by the status, and looked at again. */
async function look(part: Part): Promise<void> {
	try {
		if (part.connection === undefined) {
			part.connection = await connect(part.place.url);
			await makeTables(part.connection);
		}
		settle(part, await (part.lease === undefined ? standby(part) : renewed(part)));
	} catch (error) {
		if (error instanceof LostConnection) await drop(part);
		const fault = databaseFault(error);
		if (!(error instanceof LostConnection) && !(fault instanceof Fault)) throw error;
		const said = error instanceof LostConnection ? (error.cause ?? "the connection was lost") : fault;
		if (now(part).as !== "leads") settle(part, { as: "cut-off", why: wordsOf(said) });
	}
}

async function drop(part: Part): Promise<void> {
	const { connection } = part;
	part.connection = undefined;
	await connection?.close();
}

function settle(part: Part, status: LeadStatus): void {
	const isSame = JSON.stringify(status) === JSON.stringify(part.status);
	part.status = status;
	if (status.as !== "leads") part.lease = undefined;
	if (!isSame) part.changed(status);
}

/** Keeps the lead, or notices that another one has it. */
async function renewed(part: Part): Promise<LeadStatus> {
	const { place, lease, leaseMs } = part;
	const askedAt = performance.now();
	const isKept = await transaction(part, async (ask) => {
		await beat(part, ask);
		return lease !== undefined && (await renewLease(ask, { ...place, lease, leaseMs, table: "leaders" }));
	});
	if (!isKept || lease === undefined) return { as: "standby" };
	lease.askedAt = askedAt;
	return { as: "leads", fence: lease.fence };
}

/** Takes the lead where nobody has it and the checkout is no older than what was applied. */
async function standby(part: Part): Promise<LeadStatus> {
	const { holder, place } = part;
	const { workspace } = place;
	const commit = (await part.head()) ?? "";
	const askedAt = performance.now();
	return transaction(part, async (ask): Promise<LeadStatus> => {
		const applied = await readApplied(ask, workspace, commit);
		const found = await readLease(ask, workspace, "leaders");
		const isOwn = found?.holder === holder;
		if (applied?.isNewer) {
			if (isOwn) await releaseLease(ask, { workspace, lease: found, table: "leaders" });
			await beat(part, ask, commit);
			return { as: "stale", commit, applied: withoutNewer(applied) };
		}
		await beat(part, ask);
		return found?.held && !isOwn ? { as: "standby", leader: found.about } : lead(part, ask, askedAt);
	});
}

async function lead(part: Part, ask: Ask, askedAt: number): Promise<LeadStatus> {
	const { place, holder, leaseMs, command } = part;
	const found = await lockLease(ask, place.workspace, "leaders");
	if (found.held && found.holder !== holder) return { as: "standby", leader: found.about };
	const fence = await takeLease(ask, { ...place, holder, leaseMs, command, table: "leaders" });
	part.lease = { holder, fence, askedAt };
	return { as: "leads", fence };
}

async function admit(part: Part, ask: Ask): Promise<void> {
	const { place, lease, holder } = part;
	const [row] = await ask(
		`SELECT FROM showrun.leaders WHERE workspace = $1 AND holder = $2 AND fence = $3
			AND until > clock_timestamp() FOR SHARE`,
		[place.workspace, holder, lease?.fence ?? -1],
	);
	if (row === undefined) {
		settle(part, { as: "standby" });
		throw notLeadingFault(place.workspace);
	}
	const checkout = part.applying();
	if (checkout === undefined) return;
	const applied = await lockApplied(ask, place.workspace, checkout.commit);
	if (applied?.isNewer) {
		settle(part, { as: "stale", commit: checkout.commit, applied: withoutNewer(applied) });
		throw notLeadingFault(place.workspace);
	}
	await noteApplied(ask, place.workspace, checkout);
}

function withoutNewer({ commit, host, at }: AppliedCommit): AppliedCommit {
	return { commit, host, at };
}

/** Says once in a while that this daemon is there. */
async function beat(part: Part, ask: Ask, staleCommit?: string): Promise<void> {
	const at = performance.now();
	if (at - part.beatAt < BEAT_MS) return;
	const { place, holder, command, version } = part;
	const { workspace } = place;
	await noteDaemon(ask, defined({ ...{ workspace, holder, command, version }, staleCommit }));
	part.beatAt = at;
}

async function transaction<Result>(part: Part, work: (ask: Ask) => Promise<Result>): Promise<Result> {
	if (part.connection === undefined) throw new LostConnection("not connected");
	return part.connection.transaction("write", work);
}

/** The next one need not wait until the lead ends by itself. */
async function leave(part: Part): Promise<void> {
	const { place, lease, holder, connection } = part;
	await connection
		?.transaction("write", async (ask) => {
			if (lease !== undefined) await releaseLease(ask, { ...place, lease, table: "leaders" });
			await forgetDaemon(ask, place.workspace, holder);
		})
		.catch(() => {});
	await drop(part);
}
