import type { Ask } from "../../database/connection.ts";
import { keepConnections } from "../../database/kept-connections.ts";
import { lockApplied, noteApplied } from "./applied.ts";
import { notLeadingFault } from "./database-fault.ts";
import { leave, look } from "./lead-look.ts";
import {
	type LeadershipGiven,
	type LeadStatus,
	type Part,
	type Pool,
	settle,
	statusNow,
} from "./lead-pool.ts";
import { newHolder } from "./lease.ts";

/** Takes part in who makes the passes of a workspace, until it is closed. */
export interface Leadership {
	status(): LeadStatus;
	/** Looks once more whether this daemon leads, and notes the commit it applies. Throws a fault. */
	admit(ask: Ask): Promise<void>;
	/** Gives the lead back at once. */
	close(): Promise<void>;
}

/** What one process takes part in: the workspaces of one database share a connection and its statements. */
export interface Leaderships {
	join(given: LeadershipGiven): Leadership;
}

/** What taking part needs, whatever the workspace. */
interface Opening extends Pick<Pool, "url" | "command" | "version"> {
	/** How long a lead lasts without a sign of life, in milliseconds. Absent: as usual. */
	readonly leaseMs?: number;
}

/** How long a lead lasts without a sign of life, in milliseconds: others take over after it. */
const LEAD_MS = 6_000;
/** How often who leads is looked at, in milliseconds. */
const LOOK_MS = 500;
/** How often a lead can be renewed while it lasts. */
const RENEWALS = 4;

/** Takes part in nothing at first; connects when it does, and for as long. */
export function openLeaderships({ leaseMs = LEAD_MS, ...opening }: Opening): Leaderships {
	const renewMs = leaseMs / RENEWALS;
	const pool: Pool = {
		...{ ...opening, leaseMs, renewMs, parts: new Set(), leaving: [] },
		...{ connection: undefined, beatAt: Number.NEGATIVE_INFINITY, share: 1, surplusSince: undefined },
	};
	let release = async () => {};
	const looks = repeat(() => look(pool), { pauseMs: Math.min(LOOK_MS, renewMs) });
	return {
		join(given) {
			const part: Part = {
				...{ ...given, holder: newHolder(), lease: undefined, status: { as: "standby" } },
				...{ freeSince: undefined, newer: undefined },
			};
			// Each workspace that is led connects for each of its passes.
			if (pool.parts.size === 0) release = keepConnections(pool.url);
			pool.parts.add(part);
			pool.beatAt = Number.NEGATIVE_INFINITY;
			looks.start();
			return {
				status: () => statusNow(part, pool),
				admit: (ask) => admit(part, ask),
				async close() {
					pool.parts.delete(part);
					pool.leaving.push(part);
					const last = pool.parts.size === 0 ? release : undefined;
					if (last !== undefined) looks.stop();
					await looks.between(() => leave(pool));
					await last?.();
				},
			};
		},
	};
}

/** Does something again and again, at once when it is started; one thing at a time. */
function repeat(work: () => Promise<void>, { pauseMs }: { readonly pauseMs: number }) {
	let timer: NodeJS.Timeout | undefined;
	let turn: Promise<void> = Promise.resolve();
	let isStopped = true;
	let waits = false;
	const between = (other: () => Promise<void>) => (turn = turn.then(other));
	const next = () => {
		clearTimeout(timer);
		if (waits) return;
		waits = true;
		void between(async () => {
			waits = false;
			if (isStopped) return;
			await work();
			clearTimeout(timer);
			timer = setTimeout(next, pauseMs);
		});
	};
	return {
		between,
		start() {
			isStopped = false;
			next();
		},
		stop() {
			isStopped = true;
			clearTimeout(timer);
		},
	};
}

async function admit(part: Part, ask: Ask): Promise<void> {
	const { workspace, lease, holder } = part;
	const [row] = await ask(
		`SELECT FROM showrun.leaders WHERE workspace = $1 AND holder = $2 AND fence = $3
			AND until > clock_timestamp() FOR SHARE`,
		[workspace, holder, lease?.fence ?? -1],
	);
	if (row === undefined) {
		settle(part, { as: "standby" });
		throw notLeadingFault(workspace);
	}
	const checkout = part.applying();
	if (checkout === undefined) return;
	const applied = await lockApplied(ask, workspace, checkout.commit);
	if (applied?.isNewer) {
		const { isNewer: _, ...newer } = applied;
		settle(part, { as: "stale", commit: checkout.commit, applied: newer });
		throw notLeadingFault(workspace);
	}
	await noteApplied(ask, workspace, checkout);
}
