import { type Daemon, startDaemon } from "../../daemon/daemon.ts";
import { isStuck, serveHealth } from "../../daemon/health.ts";
import type { LoadedAgain } from "../../daemon/last-good-campaigns.ts";
import { atTimes, type FileTrigger, watchFiles } from "../../daemon/triggers.ts";
import { openWatchCounters } from "../../metrics/watch-counters.ts";
import { defined } from "../../model/defined.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Settings } from "../../model/settings.ts";
import { type Clock, systemClock } from "../../system/clock.ts";
import { readSuspension } from "../../system/suspension.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import { NO_FLAGS } from "../flags/plan.ts";
import { openLog } from "../terminal/log.ts";
import { err, inkOf, stopSignal } from "../terminal/terminal.ts";
import { shortageOf } from "../wiring/free-space.ts";
import { expecting } from "../wiring/git-state.ts";
import { serveWatchPage } from "../wiring/page/watch-page.ts";
import { readAgain } from "../wiring/read-again.ts";
import { pollOf } from "../wiring/recording.ts";
import { openReloads } from "../wiring/reloads.ts";
import { mustKeepState } from "../wiring/store.ts";
import { superviseBy } from "../wiring/supervisor.ts";
import { watchedAccounts } from "../wiring/watch-accounts.ts";
import { pathsOfFeeds } from "../wiring/watch-feeds.ts";
import { openKept } from "../wiring/watch-kept.ts";
import { leadingPass, openLeads } from "../wiring/watch-lead.ts";
import { becomeOnlyWatch } from "../wiring/watch-lock.ts";
import { openWatchMetrics, type WatchMetrics } from "../wiring/watch-metrics.ts";
import { openWatchNotifier, type WatchNotifier } from "../wiring/watch-notify.ts";
import { passOf } from "../wiring/watch-pass.ts";
import { prepareWatch, type WatchFlags, type WatchSession } from "../wiring/watch-session.ts";
import { inspect, openSettings } from "../wiring/workspace.ts";
import { apply } from "./apply.ts";

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
	const reloads = openReloads();
	const signal = stopSignal({
		reload: reloads.ask,
		...defined({ drainMs: flags.drain && flags.drain * 1_000 }),
	});
	const settings = await watchable(await openSettings({ paths }), flags);
	const lock = await becomeOnlyWatch(settings, { command: ["showrun watch", ...paths].join(" "), signal });
	const log = openLog();
	const life = { isStuck: () => false };
	const supervisor = superviseBy({ log, signal, isAlive: () => !life.isStuck() });
	try {
		const counters = openWatchCounters();
		const since = { counters, reloads, log, supervisor, life, pageMemory: {} };
		await watchOn({ paths, flags, settings, signal, clock, ...since });
		log({ level: "info", message: "stopped" });
	} finally {
		await supervisor.close();
		await lock.release();
	}
}

/** Watches with one version of the settings after the other, until it is stopped. */
async function watchOn(given: Omit<Parameters<typeof prepareWatch>[0], "lead">): Promise<void> {
	const { log, clock, paths } = given;
	const lead = openLeads({ clock, command: ["showrun watch", ...paths].join(" ") }).keep(log);
	try {
		for (let settings: Settings | undefined = given.settings; settings !== undefined; ) {
			settings = await oneRun(await prepareWatch({ ...given, settings, lead: await lead.with(settings) }));
			if (settings !== undefined) await given.supervisor.reloading();
		}
	} finally {
		await lead.close();
	}
}

/** Watches with one version of the settings. Resolves to the next version; undefined: it was stopped. */
async function oneRun(session: WatchSession): Promise<Settings | undefined> {
	const accounts = watchedAccounts(session);
	const metrics = openWatchMetrics(session, accounts);
	let notifier: WatchNotifier | undefined;
	try {
		await session.connected.start();
		notifier = await openWatchNotifier(session, accounts);
		await run(session, { notifier, metrics });
	} finally {
		await Promise.all([notifier?.close(), metrics.close()]);
		await session.connected.close();
	}
	return session.signal.aborted ? undefined : session.next;
}

async function watchable(found: Settings, flags: WatchFlags): Promise<Settings> {
	const settings = withFlags(found, flags);
	mustKeepState(settings);
	// Throws for an expression that is none, before anything in use is given up.
	await (await atTimes(settings.daemon.cron, () => {})).stop();
	return settings;
}

function withFlags(found: Settings, flags: WatchFlags): Settings {
	const settings = expecting(found, flags);
	return {
		...settings,
		daemon: { ...settings.daemon, ...defined({ metrics: flags.metrics, ui: flags.ui }) },
	};
}

/** Who hears of passes. */
interface Listeners {
	readonly notifier: WatchNotifier | undefined;
	readonly metrics: WatchMetrics;
}

async function run(session: WatchSession, listeners: Listeners): Promise<void> {
	const { settings, log, signal, life, supervisor } = session;
	let daemon: Daemon | undefined;
	// What changes from here on is seen by the first pass, or told to the daemon.
	const files = await watchFiles(watchedPaths(session), () => {
		session.feeds.changed();
		daemon?.trigger("files");
	});
	daemon = await startWith(session, files, listeners);
	session.lead.listen(() => daemon?.trigger("lead"));
	const { health: healthNow, trigger, ended } = daemon;
	const cron = await atTimes(settings.daemon.cron, () => trigger("cron"));
	const health = await serveHealth(settings.daemon.port, {
		health: healthNow,
		shortage: () => shortageOf(settings),
	});
	const metrics = await listeners.metrics.serve(healthNow);
	const page = await serveWatchPage(session);
	life.isStuck = () => isStuck(healthNow());
	const ignoreReloads = session.reloads.listen(() => void takeSettings(session));
	log({ level: "info", message: "watching", health: `${health.url}/healthz`, cron: settings.daemon.cron });
	await supervisor.ready(`watching, health at ${health.url}/healthz`);
	const wake = () => trigger("cron");
	signal.addEventListener("abort", wake, { once: true });
	try {
		await ended;
	} finally {
		signal.removeEventListener("abort", wake);
		ignoreReloads();
		await Promise.all([files.stop(), cron.stop(), health.stop(), metrics?.stop(), page?.stop()]);
	}
}

function watchedPaths({ paths, flags }: WatchSession): readonly string[] {
	return [...(paths.length === 0 ? ["."] : paths), ...(flags.varFile ?? [])];
}

async function startWith(
	session: WatchSession,
	files: FileTrigger,
	{ notifier, metrics }: Listeners,
): Promise<Daemon> {
	const { settings, log, signal, clock } = session;
	const { breaker, retries } = await openKept(settings, clock);
	return startDaemon({
		load: () => load(session, files),
		pass: leadingPass(session.lead, metrics.timed(passOf(session, breaker))),
		retries,
		standby: session.lead.standby,
		suspension: () => readSuspension(settings.root, clock.now()),
		poll: pollOf(settings),
		clock,
		signal: AbortSignal.any([signal, session.replaced.signal]),
		log: (notice) => log(notice),
		complain,
		heard: (outcome) => {
			metrics.heard(outcome);
			notifier?.heard(outcome);
		},
	});
}

async function load(session: WatchSession, files: FileTrigger): Promise<LoadedAgain> {
	const { paths, flags, settings, signal, lead } = session;
	await lead.reading();
	const found = await inspect({ paths }, signal, flags);
	files.also([...found.shared, ...found.campaigns.flatMap(pathsOfFeeds)]);
	if (found.settings && !isSame(withFlags(found.settings, flags), settings)) await takeSettings(session);
	return found;
}

function isSame(one: Settings, other: Settings): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** Goes on with the settings as they are now, or with those in use where the new ones are wrong. */
async function takeSettings(session: WatchSession): Promise<void> {
	const { paths, flags, log, replaced } = session;
	const next = await readAgain(async () => watchable(await openSettings({ paths }), flags), session);
	if (next === undefined) return;
	session.next = next;
	log({ level: "info", message: "settings are read again" });
	replaced.abort();
}

function complain(diagnostics: readonly Diagnostic[]): void {
	err(renderDiagnostics(diagnostics, inkOf(process.stderr)));
}
