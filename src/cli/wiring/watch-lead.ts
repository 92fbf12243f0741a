import type { Settings } from "../../model/settings.ts";
import type { Checkout } from "../../state/postgres/applied.ts";
import type { LeadStatus } from "../../state/postgres/leadership.ts";
import type { Admit } from "../../state/postgres/place.ts";
import type { Clock } from "../../system/clock.ts";
import type { Log } from "../terminal/log.ts";
import { VERSION } from "../version.ts";
import { checkoutOf, headOf } from "./checkout.ts";
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
	close(): Promise<void>;
}

/** Who takes part, and where it says how it stands. */
export interface LeadOpening {
	readonly command: string;
	readonly log: Log;
	readonly clock: Clock;
}

/** Nobody else can make them. */
const ALONE: Lead = {
	...{ standby: () => undefined, reading: async () => {}, listen: () => {} },
	close: async () => {},
};

/** The checkout is looked at again after this long. Milliseconds. */
const HEAD_MS = 2_000;

/** The lead of a process whose settings may change: it is given back only where the state is another one. */
export function keepLead(opening: LeadOpening): {
	with(settings: Settings): Promise<Lead>;
	close(): Promise<void>;
} {
	let kept: { readonly of: string; readonly lead: Lead } | undefined;
	return {
		async with(settings) {
			const { root, statePostgres } = settings;
			const of = JSON.stringify([root, statePostgres, statePostgres?.url?.reveal()]);
			if (kept?.of !== of) {
				await kept?.lead.close();
				kept = { of, lead: await openLead(settings, opening) };
			}
			return kept.lead;
		},
		close: async () => kept?.lead.close(),
	};
}

/** Takes part in who makes the passes, where the state is in a database. */
export async function openLead(settings: Settings, { command, log, clock }: LeadOpening): Promise<Lead> {
	const place = postgresPlaceOf(settings);
	if (place === undefined) return ALONE;
	const { openLeadership } = await import("../../state/postgres/leadership.ts");
	let applying: Checkout | undefined;
	let head: { readonly commit: string | undefined; readonly at: number } | undefined;
	let onChange = () => {};
	const leadership = openLeadership({
		...{ place, command, version: VERSION, applying: () => applying },
		async head() {
			if (head === undefined || clock.monotonic() - head.at > HEAD_MS)
				head = { commit: await headOf(settings.root), at: clock.monotonic() };
			return head.commit;
		},
		changed(status) {
			tell(log, status);
			if (status.as === "leads") onChange();
		},
	});
	return {
		standby: () => whyNot(leadership.status()),
		admit: leadership.admit,
		async reading() {
			const commit = await headOf(settings.root);
			if (commit === undefined) applying = undefined;
			else if (commit !== applying?.commit) applying = await checkoutOf(settings.root);
		},
		listen: (listener) => (onChange = listener),
		close: leadership.close,
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
