/**
 * `showrun watch` with a clock that runs faster: arguments are the moment both clocks agree (epoch
 * milliseconds) and the factor.
 */
import { setTimeout as wait } from "node:timers/promises";
import { watch } from "../../src/cli/commands/watch.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Clock } from "../../src/system/clock.ts";

const [agreed = 0, factor = 1] = process.argv.slice(2).map(Number);

const compressed: Clock = {
	now: () => epochMs(Math.floor(agreed + (Date.now() - agreed) * factor)),
	monotonic: () => performance.now() * factor,
	async sleep(ms, signal) {
		await wait(ms / factor, undefined, { signal }).catch((error: unknown) => {
			throw signal.aborted ? signal.reason : error;
		});
	},
};

void watch(["."], { lockTimeout: 0 }, compressed).then(() => process.exit(0));
