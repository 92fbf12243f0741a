import type { RunEvent } from "../../model/event.ts";
import type { SavedPlan } from "../../model/saved.ts";
import { preview, previewRefresh, previewUnread } from "../../reconcile/preview.ts";
import { systemClock } from "../../system/clock.ts";
import type { Learnt, Shown } from "../../views/events.ts";
import { refreshEvents, renderRefresh } from "../../views/refresh.ts";
import { renderSaved } from "../../views/saved.ts";
import { EXIT, Exit } from "../exit.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { lines, out, stopSignal } from "../terminal/terminal.ts";
import { planOptionsOf } from "../wiring/plan-options.ts";
import { hasChanges, plannedOf, plannedOutput } from "../wiring/plan-output.ts";
import { connectService } from "../wiring/service.ts";
import { storeOf } from "../wiring/store.ts";
import { openWorkspace, planInkOf, sourcesOf, type Workspace } from "../wiring/workspace.ts";

interface OwnFlags extends PlanFlags {
	readonly detailedExitcode?: true;
	readonly markdown?: true;
	/** File to save the plan in. */
	readonly out?: string;
}

/** `showrun plan`: reads, compares and says what apply would do. Writes nothing but the ignored cache. */
export async function planCommand(paths: readonly string[], flags: OwnFlags): Promise<void> {
	const signal = stopSignal();
	const workspace = await openWorkspace(paths, signal, flags);
	const planning = await planningOf(workspace, flags, signal);
	try {
		await (flags.refreshOnly ? showRefresh(planning) : showPlan(planning, paths));
	} finally {
		await planning.close();
	}
}

/** Everything a plan is made of. */
type Planning = Awaited<ReturnType<typeof planningOf>>;

async function planningOf(workspace: Workspace, flags: OwnFlags, signal: AbortSignal) {
	const { settings, campaigns } = workspace;
	const snapshot = await storeOf(settings).read();
	const options = planOptionsOf(settings, flags, { campaigns, snapshot });
	const { service, close } = await connectService(
		settings,
		"read",
		flags.cache === false ? { cache: false } : {},
	);
	const learnt: Learnt[] = [];
	const emit = (event: RunEvent) => void (isLearnt(event) && learnt.push(event));
	const resolutions = campaigns.flatMap((campaign) => campaign.resolutions ?? []);
	return {
		workspace,
		flags,
		snapshot,
		learnt,
		reading: { service, clock: systemClock, signal, options, emit, resolutions },
		close,
	};
}

function isLearnt(event: RunEvent): event is Learnt {
	return event.type === "resolved" || event.type === "unresolved";
}

async function showPlan(planning: Planning, paths: readonly string[]): Promise<void> {
	const { workspace, flags } = planning;
	const shown = await makePlan(planning);
	out(plannedOutput(shown, planInkOf(workspace, flags), flags));
	if (shown.valves.length > 0) throw new Exit(EXIT.error);
	if (flags.out !== undefined)
		tellSaved(
			flags.out,
			await (await import("../wiring/saved-plan.ts")).savePlan(flags.out, shown, { paths, ...planning }),
			flags,
		);
	if (flags.detailedExitcode && hasChanges(shown.plan)) throw new Exit(EXIT.changes);
}

function tellSaved(file: string, saved: SavedPlan, { json, markdown }: OwnFlags): void {
	// A comment is about the plan, not about a file on the machine that made it.
	if (markdown) return;
	out(
		json
			? lines([{ type: "saved", file, id: saved.id, expiresAt: saved.expiresAt }])
			: renderSaved(file, saved),
	);
}

async function makePlan({ workspace, flags, snapshot, learnt, reading }: Planning): Promise<Shown> {
	const known = { campaigns: workspace.campaigns, sources: await sourcesOf(workspace, reading.signal) };
	const plan = flags.refresh
		? await preview(reading, snapshot, known)
		: previewUnread(reading, snapshot, known);
	return plannedOf(plan, { workspace, snapshot, known, learnt, service: reading.service });
}

async function showRefresh({ workspace, flags, snapshot, reading }: Planning): Promise<void> {
	const entries = await previewRefresh(reading, snapshot);
	out(
		flags.json
			? lines(refreshEvents(entries, snapshot))
			: renderRefresh(entries, snapshot, { ...planInkOf(workspace, flags), written: false }),
	);
	if (flags.detailedExitcode && entries.length > 0) throw new Exit(EXIT.changes);
}
