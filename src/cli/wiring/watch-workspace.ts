import { type Daemon, startDaemon } from "../../daemon/daemon.ts";
import type { LoadedAgain } from "../../daemon/last-good-campaigns.ts";
import { atTimes, type FileTrigger, watchFiles } from "../../daemon/triggers.ts";
import { openWatchCounters } from "../../metrics/watch-counters.ts";
import { defined } from "../../model/defined.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Settings } from "../../model/settings.ts";
import { workspacesInside } from "../../settings/find-workspace.ts";
import { readSuspension } from "../../system/suspension.ts";
import type { WorkspacePaths } from "./campaign-options.ts";
import { expecting } from "./git-state.ts";
import { readAgain } from "./read-again.ts";
import { pollOf } from "./recording.ts";
import { mustKeepState } from "./store.ts";
import { watchedAccounts } from "./watch-accounts.ts";
import { pathsOfFeeds } from "./watch-feeds.ts";
import { openKept } from "./watch-kept.ts";
import { type KeptLead, leadingPass } from "./watch-lead.ts";
import { openWatchMetrics, type WatchMetrics } from "./watch-metrics.ts";
import { openWatchNotifier, type WatchNotifier } from "./watch-notify.ts";
import { passOf } from "./watch-pass.ts";
import { prepareWatch, type WatchFlags, type WatchSession } from "./watch-session.ts";
import { inspect, openSettings, show } from "./workspace.ts";

/** What a watch of one workspace begins with. */
export interface Watched
	extends Omit<
		WatchSession,
		"connected" | "counters" | "feeds" | "replaced" | "pageMemory" | "told" | "lead"
	> {
	readonly leads: KeptLead;
}

/** Settings to watch a workspace with. Throws for those that cannot be used, before anything is given up. */
export async function watchableSettings(
	from: WorkspacePaths,
	flags: WatchFlags,
	tell: (diagnostics: readonly Diagnostic[]) => void = show,
): Promise<Settings> {
	const settings = withFlags(await openSettings(from, {}, tell), flags);
	mustKeepState(settings);
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

/** Watches a workspace with one version of its settings after the other, until it is stopped. */
export async function watchWorkspace({ leads, ...given }: Watched): Promise<void> {
	const since = { counters: openWatchCounters(), pageMemory: {}, told: new Set<string>() };
	try {
		for (let settings: Settings | undefined = given.settings; settings !== undefined; ) {
			const lead = await leads.with(settings);
			settings = await oneRun(await prepareWatch({ ...given, ...since, settings, lead }));
			if (settings !== undefined) await given.endpoints.reloading();
		}
	} finally {
		await leads.close();
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

/** Who hears of passes. */
interface Listeners {
	readonly notifier: WatchNotifier | undefined;
	readonly metrics: WatchMetrics;
}

async function run(session: WatchSession, listeners: Listeners): Promise<void> {
	const { settings, signal } = session;
	let daemon: Daemon | undefined;
	// What changes from here on is seen by the first pass, or told to the daemon.
	const files = await watchFiles(watchedPaths(session), () => {
		session.feeds.changed();
		daemon?.trigger("files");
	});
	daemon = await startWith(session, files, listeners);
	session.lead.listen(() => daemon?.trigger("lead"));
	const { health, trigger, ended } = daemon;
	const cron = await atTimes(settings.daemon.cron, () => trigger("cron"));
	const samples = () => listeners.metrics.samples(health());
	const endpoints = await session.endpoints.open(session, { health, samples });
	const ignoreReloads = session.reloads.listen(() => void takeSettings(session));
	const wake = () => trigger("cron");
	signal.addEventListener("abort", wake, { once: true });
	try {
		await ended;
	} finally {
		signal.removeEventListener("abort", wake);
		ignoreReloads();
		await Promise.all([files.stop(), cron.stop(), endpoints.stop()]);
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
	const { settings, log, signal, clock, lead, inTurn } = session;
	const { breaker, retries } = await openKept(settings, clock);
	const pass = leadingPass(lead, metrics.timed(passOf(session, breaker)));
	return startDaemon({
		load: () => inTurn(() => load(session, files)),
		pass: (...given) => inTurn(() => pass(...given)),
		retries,
		standby: lead.standby,
		suspension: () => readSuspension(settings.root, clock.now()),
		poll: pollOf(settings),
		clock,
		signal: AbortSignal.any([signal, session.replaced.signal]),
		log: (notice) => log(notice),
		complain: show,
		heard: (outcome) => {
			metrics.heard(outcome);
			notifier?.heard(outcome);
		},
	});
}

async function load(session: WatchSession, files: FileTrigger): Promise<LoadedAgain> {
	const { flags, settings, signal, lead } = session;
	await lead.reading();
	const found = await inspect(await ownPaths(session), signal, flags);
	files.also([...found.shared, ...found.campaigns.flatMap(pathsOfFeeds)]);
	if (found.settings && !isSame(withFlags(found.settings, flags), settings)) await takeSettings(session);
	return found;
}

/** The paths without the workspaces inside them: one that came lately is not taken for a part of this one. */
async function ownPaths({ paths, root, without, signal, log }: WatchSession): Promise<WorkspacePaths> {
	if (root === undefined) return { paths };
	const inside = await workspacesInside(paths, root, { cwd: process.cwd(), signal });
	for (const folder of inside.filter((each) => !without?.includes(each)))
		log({
			level: "warn",
			message: "a new workspace is not watched",
			folder,
			remedy: "Start the watch again.",
		});
	return { paths, root, without: inside };
}

function isSame(one: Settings, other: Settings): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** Goes on with the settings as they are now, or with those in use where the new ones are wrong. */
async function takeSettings(session: WatchSession): Promise<void> {
	const next = await readAgain(() => watchableSettings(session, session.flags), session);
	if (next === undefined) return;
	session.next = next;
	session.log({ level: "info", message: "settings are read again" });
	session.replaced.abort();
}
