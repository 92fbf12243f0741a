import { codeOf, EXIT } from "../cli/exit.ts";
import { notingCommit } from "../cli/wiring/checkout.ts";
import { itemsFor } from "../cli/wiring/items.ts";
import { planOptionsOf } from "../cli/wiring/plan-options.ts";
import { plannedOf } from "../cli/wiring/plan-output.ts";
import { recordingOf } from "../cli/wiring/recording.ts";
import { type Connected, connectService } from "../cli/wiring/service.ts";
import { mustKeepState, storeOf } from "../cli/wiring/store.ts";
import { sourcesOf } from "../cli/wiring/workspace.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { Plan } from "../model/plan.ts";
import { approvalOf } from "../reconcile/approval.ts";
import type { RunContext } from "../reconcile/context.ts";
import {
	type FirstPass,
	firstPass,
	firstPassUnread,
	type LoopResult,
	loopUntilDone,
} from "../reconcile/loop.ts";
import type { StateWriter } from "../state/store.ts";
import { systemClock } from "../system/clock.ts";
import { type Opened, openedOf } from "./opened.ts";
import { changesOf, planFlags, resultOf } from "./results.ts";
import { type Run, startRun } from "./run.ts";
import type { ApplyResult, PlannedChange, PlanOptions, PlanResult, RunEvent, Workspace } from "./values.ts";

/** How a plan is carried out. */
export interface ApplyOptions extends PlanOptions {
	/** `all` approves the plan whatever it is, and cancels nothing unless `maxCancels` says so. */
	readonly approve: "all" | ((plan: PlanResult) => boolean | Promise<boolean>);
	/**
	 * Asked once the titles of posts are known whose clips were not known when the plan was approved. Absent:
	 * the plan's approval counts for them.
	 */
	readonly approvePosts?: (posts: readonly PlannedChange[]) => boolean | Promise<boolean>;
	/** Changes made at the same time. Absent: one after the other. */
	readonly parallelism?: number;
	/** How long another run may hold the state, in milliseconds. Absent: 0. */
	readonly lockTimeoutMs?: number;
}

/**
 * Plans, has the plan approved, carries it out, and waits until nothing is left to do. Can be killed anywhere
 * and run again. `signal` stops it once requests under way have ended; `result` then rejects with its reason.
 */
export function apply(workspace: Workspace, options: ApplyOptions): Run<RunEvent, ApplyResult> {
	const opened = openedOf(workspace);
	return startRun((emit) => applyOpened(opened, options, emit));
}

type Emit = (event: RunEvent) => void;

async function applyOpened(asOpened: Opened, options: ApplyOptions, emit: Emit): Promise<ApplyResult> {
	const { settings } = asOpened;
	const { keyMissing } = settings.service;
	if (keyMissing !== undefined) throw new StopFault(keyMissing.message, keyMissing);
	mustKeepState(settings);
	const signal = options.signal ?? new AbortController().signal;
	let connected: Connected | undefined;
	const admit = await notingCommit(settings);
	const writer = await storeOf(settings, () => connected?.listed(), admit).open({
		command: "a program that uses showrun",
		waitMs: options.lockTimeoutMs ?? 0,
		signal,
	});
	try {
		connected = await connectService(settings, "write", {
			tell: (pause) => emit({ type: "pausing", ...pause }),
			log: (message) => emit({ type: "log", level: "info", message }),
		});
		const refresh = options.refresh !== false;
		const listed = await itemsFor({ ...asOpened, snapshot: writer.snapshot() }, { refresh }, signal);
		const opened = { ...asOpened, campaigns: listed.campaigns };
		const inputs = { ...listed, sources: await sourcesOf(opened, signal) };
		const context = contextOf(opened, options, { writer, connected, signal, emit });
		const first = await (refresh ? firstPass : firstPassUnread)(context, inputs);
		if (!(await isApproved(opened, options, { context, first, inputs }))) return declined(first.plan);
		const result = await loopUntilDone(context, inputs, { first, approval: approvalOf(first.plan) });
		signal.throwIfAborted();
		return applied(result, writer);
	} finally {
		await connected?.close().finally(() => writer.close());
		if (connected === undefined) await writer.close();
	}
}

interface Held {
	readonly writer: StateWriter;
	readonly connected: Connected;
	readonly signal: AbortSignal;
	readonly emit: Emit;
}

function contextOf(
	{ settings, campaigns }: Opened,
	options: ApplyOptions,
	{ writer, connected, signal, emit }: Held,
): RunContext {
	const { approve, approvePosts = () => true, parallelism } = options;
	const flags = { ...planFlags(options), ...(approve === "all" && { autoApprove: true as const }) };
	return recordingOf({
		settings,
		campaigns,
		options: planOptionsOf(settings, flags, { campaigns, snapshot: writer.snapshot() }),
		clock: systemClock,
		signal,
		writer,
		service: connected.service,
		emit,
		confirmPosts: async (posts) => approvePosts(changesOf(posts)),
		...defined({ parallelism }),
	});
}

/** Throws `StopFault` for a plan past a limit. */
async function isApproved(
	opened: Opened,
	{ approve }: ApplyOptions,
	{
		context,
		first,
		inputs,
	}: {
		readonly context: RunContext;
		readonly first: FirstPass;
		readonly inputs: Parameters<typeof firstPass>[1];
	},
): Promise<boolean> {
	const snapshot = context.writer.snapshot();
	const report = plannedOf(first.plan, {
		workspace: opened,
		snapshot,
		known: inputs,
		service: context.service,
	});
	const planned = resultOf(report, opened);
	const [limit] = planned.limits;
	if (limit !== undefined) throw new StopFault(`Refused: ${limit.message}`, limit);
	return approve === "all" || approve(planned);
}

function declined(plan: Plan): ApplyResult {
	const none = { submitted: 0, published: 0, updated: 0, cancelled: 0, failures: [] };
	return { outcome: "declined", ...none, rest: changesOf(plan.changes) };
}

const OUTCOMES = {
	[EXIT.ok]: "done",
	[EXIT.error]: "failed",
	[EXIT.changes]: "done",
	[EXIT.partly]: "partly",
	[EXIT.unknown]: "unknown",
} as const;

function applied({ report, rest }: LoopResult, writer: StateWriter): ApplyResult {
	const { submitted, published, updated = 0, cancelled = 0, failures } = report;
	const outcome = OUTCOMES[codeOf({ report, rest, snapshot: writer.snapshot() })];
	return { outcome, submitted, published, updated, cancelled, failures, rest: changesOf(rest.changes) };
}
