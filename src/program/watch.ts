import { withReadings } from "../cli/wiring/items.ts";
import { planOptionsOf } from "../cli/wiring/plan-options.ts";
import { pollOf, recordingOf } from "../cli/wiring/recording.ts";
import { type Connected, connectService } from "../cli/wiring/service.ts";
import { mustKeepState, storeOf } from "../cli/wiring/store.ts";
import { pathsOfFeeds, type WatchedFeeds, watchedFeeds } from "../cli/wiring/watch-feeds.ts";
import { openKept } from "../cli/wiring/watch-kept.ts";
import { type Lead, leadingPass, openLeads } from "../cli/wiring/watch-lead.ts";
import { becomeOnlyWatch } from "../cli/wiring/watch-lock.ts";
import { readableSources } from "../cli/wiring/workspace.ts";
import { type Daemon, type DaemonParts, startDaemon } from "../daemon/daemon.ts";
import { atTimes, type FileTrigger, watchFiles } from "../daemon/triggers.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { Notice } from "../model/notice.ts";
import { changedItems } from "../plan/items/changed.ts";
import type { Breaker } from "../reconcile/breaker.ts";
import type { PlanInputs } from "../reconcile/context.ts";
import { loopOnce, type OnceResult } from "../reconcile/loop.ts";
import { emptyMemory, type RunMemory } from "../reconcile/memory.ts";
import type { StateWriter } from "../state/store.ts";
import { systemClock } from "../system/clock.ts";
import { readSuspension } from "../system/suspension.ts";
import { inspectAgain, type Opened, openedOf, problemOf } from "./opened.ts";
import { planFlags } from "./results.ts";
import { type Run, startRun } from "./run.ts";
import type { PlanOptions, WatchEvent, Workspace } from "./values.ts";

/** How campaigns are kept applied. */
export interface WatchOptions extends Pick<PlanOptions, "maxCancels"> {
	/** Ends the watch after the requests under way. */
	readonly signal: AbortSignal;
	/**
	 * Called with what a person should hear: what failed, what may have been posted, and files with mistakes.
	 * It is not waited for; what it throws is an event of the type `log`.
	 */
	readonly notify?: (event: WatchEvent) => unknown;
}

const COMMAND = "a program that uses showrun";
/** Another run may hold the state for a moment. Milliseconds. */
const LOCK_MS = 5_000;

/**
 * Keeps the campaigns applied until `signal` aborts, and resolves then. Starting it approves everything the
 * campaigns ask for. Campaigns are read again when they change; settings as they were when the workspace was
 * opened.
 */
export function watch(workspace: Workspace, options: WatchOptions): Run<WatchEvent, void> {
	const opened = openedOf(workspace);
	return startRun(async (emit) => {
		const { keyMissing } = opened.settings.service;
		if (keyMissing !== undefined) throw new StopFault(keyMissing.message, keyMissing);
		mustKeepState(opened.settings);
		const lock = await becomeOnlyWatch(opened.settings, { command: COMMAND, signal: options.signal });
		try {
			const feeds = watchedFeeds(opened.settings, systemClock);
			await watchOpened({ opened, options, emit: notifying(options, emit), feeds });
		} finally {
			await lock.release();
		}
	});
}

interface Watching {
	readonly opened: Opened;
	readonly options: WatchOptions;
	readonly emit: (event: WatchEvent) => void;
	readonly feeds: WatchedFeeds;
}

function notifying({ notify }: WatchOptions, emit: Watching["emit"]): Watching["emit"] {
	if (notify === undefined) return emit;
	const failed = (error: unknown) => {
		const message = `notify failed: ${error instanceof Error ? error.message : String(error)}`;
		emit({ type: "log", level: "warn", message });
	};
	return (event) => {
		emit(event);
		if (isForPeople(event)) Promise.resolve(event).then(notify).catch(failed);
	};
}

function isForPeople(event: WatchEvent): boolean {
	return ["failed", "unknown", "unresolved", "problems"].includes(event.type);
}

async function watchOpened(watching: Watching): Promise<void> {
	const { opened, emit } = watching;
	const log = ({ level, message }: Notice) => emit({ type: "log", level, message });
	const kept = openLeads({ command: COMMAND, clock: systemClock }).keep(log);
	try {
		await watchSharing({ ...watching, lead: await kept.with(opened.settings), log });
	} finally {
		await kept.close();
	}
}

/** One of several that may share the state. */
interface Sharing extends Watching {
	readonly lead: Lead;
	readonly log: (notice: Notice) => void;
}

async function watchSharing(watching: Sharing): Promise<void> {
	const { opened, options, emit, lead, log } = watching;
	const connected = await connectService(opened.settings, "write", {
		tell: (pause) => emit({ type: "pausing", ...pause }),
		log: (message) => emit({ type: "log", level: "info", message }),
	});
	try {
		await connected.start();
		const { breaker, retries } = await openKept(opened.settings, systemClock);
		const seen: Seen = { further: [] };
		const daemon = startDaemon({
			load: async () => {
				await lead.reading();
				const found = await inspectAgain(opened);
				seen.further = [...found.shared, ...found.campaigns.flatMap(pathsOfFeeds)];
				seen.files?.also(seen.further);
				return found;
			},
			pass: leadingPass(lead, passOf(watching, connected, breaker)),
			...{ retries, standby: lead.standby },
			poll: pollOf(opened.settings),
			clock: systemClock,
			signal: options.signal,
			suspension: () => readSuspension(opened.settings.root, systemClock.now()),
			log,
			complain: (diagnostics) => emit({ type: "problems", problems: diagnostics.map(problemOf) }),
		});
		lead.listen(() => daemon.trigger("lead"));
		await untilEnded(watching, daemon, seen);
	} finally {
		await connected.close();
	}
}

/** Shared files, and what feeds read, may lie anywhere in the workspace; which there are each load tells. */
interface Seen {
	files?: FileTrigger;
	further: readonly string[];
}

/** Files and the clock ask for passes until the daemon ends. */
async function untilEnded({ opened, options, feeds }: Watching, daemon: Daemon, seen: Seen): Promise<void> {
	const files = await watchFiles([opened.folder, ...(opened.options.inputFiles ?? [])], () => {
		feeds.changed();
		daemon.trigger("files");
	});
	files.also(seen.further);
	seen.files = files;
	const cron = await atTimes(opened.settings.daemon.cron, () => daemon.trigger("cron"));
	const wake = () => daemon.trigger("cron");
	options.signal.addEventListener("abort", wake, { once: true });
	try {
		await daemon.ended;
	} finally {
		options.signal.removeEventListener("abort", wake);
		await Promise.all([files.stop(), cron.stop()]);
	}
}

function passOf(watching: Sharing, connected: Connected, breaker: Breaker): DaemonParts["pass"] {
	const { opened, options, emit, feeds, lead } = watching;
	const { settings } = opened;
	const memory: RunMemory = { ...emptyMemory(), breaker };
	return async (written, skip, sign) => {
		const readings = await feeds.read(written, options.signal);
		// What takes long is read before others have to wait for the state.
		await readableSources({ settings, campaigns: written }, options.signal);
		const opening = { command: COMMAND, waitMs: LOCK_MS, signal: options.signal };
		const writer = await storeOf(settings, connected.listed, lead.admit).open(opening);
		try {
			const listing = { settings, campaigns: written, snapshot: writer.snapshot() };
			const { campaigns: all, ...news } = await withReadings(listing, readings);
			const { unreadable, ...sources } = await readableSources({ settings, campaigns: all }, options.signal);
			for (const { message } of unreadable.values()) emit({ type: "log", level: "error", message });
			// A campaign whose video is missing waits; the others go on.
			const campaigns = all.filter(({ name }) => !unreadable.has(name));
			const isCorrected = changedItems(news.feeds ?? []);
			const left = [...skip].filter((address) => !isCorrected(address));
			const inputs = { campaigns, sources, ...defined({ feeds: news.feeds }) };
			const pass = { inputs, memory, skip: left, sign };
			const passed = await onePass({ ...watching, connected, writer }, pass);
			return { ...passed, snapshot: writer.snapshot(), ...defined({ dueAt: feeds.nextAt() }) };
		} finally {
			await writer.close();
		}
	};
}

interface OnePass {
	readonly inputs: PlanInputs;
	readonly memory: RunMemory;
	readonly skip: Parameters<typeof loopOnce>[2]["skip"];
	readonly sign: () => void;
}

function onePass(
	{ opened, options, emit, connected, writer }: Watching & { connected: Connected; writer: StateWriter },
	{ inputs, memory, skip, sign }: OnePass,
): Promise<OnceResult> {
	const { settings } = opened;
	const { campaigns } = inputs;
	const flags = { ...planFlags(options), autoApprove: true as const };
	const context = recordingOf({
		settings,
		campaigns,
		options: planOptionsOf(settings, flags, { campaigns, snapshot: writer.snapshot() }),
		clock: systemClock,
		signal: options.signal,
		writer,
		service: connected.service,
		emit: (event) => {
			sign();
			emit(event);
		},
		confirmPosts: async () => true,
	});
	return loopOnce(context, inputs, { memory, skip });
}
