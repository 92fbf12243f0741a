import { defined } from "../../model/defined.ts";
import type { RunEvent } from "../../model/event.ts";
import { Fault } from "../../model/fault.ts";
import type { FeedNews } from "../../model/feed-state.ts";
import type { Plan } from "../../model/plan.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { isLasting } from "../../plan/lasting.ts";
import type { PlanInputs, ReadContext } from "../../reconcile/context.ts";
import { makePlan, makePlanOffline, preview } from "../../reconcile/pass.ts";
import { systemClock } from "../../system/clock.ts";
import type { Learnt, PlanReport } from "../../views/events.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { credentialsOf } from "./credentials.ts";
import { elsewhereOf } from "./elsewhere.ts";
import { engineOf, pulledModels } from "./engine-facts.ts";
import { expecting } from "./git-state.ts";
import { itemsFor } from "./items.ts";
import { planOptionsOf } from "./plan-options.ts";
import { plannedOf } from "./plan-output.ts";
import { type Connecting, connectService } from "./service.ts";
import { storeOf } from "./store.ts";
import { sourcesOf, type Workspace } from "./workspace.ts";

/** What a plan is asked for. */
export interface PlanRequest {
	readonly workspace: Workspace;
	readonly flags: PlanFlags;
	readonly signal: AbortSignal;
	readonly connecting?: Omit<Connecting, "cache">;
}

/** Everything one plan is made of. */
export interface PlanSession extends Pick<PlanRequest, "workspace" | "flags"> {
	readonly snapshot: Snapshot;
	readonly learnt: readonly Learnt[];
	/** What feeds list that is new. Absent: there are none, or none was read. */
	readonly feeds?: readonly FeedNews[];
	readonly reading: ReadContext;
	close(): Promise<void>;
}

/** Reads the state, and prepares the connection. */
export async function openPlanSession(request: PlanRequest): Promise<PlanSession> {
	const { flags, signal, connecting } = request;
	const settings = expecting(request.workspace.settings, flags);
	const snapshot = await storeOf(settings).read();
	const listed = await itemsFor({ ...request.workspace, snapshot }, flags, signal);
	const workspace = { ...request.workspace, campaigns: listed.campaigns };
	const { campaigns } = workspace;
	const options = planOptionsOf(settings, flags, { campaigns, snapshot });
	const { service, close } = await connectService(settings, "read", {
		...connecting,
		...defined({ cache: flags.cache }),
	});
	const learnt: Learnt[] = [];
	const emit = (event: RunEvent) => void (isLearnt(event) && learnt.push(event));
	const resolutions = campaigns.flatMap((campaign) => campaign.resolutions ?? []);
	const elsewhere = elsewhereOf(settings, snapshot.lineage);
	const credentials = settings.service.keyMissing === undefined ? credentialsOf(settings) : undefined;
	return {
		workspace,
		flags,
		snapshot,
		learnt,
		...defined({ feeds: listed.feeds }),
		reading: {
			...{ service, clock: systemClock, signal, options, emit, resolutions, elsewhere },
			...defined({ credentials, engine: engineOf(settings, signal) }),
			looksAhead: true as const,
		},
		close,
	};
}

function isLearnt(event: RunEvent): event is Learnt {
	return event.type === "resolved" || event.type === "unresolved";
}

/** What apply would do now. */
export async function planReport({
	workspace,
	flags,
	snapshot,
	learnt,
	feeds,
	reading,
}: PlanSession): Promise<PlanReport> {
	let files: PlanReport["lastsWith"];
	const known: PlanInputs = {
		campaigns: workspace.campaigns,
		sources: await sourcesOf(workspace, reading.signal, (read) => (files = read)),
		...defined({ pulled: await pulledModels(workspace.settings), feeds }),
	};
	const plan = flags.refresh
		? await asFarAsKnown({ workspace, snapshot, reading }, known)
		: makePlanOffline(reading, snapshot, known);
	const report = plannedOf(plan, { workspace, snapshot, known, learnt, service: reading.service });
	return { ...report, ...(files && lasts(report, { snapshot, known }) && { lastsWith: files }) };
}

/** Whether nothing but the campaigns, their files and the state went into a plan that asks for nothing. */
function lasts(
	{ plan, ...report }: PlanReport,
	{ snapshot, known }: { readonly snapshot: Snapshot; readonly known: PlanInputs },
): boolean {
	const { campaigns, accounts, ledgerRead, foreseen } = known;
	const isAlone = (accounts ?? ledgerRead ?? foreseen ?? report.skew) === undefined;
	const isSilent = [report.learnt, report.limits, report.shared].every((said = []) => said.length === 0);
	return isAlone && isSilent && isLasting(plan, { campaigns, snapshot, now: systemClock.now() });
}

/** The plan, with what could not be checked where the service cannot be asked. */
async function asFarAsKnown(
	{ workspace, snapshot, reading }: Pick<PlanSession, "workspace" | "snapshot" | "reading">,
	known: PlanInputs,
): Promise<Plan> {
	const { keyMissing } = workspace.settings.service;
	const unasked = (why: string) =>
		makePlan(reading, snapshot, { ...known, offline: true, foreseen: { unasked: `${why} ${UNCHECKED}` } });
	if (keyMissing !== undefined) return unasked([keyMissing.message, keyMissing.remedy].map(ended).join(" "));
	try {
		return await preview(reading, snapshot, known);
	} catch (error) {
		if (!(error instanceof Fault) || error.next === "stop") throw error;
		return unasked(error.message);
	}
}

function ended(sentence = ""): string {
	return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

const UNCHECKED = "Accounts, running tasks and unknown outcomes were not read.";
