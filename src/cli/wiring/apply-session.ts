import { defined } from "../../model/defined.ts";
import type { SavedPlan } from "../../model/saved.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { PlanInputs, RunContext } from "../../reconcile/context.ts";
import { type SavedPlanFile, stillToReplace, stillToRetry } from "../../reconcile/saved/apply.ts";
import type { StateWriter } from "../../state/store.ts";
import { systemClock } from "../../system/clock.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { approveTitles } from "../terminal/approval.ts";
import { openProgress, type Progress } from "../terminal/progress.ts";
import { notingCommit } from "./checkout.ts";
import type { OneWorkspace } from "./each-workspace.ts";
import { pulledModels } from "./engine-facts.ts";
import { expecting } from "./git-state.ts";
import { itemsFor, withSavedItems } from "./items.ts";
import { optionsOf, planOptionsOf } from "./plan-options.ts";
import { recordingOf } from "./recording.ts";
import { type Connected, connectService } from "./service.ts";
import { mustKeepState, storeOf } from "./store.ts";
import { openWorkspace, outboxOf, planInkOf, sourcesOf, type Workspace } from "./workspace.ts";

export interface ApplyFlags extends PlanFlags {
	readonly autoApprove?: true;
	/** Posts are handed over even where the clocks are more than a minute apart. */
	readonly allowSkew?: true;
	/** Changes made at the same time. */
	readonly parallelism?: number;
	/** Seconds. */
	readonly lockTimeout: number;
	/** Where metrics are written at the end. Absent: nowhere. */
	readonly metricsFile?: string;
}

/** What one `showrun apply` is asked for. */
export interface ApplyRequest {
	readonly one: OneWorkspace;
	readonly flags: ApplyFlags;
	readonly signal: AbortSignal;
	/** The saved plan that is applied. Undefined: the plan is made now. */
	readonly using: SavedPlanFile | undefined;
	/** As typed, to name the run that holds the lock. */
	readonly command: string;
}

/** One `showrun apply`: everything its phases work with. Holds the lock of the state until it is closed. */
export interface ApplySession extends Pick<ApplyRequest, "one" | "flags" | "using"> {
	readonly workspace: Workspace;
	readonly known: PlanInputs;
	readonly recording: RunContext;
	readonly progress: Progress;
	/** As `Connected` has it. */
	readonly given: Connected["given"];
	close(): Promise<void>;
}

/** Reads campaigns, sources and state, takes the lock and prepares the connection. Nothing is sent. */
export async function prepareApply(request: ApplyRequest): Promise<ApplySession> {
	const { one, flags, signal, using, command } = request;
	const read = await openWorkspace(one, signal, flags);
	mustKeepState(read.settings);
	const progress = await openProgress(flags, defined({ outbox: await outboxOf(read) }));
	const waitMs = flags.lockTimeout * 1000;
	let connected: Connected | undefined;
	const listed = () => connected?.listed();
	const admit = await notingCommit(read.settings);
	const writer = await storeOf(expecting(read.settings, flags), listed, admit).open({
		command,
		waitMs,
		signal,
	});
	const opened = await connectService(read.settings, "write", {
		tell: (pause) => progress.emit({ type: "pausing", ...pause }),
		...defined({ cache: flags.cache }),
	});
	connected = opened;
	const close = async () => {
		progress.close();
		await opened.close().finally(() => writer.close());
	};
	try {
		const { workspace, known } = await withItems(request, read, writer.snapshot());
		const parts = { one, flags, workspace, known, using, progress };
		const recording = recordingFor(parts, { writer, connected: opened, signal });
		return { ...parts, recording, given: opened.given, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What is planned from: with the items that feeds list now, or that the saved plan takes. */
async function withItems(
	{ flags, using, signal }: ApplyRequest,
	read: Workspace,
	snapshot: Snapshot,
): Promise<Pick<ApplySession, "workspace" | "known">> {
	const listing = { ...read, snapshot };
	const { campaigns, feeds } = using
		? await withSavedItems(listing, using.saved.plan.feeds ?? [], signal)
		: await itemsFor(listing, flags, signal);
	const workspace = { ...read, campaigns };
	const pulled = await pulledModels(read.settings);
	const known = { campaigns, sources: await sourcesOf(workspace, signal), ...defined({ pulled, feeds }) };
	return { workspace, known };
}

function recordingFor(
	{ one, flags, workspace, using, progress }: Omit<ApplySession, "recording" | "given" | "close">,
	held: { readonly writer: StateWriter; readonly connected: Connected; readonly signal: AbortSignal },
): RunContext {
	const { campaigns, settings } = workspace;
	const { writer, connected, signal } = held;
	const known = { campaigns, snapshot: writer.snapshot() };
	return recordingOf({
		...workspace,
		options: using
			? optionsOf(settings, selectionOf(using.saved, known.snapshot), known)
			: planOptionsOf(settings, flags, known),
		clock: systemClock,
		signal,
		writer,
		service: connected.service,
		emit: progress.emit,
		confirmPosts: async (posts) => {
			const { autoApprove } = flags;
			const ink = await planInkOf(workspace, { detail: true });
			const reviewed = using !== undefined;
			const about = { autoApprove, reviewed, ...defined({ workspace: one.named?.name }) };
			return approveTitles(posts, { ...about, ink, progress, signal });
		},
		...defined({ allowSkew: flags.allowSkew, parallelism: flags.parallelism }),
	});
}

/** What was selected when the plan was made; what it replaced already is not replaced again. */
function selectionOf(
	saved: SavedPlan,
	snapshot: Snapshot,
): Pick<PlanFlags, "target" | "exclude" | "replace" | "retry" | "maxCancels"> {
	return {
		target: saved.targets,
		exclude: saved.excludes,
		replace: stillToReplace(saved, snapshot),
		retry: stillToRetry(saved, snapshot),
		// Who made the plan said how many.
		maxCancels: Number.POSITIVE_INFINITY,
	};
}
