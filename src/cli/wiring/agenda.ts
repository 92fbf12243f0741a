import type { AgendaItem } from "../../model/agenda.ts";
import type { EpochMs } from "../../model/brand.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Fault } from "../../model/fault.ts";
import { moved } from "../../model/moved.ts";
import type { Plan } from "../../model/plan.ts";
import type { Relocation } from "../../model/relocation.ts";
import type { PendingReview } from "../../model/review.ts";
import type { Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { agendaOf } from "../../plan/agenda.ts";
import { pendingReviews } from "../../plan/pending.ts";
import { plan } from "../../plan/plan.ts";
import { systemClock } from "../../system/clock.ts";
import { renderFault } from "../../views/fault.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { NO_FLAGS } from "../flags/plan.ts";
import { err, inkOf } from "../terminal/terminal.ts";
import type { WorkspacePaths } from "./campaign-options.ts";
import { withKnownItems } from "./items.ts";
import { lookAtState } from "./look-at-state.ts";
import { planOptionsOf } from "./plan-options.ts";
import { openSettings, readableCampaigns, readableSources } from "./workspace.ts";

/** How things stand with everything, by the word of state and campaigns alone. */
export interface Agenda {
	readonly items: readonly AgendaItem[];
	readonly reviews: readonly PendingReview[];
	readonly settings: Settings;
	readonly campaigns: readonly Campaign[];
	readonly snapshot: Snapshot;
	readonly now: EpochMs;
	/** What the state knows under an old name, and the snapshot here under the new one. Absent: nothing. */
	readonly moves?: readonly Relocation[];
}

/** Reads state and the campaigns that can be understood, complains about the others, and asks no service. */
export async function readAgenda(
	from: WorkspacePaths,
	flags: InputFlags,
	signal: AbortSignal,
): Promise<Agenda> {
	const settings = await openSettings(from, { keyless: true });
	const known = await lookAtState(settings);
	const readable = await readableCampaigns(from, signal, flags);
	const complain = (fault: Fault) => err(renderFault(fault, inkOf(process.stderr)));
	return agendaFrom({ settings, readable, known }, { signal, complain });
}

/** What an agenda is made of: the settings, the campaigns that can be understood, and the state. */
interface AgendaParts {
	readonly settings: Settings;
	readonly readable: readonly Campaign[];
	readonly known: Snapshot;
}

/** `complain` hears of sources that cannot be read; their campaigns are not planned. */
async function agendaFrom(
	{ settings, readable, known }: AgendaParts,
	{ signal, complain }: { readonly signal: AbortSignal; readonly complain: (fault: Fault) => void },
): Promise<Agenda> {
	const campaigns = await withKnownItems({ campaigns: readable, settings, snapshot: known });
	const now = systemClock.now();
	const given = { settings, campaigns, snapshot: known, now, complain };
	return agendaWith({ settings, campaigns, known, now }, await planned(given, signal));
}

/** The part of a plan that says how things stand. */
export type Planned = Pick<Plan, "changes" | "moves">;

interface PlannedFor extends Pick<Agenda, "settings" | "campaigns" | "now"> {
	readonly known: Snapshot;
}

/** The agenda of these campaigns and this state, with what was planned for them. */
export function agendaWith(
	{ settings, campaigns, known, now }: PlannedFor,
	{ changes, moves }: Planned,
): Agenda {
	// What was renamed is shown as the next apply writes it down, once.
	const snapshot = moves === undefined ? known : { ...known, ...moved(known, moves) };
	const { publishStatus = false } = settings.service;
	return {
		items: agendaOf({ snapshot, plan: { changes }, now, publishStatus }),
		...defined({ moves }),
		reviews: pendingReviews(campaigns, snapshot),
		settings,
		campaigns,
		snapshot,
		now,
	};
}

interface AgendaContext extends Pick<Agenda, "campaigns" | "snapshot" | "now"> {
	readonly settings: Settings;
	readonly complain: (fault: Fault) => void;
}

export async function planned(
	{ settings, campaigns: all, snapshot, now, complain }: AgendaContext,
	signal: AbortSignal,
): Promise<Planned> {
	if (all.length === 0) return { changes: [] };
	const { unreadable, ...sources } = await readableSources({ settings, campaigns: all }, signal);
	for (const fault of unreadable.values()) complain(fault);
	const campaigns = all.filter(({ name }) => !unreadable.has(name));
	return plan({
		campaigns,
		snapshot,
		observed: { now, ...sources },
		options: planOptionsOf(settings, NO_FLAGS, { campaigns, snapshot }),
	});
}
