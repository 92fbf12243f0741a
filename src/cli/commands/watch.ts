import type { Loaded } from "../../campaign/load.ts";
import { type DaemonParts, startDaemon } from "../../daemon/daemon.ts";
import { serveHealth } from "../../daemon/health.ts";
import { atTimes, watchFiles } from "../../daemon/triggers.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunEvent } from "../../model/event.ts";
import { Fault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import type { Breaker } from "../../reconcile/breaker.ts";
import type { RunContext } from "../../reconcile/context.ts";
import { loopOnce } from "../../reconcile/loop.ts";
import { emptyMemory } from "../../reconcile/memory.ts";
import type { StateWriter } from "../../state/store.ts";
import { type Clock, systemClock } from "../../system/clock.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { NO_FLAGS } from "../flags/plan.ts";
import { type Log, openLog } from "../terminal/log.ts";
import { err, inkOf, stopSignal } from "../terminal/terminal.ts";
import { expecting } from "../wiring/git-state.ts";
import { planOptionsOf } from "../wiring/plan-options.ts";
import { pollOf, recordingOf } from "../wiring/recording.ts";
import { type Connected, connectService } from "../wiring/service.ts";
import { mustKeepState, storeOf } from "../wiring/store.ts";
import { openKept } from "../wiring/watch-kept.ts";
import { inspect, openSettings, readableSources } from "../wiring/workspace.ts";
import { apply } from "./apply.ts";

interface WatchFlags extends InputFlags {
	readonly once?: true;
	/** Posts are handed over even where the clocks are more than a minute apart. */
	readonly allowSkew?: true;
	readonly lockTimeout: number;
	/** How many posts one pass may cancel. Absent: as the settings say. */
	readonly maxCancels?: number;
	/** Commit of the state on a remote that has to be there, or to be contained in what is there. */
	readonly expectState?: string;
}

/** Another run may hold the state for a moment. Milliseconds. */
const LOCK_MS = 5_000;

/** Pause before what could not be read is read again. Milliseconds. */
const READ_AGAIN_MS = 10 * 60_000;

/**
 * `showrun watch`: keeps the campaigns applied until Ctrl-C or SIGTERM; with `--once` until nothing is left
 * to do or to wait for.
 */
export async function watch(
	paths: readonly string[],
	flags: WatchFlags,
	clock: Clock = systemClock,
): Promise<void> {
	if (flags.once) return apply(paths, { ...NO_FLAGS, ...flags, autoApprove: true });
	const reloads = new EventTarget();
	const signal = stopSignal(() => reloads.dispatchEvent(new Event("reload")));
	let settings = watchable(await openSettings({ paths }), flags);
	for (;;) {
		const session = await prepare({ paths, flags, settings, signal, clock, reloads });
		const next = await oneRun(session);
		if (next === undefined) return session.log({ level: "info", message: "stopped" });
		settings = next;
	}
}

/** Watches with one version of the settings. Resolves to the next version; undefined: it was stopped. */
async function oneRun(session: WatchSession): Promise<Settings | undefined> {
	try {
		await session.connected.start();
		await run(session);
	} finally {
		await session.connected.close();
	}
	return session.signal.aborted ? undefined : session.next;
}

function watchable(found: Settings, flags: WatchFlags): Settings {
	const settings = expecting(found, flags);
	mustKeepState(settings);
	// Throws for an expression that is none, before anything in use is given up.
	void atTimes(settings.daemon.cron, () => {}).stop();
	return settings;
}

/** One `showrun watch`: everything its passes work with. */
interface WatchSession {
	readonly paths: readonly string[];
	readonly flags: WatchFlags;
	readonly settings: Settings;
	readonly connected: Connected;
	readonly log: Log;
	readonly signal: AbortSignal;
	readonly clock: Clock;
	/** Says that the settings are to be read again. */
	readonly reloads: EventTarget;
	/** Ends this version of the settings after the pass under way. */
	readonly replaced: AbortController;
	/** Settings that take the place of these. */
	next?: Settings;
}

/** Prepares log and connection; campaigns and state are read by every pass. */
async function prepare(given: Omit<WatchSession, "connected" | "log" | "replaced">): Promise<WatchSession> {
	const { settings, flags, clock } = given;
	const log = openLog();
	const connected = await connectService(settings, "write", {
		clock,
		tell: ({ until, why }) =>
			log({ level: "info", message: "requests wait", until: new Date(until).toISOString(), why }),
		...defined({ cache: flags.cache }),
	});
	return { ...given, connected, log, replaced: new AbortController() };
}

async function run(session: WatchSession): Promise<void> {
	const { paths, flags, settings, log, signal, clock } = session;
	const { breaker, retries } = await openKept(settings, clock);
	const parts = {
		load: () => load(session),
		pass: passOf(session, breaker),
		retries,
		poll: pollOf(settings),
		clock,
		signal: AbortSignal.any([signal, session.replaced.signal]),
	};
	const daemon = startDaemon({
		...parts,
		log: (notice) => log(notice),
		complain,
	});
	const files = await watchFiles([...(paths.length === 0 ? ["."] : paths), ...(flags.varFile ?? [])], () =>
		daemon.trigger("files"),
	);
	const cron = atTimes(settings.daemon.cron, () => daemon.trigger("cron"));
	const health = await serveHealth(settings.daemon.port, daemon.health);
	log({ level: "info", message: "watching", health: `${health.url}/healthz`, cron: settings.daemon.cron });
	const wake = () => daemon.trigger("cron");
	signal.addEventListener("abort", wake, { once: true });
	const reload = () => void readAgain(session);
	session.reloads.addEventListener("reload", reload);
	try {
		await daemon.ended;
	} finally {
		session.reloads.removeEventListener("reload", reload);
		await Promise.all([files.stop(), cron.stop(), health.stop()]);
	}
}

async function load(session: WatchSession): Promise<Pick<Loaded, "campaigns" | "diagnostics">> {
	const { paths, flags, settings, signal } = session;
	const found = await inspect({ paths }, signal, flags);
	if (found.settings && !isSame(expecting(found.settings, flags), settings)) await readAgain(session);
	return found;
}

function isSame(one: Settings, other: Settings): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** Goes on with the settings as they are now, or with those in use where the new ones are wrong. */
async function readAgain(session: WatchSession): Promise<void> {
	const { paths, flags, log, replaced } = session;
	try {
		session.next = watchable(await openSettings({ paths }), flags);
		log({ level: "info", message: "settings are read again" });
		replaced.abort();
	} catch (error) {
		if (!(error instanceof Fault)) throw error;

		const message = `the settings in use are kept: ${error.message}`;
		log({ level: "error", message, ...defined({ remedy: error.remedy }) });
	}
}

function complain(diagnostics: readonly Diagnostic[]): void {
	err(renderDiagnostics(diagnostics, inkOf(process.stderr)));
}

function passOf(session: WatchSession, breaker: Breaker): DaemonParts["pass"] {
	const { settings, log, signal, clock } = session;
	const memory = { ...emptyMemory(), breaker };
	let readAllAt = clock.monotonic();
	return async (all, skip, sign) => {
		// What could not be read is read again, or only a restart would help.
		if (clock.monotonic() - readAllAt > READ_AGAIN_MS) {
			memory.unreadable.clear();
			readAllAt = clock.monotonic();
		}
		const { unreadable, ...sources } = await readableSources({ settings, campaigns: all }, signal);
		for (const { message, remedy } of unreadable.values()) log({ level: "error", message, remedy });
		// A campaign whose video is missing waits; the others go on.
		const campaigns = all.filter(({ name }) => !unreadable.has(name));
		return holdingState(session, async (writer) => {
			const recording = recordingFor({ ...session, sign }, campaigns, writer);
			const passed = await loopOnce(recording, { campaigns, sources }, { memory, skip });
			return { ...passed, snapshot: writer.snapshot() };
		});
	};
}

/** A pass holds the state for as long as it lasts, so that other commands can run in between. */
async function holdingState<Result>(
	{ paths, settings, connected, signal }: WatchSession,
	work: (writer: StateWriter) => Promise<Result>,
): Promise<Result> {
	const command = ["showrun watch", ...paths].join(" ");
	const writer = await storeOf(settings, connected.listed).open({ command, waitMs: LOCK_MS, signal });
	try {
		return await work(writer);
	} finally {
		await writer.close();
	}
}

function recordingFor(
	{ flags, settings, connected, log, signal, clock, sign }: WatchSession & { readonly sign: () => void },
	campaigns: readonly Campaign[],
	writer: StateWriter,
): RunContext {
	return recordingOf({
		settings,
		campaigns,
		options: planOptionsOf(
			settings,
			{ ...NO_FLAGS, autoApprove: true, ...defined({ maxCancels: flags.maxCancels }) },
			{ campaigns, snapshot: writer.snapshot() },
		),
		clock,
		signal,
		writer,
		service: connected.service,
		emit: (event) => {
			sign();
			logEvent(log, event);
		},
		confirmPosts: async () => true,
		...defined({ allowSkew: flags.allowSkew }),
	});
}

/** What is worth a line in a log that is kept. */
function logEvent(log: Log, event: RunEvent): void {
	const { type, ...rest } = event;
	if (type === "uploading" || type === "task" || type === "sending") return;
	const level = type === "failed" ? "error" : type === "sent" && event.outcome !== "done" ? "warn" : "info";
	log({ level, message: type }, rest);
}
