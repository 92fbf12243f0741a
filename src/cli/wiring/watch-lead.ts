import type { Pass } from "../../daemon/daemon.ts";
import type { Secret } from "../../model/secret.ts";
import type { Settings } from "../../model/settings.ts";
import type { Checkout } from "../../state/postgres/applied.ts";
import type { LeadStatus } from "../../state/postgres/lead-pool.ts";
import type { Leaderships } from "../../state/postgres/leadership.ts";
import type { Admit } from "../../state/postgres/place.ts";
import type { Clock } from "../../system/clock.ts";
import type { Log } from "../terminal/log.ts";
import { VERSION } from "../version.ts";
import { type Checkouts, openCheckouts } from "./checkout.ts";
import { postgresPlaceOf } from "./postgres-state.ts";

/** Who of several daemons makes the passes, as one of them knows it. */
export interface Lead {
	/** Why this one makes none. Undefined: it does. */
	standby(): string | undefined;
	/** To be looked at in the transaction that takes the state. Absent: nobody shares it. */
	readonly admit?: Admit;
	/** Notes which commit the campaigns are read from that are read next. */
	reading(): Promise<void>;
	/** Hears that this one leads from here on, or that its checkout moved on. */
	listen(onChange: () => void): void;
	/** Counts a pass; while there is one, the lead is not left to another process. */
	busy(passes: 1 | -1): void;
	close(): Promise<void>;
}

/** Nobody else can make them. */
const ALONE: Lead = {
	...{ standby: () => undefined, reading: async () => {}, listen: () => {} },
	...{ busy: () => {}, close: async () => {} },
};

/** What the workspaces of one process share to take part in who leads them. */
export interface Leads {
	/** The lead of one whose settings may change: it is given back only where the state is another one. */
	keep(log: Log): KeptLead;
}

/** The lead of a workspace, whatever its settings. */
export interface KeptLead {
	with(settings: Settings): Promise<Lead>;
	close(): Promise<void>;
}

/** Takes part in nothing at first. */
export function openLeads({ command, clock }: { readonly command: string; readonly clock: Clock }): Leads {
	const checkouts = openCheckouts(clock);
	const databases = new Map<string, Promise<Leaderships>>();
	const database = (url: Secret) => {
		const known = databases.get(url.reveal()) ?? openDatabase(url, command);
		databases.set(url.reveal(), known);
		return known;
	};
	return {
		keep(log) {
			let kept: { readonly of: string; readonly lead: Lead } | undefined;
			return {
				async with(settings) {
					const { root, statePostgres } = settings;
					const of = JSON.stringify([root, statePostgres, statePostgres?.url?.reveal()]);
					if (kept?.of === of) return kept.lead;
					await kept?.lead.close();
					const place = postgresPlaceOf(settings);
					const lead =
						place === undefined
							? ALONE
							: leadOf(await database(place.url), { root, workspace: place.workspace, checkouts, log });
					kept = { of, lead };
					return lead;
				},
				close: async () => kept?.lead.close(),
			};
		},
	};
}

async function openDatabase(url: Secret, command: string): Promise<Leaderships> {
	const { openLeaderships } = await import("../../state/postgres/leadership.ts");
	return openLeaderships({ url, command, version: VERSION });
}

/** A workspace that takes part, and where it says how it stands. */
interface Participant {
	readonly root: string;
	readonly workspace: string;
	readonly checkouts: Checkouts;
	readonly log: Log;
}

function leadOf(database: Leaderships, { root, workspace, checkouts, log }: Participant): Lead {
	let applying: Checkout | undefined;
	let passes = 0;
	let onChange = () => {};
	const leadership = database.join({
		...{ workspace, applying: () => applying, isBusy: () => passes > 0 },
		head: () => checkouts.recentHead(root),
		changed(status) {
			tell(log, status);
			if (status.as === "leads") onChange();
		},
	});
	return {
		standby: () => whyNot(leadership.status()),
		admit: leadership.admit,
		async reading() {
			applying = await checkouts.now(root);
		},
		listen: (listener) => (onChange = listener),
		busy(count) {
			passes += count;
		},
		close: leadership.close,
	};
}

/** A pass during which the lead is kept. */
export function leadingPass(lead: Pick<Lead, "busy">, pass: Pass): Pass {
	return async (...given) => {
		lead.busy(1);
		return pass(...given).finally(() => lead.busy(-1));
	};
}

function whyNot(status: LeadStatus): string | undefined {
	switch (status.as) {
		case "leads":
			return undefined;
		case "standby":
			return status.leader === undefined
				? "who leads is not known yet"
				: `${status.leader.host} leads (pid ${status.leader.pid}, since ${status.leader.since})`;
		case "stale":
			return `its checkout (${short(status.commit)}) is older than what ${status.applied.host} applied (${short(status.applied.commit)})`;
		case "cut-off":
			return `who leads is not known: ${status.why}`;
	}
}

/** How git shows a commit. */
function short(commit: string): string {
	return commit.slice(0, 10);
}

function tell(log: Log, status: LeadStatus): void {
	if (status.as === "leads") log({ level: "info", message: "leads", fence: status.fence });
	else if (status.as === "standby" && status.leader !== undefined)
		log({ level: "info", message: "stands by", why: whyNot(status) });
	else if (status.as === "stale")
		log({ level: "warn", message: "does not lead", why: whyNot(status), remedy: "git pull" });
	else if (status.as === "cut-off") log({ level: "warn", message: "does not lead", why: whyNot(status) });
}
