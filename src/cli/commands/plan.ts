import { defined } from "../../model/defined.ts";
import type { RunEvent } from "../../model/event.ts";
import { Fault } from "../../model/fault.ts";
import type { Plan } from "../../model/plan.ts";
import type { SavedPlan } from "../../model/saved.ts";
import type { PlanInputs } from "../../reconcile/context.ts";
import { makePlan, makePlanOffline, preview, previewRefresh } from "../../reconcile/pass.ts";
import { systemClock } from "../../system/clock.ts";
import type { Learnt, PlanReport } from "../../views/events.ts";
import { refreshEvents, renderRefresh } from "../../views/refresh.ts";
import { renderSaved } from "../../views/saved.ts";
import { EXIT, Exit } from "../exit.ts";
import { flagsOfOneWorkspace, type PlanFlags } from "../flags/plan.ts";
import { lines, out, stopSignal } from "../terminal/terminal.ts";
import { credentialsOf } from "../wiring/credentials.ts";
import { headingsOf, inEachWorkspace, type OneWorkspace } from "../wiring/each-workspace.ts";
import { elsewhereOf } from "../wiring/elsewhere.ts";
import { engineOf, pulledModels } from "../wiring/engine-facts.ts";
import { expecting } from "../wiring/git-state.ts";
import { planOptionsOf } from "../wiring/plan-options.ts";
import { hasChanges, plannedOf, plannedOutput } from "../wiring/plan-output.ts";
import { connectService } from "../wiring/service.ts";
import { storeOf } from "../wiring/store.ts";
import { openWorkspace, planInkOf, sourcesOf } from "../wiring/workspace.ts";

interface PlanCommandFlags extends PlanFlags {
	readonly detailedExitcode?: true;
	readonly markdown?: true;
	/** File to save the plan in. */
	readonly out?: string;
}

/** `showrun plan`: reads, compares and says what apply would do. Writes nothing but the ignored cache. */
export async function planCommand(paths: readonly string[], flags: PlanCommandFlags): Promise<void> {
	const signal = stopSignal();
	const single = { "--out": flags.out !== undefined, ...flagsOfOneWorkspace(flags) };
	const headings = headingsOf(flags);
	await inEachWorkspace(paths, { signal, headings, single }, (one) => planOne(one, flags, signal));
}

async function planOne(one: OneWorkspace, flags: PlanCommandFlags, signal: AbortSignal): Promise<void> {
	const session = await prepare(one, flags, signal);
	try {
		await (flags.refreshOnly ? showRefresh(session) : showPlan(session, await decide(session)));
	} finally {
		await session.close();
	}
}

/** One `showrun plan`: everything the plan is made of. */
type PlanSession = Awaited<ReturnType<typeof prepare>>;

/** Reads campaigns and state, and prepares the connection. */
async function prepare(one: OneWorkspace, flags: PlanCommandFlags, signal: AbortSignal) {
	const workspace = await openWorkspace(one, signal, { ...flags, keyless: true });
	const settings = expecting(workspace.settings, flags);
	const { campaigns } = workspace;
	const snapshot = await storeOf(settings).read();
	const options = planOptionsOf(settings, flags, { campaigns, snapshot });
	const { service, close } = await connectService(settings, "read", defined({ cache: flags.cache }));
	const learnt: Learnt[] = [];
	const emit = (event: RunEvent) => void (isLearnt(event) && learnt.push(event));
	const resolutions = campaigns.flatMap((campaign) => campaign.resolutions ?? []);
	const elsewhere = elsewhereOf(settings, snapshot.lineage);
	const credentials = settings.service.keyMissing === undefined ? credentialsOf(settings) : undefined;
	return {
		one,
		workspace,
		flags,
		snapshot,
		learnt,
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
async function decide({ workspace, flags, snapshot, learnt, reading }: PlanSession): Promise<PlanReport> {
	const known = {
		campaigns: workspace.campaigns,
		sources: await sourcesOf(workspace, reading.signal),
		...defined({ pulled: await pulledModels(workspace.settings) }),
	};
	const plan = flags.refresh
		? await asFarAsKnown({ workspace, snapshot, reading }, known)
		: makePlanOffline(reading, snapshot, known);
	return plannedOf(plan, { workspace, snapshot, known, learnt, service: reading.service });
}

/** The plan, with what could not be checked where the service cannot be asked. */
async function asFarAsKnown(
	{ workspace, snapshot, reading }: Pick<PlanSession, "workspace" | "snapshot" | "reading">,
	known: PlanInputs,
): Promise<Plan> {
	const { keyMissing } = workspace.settings.service;
	const unasked = (why: string) =>
		makePlan(reading, snapshot, { ...known, offline: true, foreseen: { unasked: `${why} ${UNCHECKED}` } });
	if (keyMissing !== undefined) return unasked(`${keyMissing.message} ${keyMissing.remedy}.`);
	try {
		return await preview(reading, snapshot, known);
	} catch (error) {
		if (!(error instanceof Fault) || error.next === "stop") throw error;
		return unasked(error.message);
	}
}

const UNCHECKED = "Accounts, running tasks and unknown outcomes were not read.";

/** Prints the plan and saves it where that is asked for. Throws `Exit` for a plan past a limit. */
async function showPlan(session: PlanSession, report: PlanReport): Promise<void> {
	const { workspace, flags, one } = session;
	out(plannedOutput(report, planInkOf(workspace, flags), { ...flags, ...defined({ workspace: one.named }) }));
	if (report.limits.length > 0) throw new Exit(EXIT.error);
	if (flags.out !== undefined) {
		const { savePlan } = await import("../wiring/saved-plan.ts");
		printSaved(flags.out, await savePlan(flags.out, report, { ...session, paths: one.paths }), flags);
	}
	if (flags.detailedExitcode && hasChanges(report.plan)) throw new Exit(EXIT.changes);
}

function printSaved(file: string, saved: SavedPlan, { json, markdown }: PlanCommandFlags): void {
	// A comment is about the plan, not about a file on the machine that made it.
	if (markdown) return;
	out(
		json
			? lines([{ type: "saved", file, id: saved.id, expiresAt: saved.expiresAt }])
			: renderSaved(file, saved),
	);
}

async function showRefresh({ workspace, flags, snapshot, reading }: PlanSession): Promise<void> {
	const entries = await previewRefresh(reading, snapshot);
	out(
		flags.json
			? lines(refreshEvents(entries, snapshot))
			: renderRefresh(entries, snapshot, { ...planInkOf(workspace, flags), written: false }),
	);
	if (flags.detailedExitcode && entries.length > 0) throw new Exit(EXIT.changes);
}
