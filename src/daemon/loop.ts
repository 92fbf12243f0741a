import type { EpochMs } from "../model/brand.ts";
import type { Clock } from "../system/clock.ts";

/** Why a pass is made. */
export type Trigger = "start" | "files" | "cron" | "due" | "retry" | "clock" | "resume" | "lead";

/** What a loop works with. */
export interface LoopParts {
	/** Makes one pass and resolves to when the next is due. Never rejects for what passes by itself. */
	readonly pass: (triggers: readonly Trigger[]) => Promise<EpochMs | undefined>;
	readonly clock: Clock;
	/** Called each time the loop wakes. */
	readonly awake?: () => void;
	/** Ends the loop after the pass under way. */
	readonly signal: AbortSignal;
}

/** One pass at a time; all triggers during a pass make one pass after it. */
export interface Loop {
	trigger(trigger: Trigger): void;
	/** Settles when the loop has ended. Rejects with what `pass` threw. */
	readonly ended: Promise<void>;
}

/**
 * Longest sleep, in milliseconds: the machine may have slept, or its clock been set, so the due time is
 * checked again.
 */
const LONGEST_SLEEP_MS = 30_000;

/** Larger than any correction of a clock: it was set, or the machine slept. Milliseconds. */
const JUMP_MS = 5_000;

/** Starts the loop with a first pass. */
export function startLoop(parts: LoopParts): Loop {
	const waiting = new Set<Trigger>(["start"]);
	let wake = () => {};
	const trigger = (each: Trigger) => {
		waiting.add(each);
		wake();
	};
	const nextTrigger = () =>
		new Promise<void>((triggered) => {
			wake = triggered;
		});
	return { trigger, ended: run(parts, { waiting, nextTrigger }) };
}

interface Inbox {
	readonly waiting: Set<Trigger>;
	/** Settles at the next trigger. */
	readonly nextTrigger: () => Promise<void>;
}

async function run(
	{ pass, clock, awake, signal }: LoopParts,
	{ waiting, nextTrigger }: Inbox,
): Promise<void> {
	let due: EpochMs | undefined;
	const hasJumped = jumpsOf(clock);
	while (!signal.aborted) {
		awake?.();
		if (hasJumped()) waiting.add("clock");
		if (due !== undefined && due <= clock.now()) waiting.add("due");
		if (waiting.size === 0) {
			await pause(
				{ clock, signal },
				{
					nextTrigger,
					ms: due === undefined ? LONGEST_SLEEP_MS : Math.min(LONGEST_SLEEP_MS, due - clock.now()),
				},
			);
			continue;
		}
		const triggers = [...waiting];
		waiting.clear();
		due = await pass(triggers);
	}
}

/** Whether the wall clock went another way than time since it was asked last. */
function jumpsOf(clock: Clock): () => boolean {
	const difference = () => clock.now() - clock.monotonic();
	let before = difference();
	return () => {
		const now = difference();
		const jumped = Math.abs(now - before) > JUMP_MS;
		before = now;
		return jumped;
	};
}

/** Waits for a trigger, the time or the end, whichever comes first. */
async function pause(
	{ clock, signal }: Pick<LoopParts, "clock" | "signal">,
	{ nextTrigger, ms }: { readonly nextTrigger: Inbox["nextTrigger"]; readonly ms: number },
): Promise<void> {
	const enough = new AbortController();
	const sleeping = clock.sleep(Math.max(1, ms), AbortSignal.any([signal, enough.signal])).catch(() => {});
	await Promise.race([sleeping, nextTrigger()]);
	enough.abort();
	await sleeping;
}
