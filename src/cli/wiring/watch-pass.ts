import type { DaemonParts } from "../../daemon/daemon.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { RunEvent } from "../../model/event.ts";
import type { Breaker } from "../../reconcile/breaker.ts";
import type { RunContext } from "../../reconcile/context.ts";
import { loopOnce } from "../../reconcile/loop.ts";
import { emptyMemory } from "../../reconcile/memory.ts";
import type { StateWriter } from "../../state/store.ts";
import { NO_FLAGS } from "../flags/plan.ts";
import type { Log } from "../terminal/log.ts";
import { planOptionsOf } from "./plan-options.ts";
import { recordingOf } from "./recording.ts";
import { storeOf } from "./store.ts";
import type { WatchSession } from "./watch-session.ts";
import { readableSources } from "./workspace.ts";

/** Another run may hold the state for a moment. Milliseconds. */
const LOCK_MS = 5_000;

/** Pause before what could not be read is read again. Milliseconds. */
const READ_AGAIN_MS = 10 * 60_000;

/** What one pass of `showrun watch` does. */
export function passOf(session: WatchSession, breaker: Breaker): DaemonParts["pass"] {
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
	const isOpen = type === "unknown" || (type === "sent" && event.outcome !== "done");
	const level = type === "failed" ? "error" : isOpen ? "warn" : "info";
	log({ level, message: type }, rest);
}
