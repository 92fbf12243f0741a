import type { LoopResult } from "../../reconcile/loop.ts";
import { systemClock } from "../../system/clock.ts";
import { err } from "../terminal/terminal.ts";
import type { ApplySession } from "./apply-session.ts";

/** Receivers may take so long at the end of an apply; the rest is left to the next one. Milliseconds. */
const LIMIT_MS = 20_000;

/** Tells people how things stand after an apply, where the settings say so and no watch does. */
export async function tellAfterApply(
	{ workspace: { settings }, recording, known }: ApplySession,
	{ rest }: Pick<LoopResult, "rest">,
): Promise<void> {
	if (settings.notify?.apply !== true || recording.signal.aborted) return;
	const [{ holdNotifier }, { factsAfter }] = await Promise.all([
		import("./notifier.ts"),
		import("./notify-facts.ts"),
	]);
	const notifier = await holdNotifier(settings, {
		command: "showrun apply",
		signal: AbortSignal.any([recording.signal, AbortSignal.timeout(LIMIT_MS)]),
		log: ({ message, channel, why }) => err(`${message}: ${channel}${why === undefined ? "" : `: ${why}`}\n`),
		waitMs: 0,
	});
	if (notifier === undefined) return;
	try {
		const snapshot = recording.writer.snapshot();
		const { accounts } = known;
		notifier.tell(await factsAfter({ snapshot, rest }, { settings, now: systemClock.now(), accounts }));
		await notifier.drain();
	} finally {
		await notifier.close();
	}
}
