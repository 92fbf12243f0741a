import type { Notice } from "../model/notice.ts";
import type { NotifyChannel } from "../model/notify.ts";
import { type ChannelState, hearing, NEW_CHANNEL } from "./channel-state.ts";
import { type Facts, findingsOf } from "./conditions.ts";
import { type NotifyKept, readNotifyKept, writeNotifyKept } from "./kept.ts";
import { newNoteId } from "./note-id.ts";
import { nextStep, notTaken, taken } from "./queue.ts";
import { sendNote } from "./send/send.ts";
import type { SendParts } from "./send/target.ts";

/** Tells people, each channel on its own: one that is slow or gone holds up nobody. */
export interface Notifier {
	/** Takes what is new; returns at once. */
	tell(facts: Facts): void;
	/** Sends until nothing is left that can be sent now. */
	drain(): Promise<void>;
	/** Sends from now on, until the signal ends it. */
	run(): Promise<void>;
}

export interface NotifierParts extends SendParts {
	readonly channels: readonly NotifyChannel[];
	/** Path of what is recorded. */
	readonly file: string;
	readonly workspace: string;
	readonly log: (notice: Notice) => void;
}

interface Running {
	readonly parts: NotifierParts;
	readonly states: Map<string, ChannelState>;
	/** Wakes the channels that sleep. */
	readonly wakers: Set<() => void>;
	/** The last writing; they follow each other. */
	written: Promise<void>;
}

/** Goes on with what an earlier process remembered of these channels. */
export async function openNotifier(parts: NotifierParts): Promise<Notifier> {
	const kept = await readNotifyKept(parts.file);
	const states = new Map(parts.channels.map(({ name }) => [name, stateOf(kept, name)]));
	const running: Running = { parts, states, wakers: new Set(), written: Promise.resolve() };
	const each = async (until: "idle" | "end") => {
		await Promise.all(parts.channels.map((channel) => runChannel(running, channel, until)));
		await running.written;
	};
	return {
		tell: (facts) => tell(running, facts),
		drain: () => each("idle"),
		run: () => each("end"),
	};
}

function stateOf(kept: NotifyKept, name: string): ChannelState {
	return Object.hasOwn(kept, name) ? (kept[name] ?? NEW_CHANNEL) : NEW_CHANNEL;
}

function tell(running: Running, facts: Facts): void {
	const { parts, states, wakers } = running;
	const findings = findingsOf(facts);
	let isChanged = false;
	for (const channel of parts.channels) {
		const before = states.get(channel.name) ?? NEW_CHANNEL;
		const after = hearing(before, facts, {
			channel,
			findings,
			id: newNoteId,
			workspace: parts.workspace,
		});
		isChanged ||= JSON.stringify(after) !== JSON.stringify(before);
		states.set(channel.name, after);
	}
	if (!isChanged) return;
	void save(running);
	for (const wake of wakers) wake();
}

/** Writes what is recorded by then, after what is being written. */
function save(running: Running): Promise<void> {
	const { parts, states } = running;
	running.written = running.written.then(() => writeNotifyKept(parts.file, Object.fromEntries(states)));
	return running.written;
}

async function runChannel(running: Running, channel: NotifyChannel, until: "idle" | "end"): Promise<void> {
	const { parts, states } = running;
	while (!parts.signal.aborted) {
		const state = states.get(channel.name) ?? NEW_CHANNEL;
		const step = nextStep(state.queue, channel, parts.clock.now());
		if (step.kind === "send") {
			states.set(channel.name, { ...state, queue: step.queue });
			// What is sent is written down first: a kill sends it again under the same id, and never loses it.
			await save(running);
			await attempt(running, channel, step.note);
			await save(running);
		} else if (until === "idle") return;
		else await pause(running, step.kind === "wait" ? step.forMs : undefined);
	}
}

async function attempt(
	running: Running,
	channel: NotifyChannel,
	note: Parameters<typeof sendNote>[0],
): Promise<void> {
	const { parts, states } = running;
	const result = await sendNote(note, channel.target, parts);
	if (parts.signal.aborted && result.kind !== "taken") return;
	const now = parts.clock.now();
	// Something may have come up meanwhile.
	const state = states.get(channel.name) ?? NEW_CHANNEL;
	const { trouble } = state.queue;
	const about = { channel: channel.name, kind: channel.target.kind };
	if (result.kind === "taken") {
		states.set(channel.name, { ...state, queue: taken(state.queue, now) });
		if (trouble !== undefined)
			parts.log({ level: "info", message: "notifications are sent again", ...about });
		return;
	}
	states.set(channel.name, { ...state, queue: notTaken(state.queue, { ...result, now }) });
	if (trouble !== result.why)
		parts.log({
			level: "warn",
			message: "a notification was not sent",
			...about,
			why: result.why,
			remedy: `showrun notify test ${channel.name}`,
		});
}

/** Until something comes up, the time is over or the end; absent `ms`: only the first and the last. */
async function pause({ parts, wakers }: Running, ms: number | undefined): Promise<void> {
	const enough = new AbortController();
	let wake = () => {};
	const woken = new Promise<void>((resolve) => {
		wake = resolve;
	});
	wakers.add(wake);
	parts.signal.addEventListener("abort", wake, { once: true });
	const sleeping =
		ms === undefined
			? new Promise<void>(() => {})
			: parts.clock.sleep(ms, AbortSignal.any([parts.signal, enough.signal])).catch(() => {});
	await Promise.race([sleeping, woken]);
	enough.abort();
	wakers.delete(wake);
	parts.signal.removeEventListener("abort", wake);
}
