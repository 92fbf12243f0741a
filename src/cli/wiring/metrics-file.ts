import { resolve } from "node:path";
import { STATUS_METRICS } from "../../metrics/catalogue.ts";
import { expositionOf } from "../../metrics/exposition.ts";
import { statusSamples } from "../../metrics/status.ts";
import type { LoopResult } from "../../reconcile/loop.ts";
import { systemClock } from "../../system/clock.ts";
import { replaceFile } from "../../system/files.ts";
import { plain } from "../../views/ink.ts";
import { err } from "../terminal/terminal.ts";
import type { ApplySession } from "./apply-session.ts";
import { itemsOf, statusFactsOf } from "./metrics-facts.ts";

/**
 * Writes how things stand after an apply for the textfile collector of node_exporter. What was done is not
 * undone by a file that cannot be written: that is said, and the age of the file tells it too.
 */
export async function writeMetricsFile(
	path: string,
	{ workspace: { settings }, recording, known: { accounts } }: ApplySession,
	{ rest }: Pick<LoopResult, "rest">,
): Promise<void> {
	const now = systemClock.now();
	const items = itemsOf({ snapshot: recording.writer.snapshot(), rest }, settings, now);
	const facts = await statusFactsOf(settings, { now, items, accounts, lastGoodPass: now });
	try {
		await replaceFile(resolve(path), expositionOf(STATUS_METRICS, statusSamples(facts)));
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		err(`The metrics could not be written to ${plain(path)}: ${plain(why)}\n`);
	}
}
