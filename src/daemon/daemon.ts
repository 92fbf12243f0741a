import type { Loaded } from "../campaign/load.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Campaign } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { Fault } from "../model/fault.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { OnceResult } from "../reconcile/loop.ts";
import type { Clock } from "../system/clock.ts";
import { type BlockedAddresses, isBlocked, trackBlocked } from "./blocked-addresses.ts";
import { type FailedAddresses, trackFailed } from "./failed-addresses.ts";
import type { Health } from "./health.ts";
import { lastGood } from "./last-good-campaigns.ts";
import { type Loop, startLoop, type Trigger } from "./loop.ts";
import { nextPass, type PollPace } from "./next-pass.ts";
import type { Notice } from "./notice.ts";

/** One pass over the campaigns, with the state open for as long as it takes. */
export type Pass = (
	campaigns: readonly Campaign[],
	skip: ReturnType<FailedAddresses["skip"]>,
) => Promise<OnceResult & { readonly snapshot: Snapshot }>;

/** What a daemon works with: everything outside of it. */
export interface DaemonParts {
	readonly load: () => Promise<Pick<Loaded, "campaigns" | "diagnostics">>;
	readonly pass: Pass;
	readonly poll: PollPace;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly log: (notice: Notice) => void;
	/** Shows what is wrong with files that were saved broken. */
	readonly complain: (diagnostics: readonly Diagnostic[]) => void;
}

/** A daemon that runs. */
export interface Daemon extends Loop {
	readonly health: () => Health;
}

/** Pause after a pass that failed as a whole. Milliseconds. */
const RETRY_MS = 30_000;

/**
 * Keeps the campaigns applied: a pass at the start, at each trigger, and when something is due. It only
 * repeats `apply`.
 */
export function startDaemon(parts: DaemonParts): Daemon {
	const memory: Memory = {
		campaigns: [],
		failed: trackFailed(),
		blocked: trackBlocked(),
		quiet: 0,
		lastGoodPass: "",
		trouble: "",
	};
	const loop = startLoop({
		clock: parts.clock,
		signal: parts.signal,
		pass: (triggers) => onePass(parts, memory, triggers),
	});
	return { ...loop, health: () => ({ lastGoodPass: memory.lastGoodPass, trouble: memory.trouble }) };
}

interface Memory {
	campaigns: readonly Campaign[];
	readonly failed: FailedAddresses;
	readonly blocked: BlockedAddresses;
	quiet: number;
	lastGoodPass: string;
	trouble: string;
}

async function onePass(
	parts: DaemonParts,
	memory: Memory,
	triggers: readonly Trigger[],
): Promise<EpochMs | undefined> {
	try {
		if (triggers.includes("start") || triggers.includes("files")) await reload(parts, memory);
		const { report, rest, underway, snapshot } = await parts.pass(
			memory.campaigns,
			memory.failed.skip(memory.campaigns),
		);
		const did = report.submitted + report.published;
		memory.failed.record(report.failures, memory.campaigns);
		memory.quiet = did > 0 || triggers.includes("files") ? 0 : memory.quiet + 1;
		memory.lastGoodPass = new Date(parts.clock.now()).toISOString();
		memory.trouble = "";
		const due = nextPass(
			{ rest, underway, snapshot, quiet: memory.quiet, now: parts.clock.now() },
			parts.poll,
		);
		if (did > 0 || !triggers.every((trigger) => trigger === "due"))
			parts.log(passNotice({ triggers, report, rest }));
		for (const notice of memory.blocked.report(rest.changes)) parts.log(notice);
		return due;
	} catch (error) {
		if (parts.signal.aborted) return undefined;
		if (!(error instanceof Fault)) throw error;
		memory.trouble = error.message;
		parts.log(defined({ level: "error", message: error.message, remedy: error.remedy }));
		return epochMs(parts.clock.now() + RETRY_MS);
	}
}

async function reload(parts: DaemonParts, memory: Memory): Promise<void> {
	const loaded = await parts.load();
	const { campaigns, broken } = lastGood(memory.campaigns, loaded);
	memory.campaigns = campaigns;
	if (loaded.diagnostics.length > 0) parts.complain(loaded.diagnostics);
	for (const file of broken)
		parts.log({ level: "warn", message: "invalid file: its last good version is used", file });
}

function passNotice({
	triggers,
	report,
	rest,
}: { readonly triggers: readonly Trigger[] } & Pick<OnceResult, "report" | "rest">): Notice {
	const count = (...actions: string[]) =>
		rest.changes.filter(({ action }) => actions.includes(action)).length;
	const left = {
		waiting: count("wait", "read", "publish-bounded"),
		blocked: rest.changes.filter(isBlocked).length,
	};
	return {
		level: left.blocked > 0 ? "warn" : "info",
		message: "pass",
		triggers,
		submitted: report.submitted,
		published: report.published,
		failed: report.failures.length,
		...left,
	};
}
