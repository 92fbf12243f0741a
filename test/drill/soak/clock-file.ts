import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import type { Clock } from "../../../src/system/clock.ts";
import { movableClock } from "../races/clock.ts";

/** How often the file is looked at. Milliseconds. */
const LOOK_MS = 25;

/**
 * The clock of this process, set forward by a file that says by how many milliseconds: for all that reads
 * `Date.now` or asks how long the machine is up, too.
 */
export function clockOfFile(file: string): Clock {
	const ahead = () => Number(readFileSync(file, "utf8") || 0);
	const { now } = Date;
	const { uptime } = os;
	let by = ahead();
	Date.now = () => now() + by;
	os.uptime = () => uptime() + by / 1_000;
	syncBuiltinESMExports();
	// It reads `Date.now`, which is ahead already.
	const clock = movableClock(0);
	const startedAhead = by;
	clock.monotonic = () => performance.now() + by - startedAhead;
	setInterval(() => {
		const next = ahead();
		if (next === by) return;
		by = next;
		clock.move(0);
	}, LOOK_MS).unref();
	return clock;
}
