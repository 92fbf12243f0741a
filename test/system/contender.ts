/**
 * A process of its own for the tests: takes a lock as often as told, and says so when somebody else had it at
 * the same time.
 */
import { closeSync, openSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { takeLock } from "../../src/system/lock.ts";

const [path = "", marker = "", times = "1"] = process.argv.slice(2);
const options = { command: "contender", waitMs: 150_000, signal: new AbortController().signal };

if (times === "hold") {
	await takeLock(path, options);
	process.stdout.write("held\n");
	await wait(120_000);
}
for (let left = Number(times); left > 0; left--) {
	const lock = await takeLock(path, options);
	// The referee: only one can make this file.
	closeSync(openSync(marker, "wx"));
	await wait(Math.random() * 10);
	rmSync(marker);
	await lock.release();
}
process.stdout.write("done\n");
