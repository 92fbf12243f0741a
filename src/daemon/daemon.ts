import { type EpochMs, epochMs } from "../model/brand.ts";
import type { Campaign } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { Fault } from "../model/fault.ts";
import type { Notice } from "../model/notice.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { type Suspension, suspensionSentence } from "../model/suspension.ts";
import type { OnceResult } from "../reconcile/loop.ts";
import type { Clock } from "../system/clock.ts";
import { type BlockedAddresses, isBlocked, trackBlocked } from "./blocked-addresses.ts";
import { type FailedAddresses, type Retry, retryPause, trackFailed } from "./failed-addresses.ts";
import type { Health } from "./health.ts";
import type { Kept } from "./kept.ts";
import { type LoadedAgain, lastGood } from "./last-good-campaigns.ts";
import { type Loop, startLoop, type Trigger } from "./loop.ts";
import { nextPass, type PollPace } from "./next-pass.ts";

/** One pass over the campaigns, with the state open for as long as it takes. */
export type Pass = (
	campaigns: readonly Campaign[],
	skip: ReturnType<FailedAddresses["skip"]>,
	sign: () => void,
) => Promise<
	OnceResult & {
		readonly snapshot: Snapshot;
		/** When a feed is to be read again. Absent: there is none. */
		readonly dueAt?: EpochMs;
	}
>;

/** What came of one pass, for those who are told of it. */
export type PassOutcome =
	| Pick<Awaited<ReturnType<Pass>>, "report" | "rest" | "snapshot">
	/** It failed as a whole, as all have since then. */
	| { readonly trouble: { readonly message: string; readonly remedy?: string; readonly since: EpochMs } };

/** What a daemon works with: everything outside of it. */
export interface DaemonParts {
	readonly load: () => Promise<LoadedAgain>;
	readonly pass: Pass;
	readonly poll: PollPace;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly log: (notice: Notice) => void;
	/** Shows what is wrong with files that were saved broken. */
	readonly complain: (diagnostics: readonly Diagnostic[]) => void;
	/** Hears of each pass; what it does goes on beside the loop. Absent: nobody does. */
	readonly heard?: (outcome: PassOutcome) => void;
	/** Why this process makes no passes: another one does. Undefined: it does. Absent: nobody else could. */
	readonly standby?: () => string | undefined;
	/** Why nothing may be sent now. */
	readonly suspension: () => Suspension | undefined;
	/** What an earlier process left to be tried again, and where it is kept. Absent: nowhere. */
	readonly retries?: {
		readonly before: readonly Retry[];
		keep(kept: Pick<Kept, "retries" | "trouble">): Promise<void>;
	};
}

/** A daemon that runs. */
export interface Daemon extends Loop {
	readonly health: () => Health;
}

/**
 * Keeps the campaigns applied: a pass at the start, at each trigger, and when something is due. It only
 * repeats `apply`.
 */
export function startDaemon(parts: DaemonParts): Daemon {
	const memory: Memory = {
		campaigns: [],
		mustRead: true,
		failed: trackFailed(parts.retries?.before),
		blocked: trackBlocked(),
		quiet: 0,
		lastGoodPass: "",
		trouble: "",
		troubles: 0,
		blockedCount: 0,
		lastSign: parts.clock.monotonic(),
		suspended: "",
	};
	const loop = startLoop({
		clock: parts.clock,
		signal: parts.signal,
		awake: () => {
			sign(parts, memory);
			if (suspensionChanged(parts, memory)) loop.trigger("resume");
		},
		pass: async (triggers) => (memory.due = await onePass(parts, memory, triggers)),
	});
	return { ...loop, health: () => healthOf(parts, memory) };
}

function sign({ clock }: DaemonParts, memory: Memory): void {
	memory.lastSign = clock.monotonic();
}

/** Logs that a suspension began or ended. True: it ended, and what waited can be sent. */
function suspensionChanged({ suspension, log }: DaemonParts, memory: Memory): boolean {
	const found = suspension();
	const now = found === undefined ? "" : suspensionSentence(found);
	if (now === memory.suspended) return false;
	memory.suspended = now;
	log({ level: "warn", message: now === "" ? "resumed" : now });
	return now === "";
}

function healthOf({ clock, suspension, standby }: DaemonParts, memory: Memory): Health {
	const { lastGoodPass, trouble, failed, blockedCount, due, lastSign } = memory;
	return {
		...{ lastGoodPass, trouble, failing: failed.retries.length, blocked: blockedCount },
		...{ suspended: suspension()?.reason ?? "", standby: standby?.() ?? "" },
		nextPass: due === undefined ? "" : new Date(due).toISOString(),
		silentMs: clock.monotonic() - lastSign,
	};
}

interface Memory {
	campaigns: readonly Campaign[];
	/** There may be campaigns that were not read yet: who stands by reads none. */
	mustRead: boolean;
	readonly failed: FailedAddresses;
	readonly blocked: BlockedAddresses;
	quiet: number;
	lastGoodPass: string;
	trouble: string;
	/** Passes in a row that failed as a whole. */
	troubles: number;
	troubleSince?: EpochMs | undefined;
	blockedCount: number;
	due?: EpochMs | undefined;
	lastSign: number;
	suspended: string;
}

/** What brings campaigns that are not known yet. */
const RELOADS: readonly Trigger[] = ["start", "files", "lead"];

async function onePass(
	parts: DaemonParts,
	memory: Memory,
	triggers: readonly Trigger[],
): Promise<EpochMs | undefined> {
	try {
		memory.mustRead ||= triggers.some((trigger) => RELOADS.includes(trigger));
		if (parts.standby?.() !== undefined) return standBy(memory);
		if (memory.mustRead) await reload(parts, memory);
		const { campaigns, failed } = memory;
		const passed = await parts.pass(campaigns, failed.skip(campaigns, parts.clock.now()), () =>
			sign(parts, memory),
		);
		return await afterPass(parts, memory, { ...passed, triggers });
	} catch (error) {
		if (parts.signal.aborted) return undefined;
		if (!(error instanceof Fault)) throw error;
		// Another process took over meanwhile: what is left to do, it does.
		if (parts.standby?.() !== undefined) {
			parts.log({ level: "warn", message: error.message });
			return standBy(memory);
		}
		const now = parts.clock.now();
		const again = epochMs(now + retryPause("retry", ++memory.troubles, Math.random()));
		memory.trouble = error.message;
		memory.troubleSince ??= now;
		const trouble = { message: error.message, since: memory.troubleSince, until: again };
		await parts.retries?.keep({ retries: memory.failed.retries, trouble });
		const nextTry = new Date(again).toISOString();
		const told = { message: error.message, ...defined({ remedy: error.remedy }) };
		parts.log({ level: "error", ...told, nextTry });
		parts.heard?.({ trouble: { ...told, since: memory.troubleSince } });
		return again;
	}
}

/** What was true when this process made passes is for the one to tell that makes them. */
function standBy(memory: Memory): undefined {
	memory.lastGoodPass = memory.trouble = "";
	memory.troubles = memory.blockedCount = 0;
	memory.troubleSince = undefined;
}

/** Notes what came of a pass, and says when the next is due. */
async function afterPass(
	parts: DaemonParts,
	memory: Memory,
	{ report, rest, underway, snapshot, triggers, dueAt }: Passed,
): Promise<EpochMs | undefined> {
	const { failed, campaigns } = memory;
	const did = report.submitted + report.published;
	const now = parts.clock.now();
	failed.record(report.failures, { campaigns, now });
	await parts.retries?.keep(failed);
	memory.quiet = did > 0 || triggers.includes("files") ? 0 : memory.quiet + 1;
	memory.lastGoodPass = new Date(now).toISOString();
	memory.trouble = "";
	memory.troubles = 0;
	memory.troubleSince = undefined;
	memory.blockedCount = rest.changes.filter(isBlocked).length;
	if (did > 0 || report.failures.length > 0 || !triggers.every((trigger) => trigger === "due"))
		parts.log(passNotice({ triggers, report, rest }));
	for (const notice of memory.blocked.report(rest.changes)) parts.log(notice);
	parts.heard?.({ report, rest, snapshot });
	const retries = [...failed.retries.map(({ until }) => until), ...(dueAt === undefined ? [] : [dueAt])];
	return nextPass({ rest, underway, snapshot, retries, quiet: memory.quiet, now }, parts.poll);
}

type Passed = Awaited<ReturnType<Pass>> & { readonly triggers: readonly Trigger[] };

async function reload(parts: DaemonParts, memory: Memory): Promise<void> {
	memory.mustRead = false;
	const loaded = await parts.load().catch((error: unknown) => {
		memory.mustRead = true;
		throw error;
	});
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
		failed: report.failures.filter(({ outcome }) => outcome === undefined).length,
		unknown: count("unknown", "repeat"),
		...left,
	};
}
