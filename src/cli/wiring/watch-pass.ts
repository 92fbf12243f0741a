import type { DaemonParts } from "../../daemon/daemon.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { RunEvent } from "../../model/event.ts";
import type { FeedNews } from "../../model/feed-state.ts";
import type { Outbox } from "../../model/outbox.ts";
import { changedItems } from "../../plan/items/changed.ts";
import type { Breaker } from "../../reconcile/breaker.ts";
import type { RunContext } from "../../reconcile/context.ts";
import { loopOnce } from "../../reconcile/loop.ts";
import { emptyMemory } from "../../reconcile/memory.ts";
import type { StateWriter } from "../../state/store.ts";
import { renderEvent } from "../../views/report.ts";
import { NO_FLAGS } from "../flags/plan.ts";
import type { Log } from "../terminal/log.ts";
import { withReadings } from "./items.ts";
import { planOptionsOf } from "./plan-options.ts";
import { recordingOf } from "./recording.ts";
import { storeOf } from "./store.ts";
import type { WatchSession } from "./watch-session.ts";
import { outboxOf, readableSources } from "./workspace.ts";

/** Another run may hold the state for a moment. Milliseconds. */
const LOCK_MS = 5_000;

/** Pause before what could not be read is read again. Milliseconds. */
const READ_AGAIN_MS = 10 * 60_000;

/** What one pass of `showrun watch` does. */
export function passOf(session: WatchSession, breaker: Breaker): DaemonParts["pass"] {
	const { settings, log, signal, clock } = session;
	const memory = { ...emptyMemory(), breaker };
	const troubles = new Map<string, string>();
	let readAllAt = clock.monotonic();
	return async (written, skip, sign) => {
		// What could not be read is read again, or only a restart would help.
		if (clock.monotonic() - readAllAt > READ_AGAIN_MS) {
			memory.unreadable.clear();
			readAllAt = clock.monotonic();
		}
		const readings = await session.feeds.read(written, signal);
		// What takes long is read before others have to wait for the state.
		await readableSources({ settings, campaigns: written }, signal);
		return holdingState(session, async (writer) => {
			const listed = await withReadings(
				{ settings, campaigns: written, snapshot: writer.snapshot() },
				readings,
				clock,
			);
			const all = listed.campaigns;
			const { unreadable, ...sources } = await readableSources({ settings, campaigns: all }, signal);
			for (const { message, remedy } of unreadable.values()) log({ level: "error", message, remedy });
			// A campaign whose video is missing waits; the others go on.
			const campaigns = all.filter(({ name }) => !unreadable.has(name));
			tellFeeds(log, troubles, listed.feeds);
			// Only people read where a post is delivered.
			const outbox = process.stderr.isTTY ? await outboxOf({ settings, campaigns }) : undefined;
			const recording = recordingFor({ ...session, sign, ...defined({ outbox }) }, campaigns, writer);
			const inputs = { campaigns, sources, ...defined({ feeds: listed.feeds }) };
			// What failed for good is tried again once its feed has corrected it.
			const isCorrected = changedItems(listed.feeds ?? []);
			const left = [...skip].filter((address) => !isCorrected(address));
			const passed = await loopOnce(recording, inputs, { memory, skip: left });
			const dueAt = session.feeds.nextAt();
			return { ...passed, snapshot: writer.snapshot(), ...defined({ dueAt }) };
		});
	};
}

/** Logs what feeds list that is new, and once what is wrong with one. */
function tellFeeds(log: Log, troubles: Map<string, string>, feeds: readonly FeedNews[] = []): void {
	for (const { feed, taken, failed } of feeds) {
		if (taken.length > 0)
			log({ level: "info", message: "new items", feed, items: taken.map(({ key }) => key) });
		const trouble = failed?.failed ?? "";
		if (failed && trouble !== troubles.get(feed))
			log({ level: "warn", message: trouble, feed, remedy: failed.remedy });
		troubles.set(feed, trouble);
	}
}

/** A pass holds the state for as long as it lasts, so that other commands can run in between. */
async function holdingState<Result>(
	{ command, settings, connected, signal, lead }: WatchSession,
	work: (writer: StateWriter) => Promise<Result>,
): Promise<Result> {
	const writer = await storeOf(settings, connected.listed, lead.admit).open({
		command,
		waitMs: LOCK_MS,
		signal,
	});
	try {
		return await work(writer);
	} finally {
		await writer.close();
	}
}

function recordingFor(
	{
		flags,
		settings,
		connected,
		log,
		signal,
		clock,
		counters,
		sign,
		outbox,
	}: WatchSession & { readonly sign: () => void; readonly outbox?: Outbox },
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
			counters.event(event);
			logEvent(log, event, outbox);
		},
		confirmPosts: async () => true,
		...defined({ allowSkew: flags.allowSkew }),
	});
}

/** What is worth a line in a log that is kept; on a terminal it is the line of an apply. */
function logEvent(log: Log, event: RunEvent, outbox: Outbox | undefined): void {
	const { type, ...rest } = event;
	if (type === "uploading" || type === "task" || type === "sending") return;
	const isOpen = type === "unknown" || (type === "sent" && event.outcome !== "done");
	const level = type === "failed" ? "error" : isOpen ? "warn" : "info";
	log({ level, message: type }, rest, (ink) => renderEvent(event, { ...ink, ...defined({ outbox }) }));
}
