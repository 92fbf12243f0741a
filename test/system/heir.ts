/**
 * A process of its own for the tests: again and again it takes a lock and leaves it as a killed process of
 * another boot would, so that the next one has to take it over; fails when two have it at the same time.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { takeLock } from "../../src/system/lock.ts";

const [path = "", marker = "", times = "1"] = process.argv.slice(2);
const { signal } = new AbortController();

for (let left = Number(times); left > 0; left--) {
	await takeLock(path, { command: "heir", waitMs: 150_000, everyMs: 1, signal });
	// The referee: only one can make this file.
	closeSync(openSync(marker, "wx"));
	const holder = JSON.parse(readFileSync(path, "utf8"));
	rmSync(marker);
	// Of another boot, and its socket is of another inode: nobody answers for it any more.
	writeFileSync(`${path}.${process.pid}`, JSON.stringify({ ...holder, bootId: "before", socket: "0:0" }));
	renameSync(`${path}.${process.pid}`, path);
}
