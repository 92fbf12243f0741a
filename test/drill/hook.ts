/**
 * Loaded before the program as it is shipped (`node --import`): ends its process at one step of the
 * protocol as `kill -9` does, seen from the calls of the system alone; moves its clock; and makes long
 * waits short. Environment: DRILL_STEP (or DRILL_STOP, which only stops it), DRILL_CLOCK_MS, DRILL_BOOT_MS,
 * DRILL_SHORT.
 */
import { subscribe } from "node:diagnostics_channel";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import callbacks from "node:timers";
import timers from "node:timers/promises";
import type { LedgerStep, Step } from "./cell.ts";

const { DRILL_STEP, DRILL_STOP, DRILL_SHORT } = process.env;
const wanted = DRILL_STEP ?? DRILL_STOP;
const signal = DRILL_STOP === undefined ? "SIGKILL" : "SIGSTOP";
let come = false;
let outcomes = 0;
/** What was written to an open file and is not on the disk yet. */
const written = new Map<number, string>();

function at(step: Step | LedgerStep): void {
	if (step !== wanted || come) return;
	come = true;
	process.kill(process.pid, signal);
	// The signal is on its way to this very process: nothing more may happen here before it comes.
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
}

const real = { ...fs };
const promises = { ...fs.promises };

fs.writeFileSync = ((file: Parameters<typeof fs.writeFileSync>[0], data: string, ...rest: []) => {
	const word = typeof file === "number" && typeof data === "string" ? wordOf(data) : "";
	before(word);
	if (typeof file === "number" && wanted === `${word} half written`) {
		real.writeFileSync(file, data.slice(0, data.length / 2));
		at(`${word} half written` as Step);
	}
	real.writeFileSync(file, data, ...rest);
	if (word !== "") written.set(Number(file), word);
}) as typeof fs.writeFileSync;

// What a disk that is nearly full may do to a bare write.
if (DRILL_SHORT !== undefined)
	fs.writeSync = ((fd: number, data: string | Uint8Array) => {
		const bytes = Buffer.from(data as string);
		return real.writeSync(fd, bytes.subarray(0, Math.ceil(bytes.length / 2)));
	}) as typeof fs.writeSync;

fs.promises.rename = async (from, to) => {
	const folds = outcomes > 0 && /state\.json$/.test(String(to));
	if (folds) at("before the rename");
	await promises.rename(from, to);
	if (folds) at("after the rename");
};

/** Open files of the ledger that posts are appended to. */
const ledgers = new Set<number>();

fs.openSync = ((path: string, flags?: string | number, mode?: number) => {
	const appends = flags === "a" || (typeof flags === "number" && (flags & fs.constants.O_APPEND) !== 0);
	const isLedger = appends && /ledger[/\\]posts[/\\]/.test(String(path));
	if (isLedger) at("before the ledger");
	const fd = real.openSync(path, flags as string, mode);
	if (isLedger) ledgers.add(fd);
	else ledgers.delete(fd);
	return fd;
}) as typeof fs.openSync;

fs.fdatasync = ((fd: number, done: fs.NoParamCallback) =>
	real.fdatasync(fd, (error) => {
		if (ledgers.has(fd)) at("ledger synced");
		after(written.get(fd));
		written.delete(fd);
		done(error);
	})) as typeof fs.fdatasync;

/** What a line that is written says first: of the journal, or of what this machine remembers besides. */
function wordOf(line: string): string {
	const entry = /^[0-9a-f]{8} \{"seq":\d+,"entr(?:y":|ies":\[)\{"type":"(intent|armed|outcome)"/.exec(line);
	if (entry !== null) return entry[1] ?? "";
	return /^[0-9a-f]{8} \{(?:"type":"several",.*?\{)?"type":"armed"/.test(line) ? "outside" : "";
}

function before(word: string): void {
	if (word === "intent") at("before the intent");
	if (word === "outside") at("all but the last byte sent");
	if (word === "armed") at("armed outside only");
	if (word === "outcome") at("answer read");
}

function after(word: string | undefined): void {
	if (word === "intent") at("intent synced");
	if (word === "armed") at("armed synced");
	if (word !== "outcome") return;
	outcomes++;
	at("outcome synced");
}

// Despite its name: when all of a request was given away.
subscribe("http.client.request.start", (message) => {
	const { request } = message as { readonly request: { readonly method: string; readonly path: string } };
	if (request.method === "POST" && /\/(clips|clips\/export|publish)$/.test(request.path))
		at("last byte sent");
});

// Asked for each time: a process may run one command after another, each by a clock of its own.
const { now } = Date;
Date.now = () => now() + Number(process.env.DRILL_CLOCK_MS ?? 0);
const { bigint } = process.hrtime;
process.hrtime.bigint = () => bigint() + BigInt(process.env.DRILL_BOOT_MS ?? 0) * 1_000_000n;

const { setTimeout: sleep } = timers;
timers.setTimeout = ((ms: number, ...rest: [unknown, object]) =>
	sleep(shortened(ms), ...rest)) as typeof timers.setTimeout;
const { setTimeout: later } = callbacks;
callbacks.setTimeout = ((act: () => void, ms: number) => later(act, shortened(ms))) as typeof setTimeout;
syncBuiltinESMExports();

/**
 * A minute stays long enough to connect and to be answered in; pauses between tries and reads need
 * not be felt. Milliseconds.
 */
function shortened(ms: number): number {
	if (ms < 400) return ms;
	return ms < 60_000 ? ms / 600 : ms / 60;
}
