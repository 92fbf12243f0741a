import { pino } from "pino";
import type { Loaded } from "../../campaign/load.ts";
import { type DaemonParts, startDaemon } from "../../daemon/daemon.ts";
import { serveHealth } from "../../daemon/health.ts";
import { atTimes, watchFiles } from "../../daemon/triggers.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunEvent } from "../../model/event.ts";
import type { Settings } from "../../model/settings.ts";
import { emptyMemory } from "../../reconcile/observe.ts";
import { passOnce } from "../../reconcile/once.ts";
import { type Clock, systemClock } from "../../system/clock.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { NO_FLAGS } from "../flags/plan.ts";
import { err, inkOf, stopSignal } from "../terminal/terminal.ts";
import { planOptionsOf } from "../wiring/plan-options.ts";
import { pollOf, recordingOf } from "../wiring/recording.ts";
import { type Connected, connectService } from "../wiring/service.ts";
import { mustKeepState, storeOf } from "../wiring/store.ts";
import { inspect, openSettings, readableSources } from "../wiring/workspace.ts";
import { apply } from "./apply.ts";

interface WatchFlags extends InputFlags {
	readonly once?: true;
	/** Posts are handed over even where the clocks are more than a minute apart. */
	readonly allowSkew?: true;
	readonly lockTimeout: number;
}

/** Another run may hold the state for a moment. Milliseconds. */
const LOCK_MS = 5_000;

/** `showrun watch`: keeps the campaigns applied until Ctrl-C or SIGTERM; with `--once` until nothing is left to do or to wait for. */
export async function watch(
	paths: readonly string[],
	flags: WatchFlags,
	clock: Clock = systemClock,
): Promise<void> {
	if (flags.once) return apply(paths, { ...NO_FLAGS, ...flags, autoApprove: true });
	const signal = stopSignal();
	const settings = await openSettings(paths);
	mustKeepState(settings);
	const log = pino(
		{ level: "info", base: null, timestamp: pino.stdTimeFunctions.isoTime },
		pino.destination({ dest: 2, sync: true }),
	);
	const connected = await connectService(settings, "write", {
		clock,
		tell: ({ until, why }) => log.info({ until: new Date(until).toISOString(), why }, "requests wait"),
		...(flags.cache === false && { cache: false }),
	});
	try {
		await connected.start();
		await run(paths, { flags, settings, connected, log, signal, clock });
	} finally {
		await connected.close();
	}
	log.info("stopped");
}

interface Watching {
	readonly flags: WatchFlags;
	readonly settings: Settings;
	readonly connected: Connected;
	readonly log: pino.Logger;
	readonly signal: AbortSignal;
	readonly clock: Clock;
}

async function run(paths: readonly string[], watching: Watching): Promise<void> {
	const { flags, settings, log, signal, clock } = watching;
	const parts = {
		load: () => load(paths, watching),
		pass: passOf(paths, watching),
		poll: pollOf(settings),
		clock,
		signal,
	};
	const daemon = startDaemon({
		...parts,
		log: ({ level, message, ...rest }) => log[level](rest, message),
		complain,
	});
	const files = await watchFiles([...(paths.length === 0 ? ["."] : paths), ...(flags.varFile ?? [])], () =>
		daemon.trigger("files"),
	);
	const cron = atTimes(settings.daemon.cron, () => daemon.trigger("cron"));
	const health = await serveHealth(settings.daemon.port, daemon.health);
	log.info({ health: `${health.url}/healthz`, cron: settings.daemon.cron }, "watching");
	const wake = () => daemon.trigger("cron");
	signal.addEventListener("abort", wake, { once: true });
	try {
		await daemon.ended;
	} finally {
		await Promise.all([files.stop(), cron.stop(), health.stop()]);
	}
}

async function load(
	paths: readonly string[],
	{ flags, settings, log, signal }: Watching,
): Promise<Pick<Loaded, "campaigns" | "diagnostics">> {
	const found = await inspect(paths, signal, flags);
	if (found.settings && JSON.stringify(found.settings) !== JSON.stringify(settings))
		log.warn("the settings changed: restart watch to use the new ones");
	return found;
}

function complain(diagnostics: readonly Diagnostic[]): void {
	err(renderDiagnostics(diagnostics, inkOf(process.stderr)));
}

/** A pass holds the state for as long as it lasts, so that other commands can run in between. */
function passOf(
	paths: readonly string[],
	{ flags, settings, connected, log, signal, clock }: Watching,
): DaemonParts["pass"] {
	const store = storeOf(settings);
	const memory = emptyMemory();
	return async (all, skip) => {
		const { unreadable, ...sources } = await readableSources({ settings, campaigns: all }, signal);
		for (const { message, remedy } of unreadable.values()) log.error({ remedy }, message);
		// What lacks its video waits; it keeps nobody else from going on.
		const campaigns = all.filter(({ name }) => !unreadable.has(name));
		const writer = await store.open({
			command: ["showrun watch", ...paths].join(" "),
			waitMs: LOCK_MS,
			signal,
		});
		const secondLook = async () => true;
		try {
			const recording = recordingOf({
				settings,
				campaigns,
				options: planOptionsOf(settings, NO_FLAGS, { campaigns, snapshot: writer.snapshot() }),
				clock,
				signal,
				writer,
				service: connected.service,
				emit: (event) => tell(log, event),
				secondLook,
				...(flags.allowSkew && { allowSkew: flags.allowSkew }),
			});
			const passed = await passOnce(recording, { campaigns, sources }, { memory, skip });
			return { ...passed, snapshot: writer.snapshot() };
		} finally {
			await writer.close();
		}
	};
}

/** What is worth a line in a log that is kept. */
function tell(log: pino.Logger, event: RunEvent): void {
	const { type, ...rest } = event;
	if (type === "uploading" || type === "task" || type === "sending") return;
	const level = type === "failed" ? "error" : type === "sent" && event.outcome !== "done" ? "warn" : "info";
	log[level](rest, type);
}
