import type { EpochMs } from "../model/brand.ts";
import type { Clock } from "../system/clock.ts";

/** Why a pass is made. */
export type Trigger = "start" | "files" | "cron" | "due" | "retry";

/** What a loop is made of. */
export interface LoopParts {
	/** Makes one pass and says when the next is due by itself. Never throws for what can be waited out. */
	readonly pass: (triggers: readonly Trigger[]) => Promise<EpochMs | undefined>;
	readonly clock: Clock;
	/** Ends the loop after the pass under way. */
	readonly signal: AbortSignal;
}

/** One pass at a time; what triggers meanwhile is one pass afterwards, however often. */
export interface Loop {
	trigger(trigger: Trigger): void;
	/** Settles when the loop has ended. Rejects with what `pass` threw. */
	readonly ended: Promise<void>;
}

/** Longest wait at a stretch, in milliseconds: after a machine slept, or its clock was set, the due time is looked at again soon. */
const STRETCH_MS = 30_000;

/** Starts the loop with a first pass. */
export function startLoop(parts: LoopParts): Loop {
	const waiting = new Set<Trigger>(["start"]);
	let wake = () => {};
	const trigger = (each: Trigger) => {
		waiting.add(each);
		wake();
	};
	const bell = () =>
		new Promise<void>((ring) => {
			wake = ring;
		});
	return { trigger, ended: run(parts, { waiting, bell }) };
}

interface Inbox {
	readonly waiting: Set<Trigger>;
	/** Settles at the next trigger. */
	readonly bell: () => Promise<void>;
}

async function run({ pass, clock, signal }: LoopParts, { waiting, bell }: Inbox): Promise<void> {
	let due: EpochMs | undefined;
	while (!signal.aborted) {
		if (due !== undefined && due <= clock.now()) waiting.add("due");
		if (waiting.size === 0) {
			await pause(
				{ clock, signal },
				{ bell, ms: due === undefined ? STRETCH_MS : Math.min(STRETCH_MS, due - clock.now()) },
			);
			continue;
		}
		const triggers = [...waiting];
		waiting.clear();
		due = await pass(triggers);
	}
}

/** Waits for the bell, the time or the end, whichever comes first. */
async function pause(
	{ clock, signal }: Pick<LoopParts, "clock" | "signal">,
	{ bell, ms }: { readonly bell: Inbox["bell"]; readonly ms: number },
): Promise<void> {
	const enough = new AbortController();
	const sleeping = clock.sleep(Math.max(1, ms), AbortSignal.any([signal, enough.signal])).catch(() => {});
	await Promise.race([sleeping, bell()]);
	enough.abort();
	await sleeping;
}
