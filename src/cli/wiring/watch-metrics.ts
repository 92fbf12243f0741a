import type { DaemonParts, PassOutcome } from "../../daemon/daemon.ts";
import type { Health } from "../../daemon/health.ts";
import { STATUS_METRICS, WATCH_METRICS } from "../../metrics/catalogue.ts";
import { expositionOf, type Sample, sampleOf } from "../../metrics/exposition.ts";
import { PROCESS_METRICS, processSamples } from "../../metrics/process.ts";
import { isLoopback, type MetricsServer, serveMetrics } from "../../metrics/serve.ts";
import { statusSamples } from "../../metrics/status.ts";
import type { AgendaItem } from "../../model/agenda.ts";
import type { EpochMs } from "../../model/brand.ts";
import type { ListenAddress } from "../../model/listen-address.ts";
import type { Log } from "../terminal/log.ts";
import { itemsOf, statusFactsOf } from "./metrics-facts.ts";
import type { Aftermath } from "./notify-facts.ts";
import type { WatchedAccounts } from "./watch-accounts.ts";
import type { WatchFacts, WatchSession } from "./watch-session.ts";

/** What a watch measures. */
export interface WatchMetrics {
	/** The same pass, timed. */
	timed(pass: DaemonParts["pass"]): DaemonParts["pass"];
	/** Returns at once. */
	heard(outcome: PassOutcome): void;
	/** Asks no service. */
	samples(health: Health): Promise<Readonly<Record<string, readonly Sample[]>>>;
	close(): Promise<void>;
}

/** What stands in a minute may be late in the next; a scrape more often costs nothing. Milliseconds. */
const AGENDA_MS = 60_000;

/** Counts what passes do, whether or not somebody scrapes it now: settings may change. */
export function openWatchMetrics(session: WatchSession, accounts: WatchedAccounts): WatchMetrics {
	const { clock, counters, signal } = session;
	const end = new AbortController();
	const agenda = agendaCache(session);
	let reading: Promise<unknown> = Promise.resolve();
	let lastGoodPass: EpochMs | undefined;
	const samples = async (health: Health) => {
		const last = { items: agenda.items(), accounts: accounts.last(), lastGoodPass };
		// What was true when this process made the passes is for the one to tell that makes them.
		const known = { now: clock.now(), ...(health.standby === "" ? last : {}) };
		return {
			...statusSamples(await statusFactsOf(session.settings, known)),
			...counters.samples(),
			...healthSamples(health, session),
		};
	};
	return {
		timed: (pass) => timed(session, pass),
		heard(outcome) {
			counters.pass("trouble" in outcome ? "failed" : "succeeded");
			if ("trouble" in outcome) return;
			lastGoodPass = clock.now();
			counters.settle(outcome.snapshot, lastGoodPass);
			agenda.set(outcome);
			const until = AbortSignal.any([signal, end.signal]);
			if (session.settings.daemon.metrics) reading = reading.then(() => accounts.read(until));
		},
		samples,
		async close() {
			end.abort();
			await reading;
		},
	};
}

function timed({ clock, counters }: WatchSession, pass: DaemonParts["pass"]): DaemonParts["pass"] {
	return async (...given) => {
		const begun = clock.monotonic();
		try {
			return await pass(...given);
		} finally {
			counters.took((clock.monotonic() - begun) / 1000);
		}
	};
}

/** Serves metrics where the settings say so; they are made for each scrape. */
export async function serveWatchMetrics(
	address: ListenAddress | undefined,
	{ log, samples }: { readonly log: Log; readonly samples: WatchFacts["samples"] },
): Promise<MetricsServer | undefined> {
	if (address === undefined) return undefined;
	const metrics = { ...STATUS_METRICS, ...WATCH_METRICS, ...PROCESS_METRICS };
	const server = await serveMetrics(address, async () =>
		expositionOf(metrics, { ...(await samples()), ...processSamples() }),
	);
	log({ level: "info", message: "metrics", url: server.url });
	if (!isLoopback(address.host))
		log({
			level: "warn",
			message: "metrics are reachable from other machines and name campaigns and accounts",
			remedy: "Keep the port behind a firewall, or listen on 127.0.0.1.",
		});
	return server;
}

function healthSamples(
	{ failing, suspended, standby }: Health,
	{ connected, settings }: WatchSession,
): Readonly<Record<string, readonly Sample[]>> {
	const left = settings.service.url === undefined ? Number.POSITIVE_INFINITY : connected.requestsLeft();
	return {
		showrun_retries_waiting: sampleOf(failing),
		showrun_suspended: sampleOf(suspended === "" ? 0 : 1),
		showrun_leads: sampleOf(standby === "" ? 1 : 0),
		showrun_requests_left: sampleOf(Number.isFinite(left) ? left : undefined),
	};
}

/** The agenda of the last good pass, made when it is asked for. */
function agendaCache({ settings, clock }: WatchSession) {
	let latest: Aftermath | undefined;
	let made: { readonly items: readonly AgendaItem[]; readonly at: number } | undefined;
	return {
		set(aftermath: Aftermath) {
			latest = aftermath;
			made = undefined;
		},
		items() {
			if (latest === undefined) return undefined;
			if (made === undefined || clock.monotonic() - made.at > AGENDA_MS)
				made = { items: itemsOf(latest, settings, clock.now()), at: clock.monotonic() };
			return made.items;
		},
	};
}
