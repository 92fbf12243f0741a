/**
 * `showrun watch` or `showrun serve` by a clock that a file sets forward: `process.ts watch|serve FILE PORT`.
 * SOAK_BOOT, SOAK_MACHINE and SOAK_HOST stand for another boot, machine id and host name.
 */

import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import { serve } from "../../../src/cli/commands/serve.ts";
import { watch } from "../../../src/cli/commands/watch.ts";
import { QUEUES } from "../../../src/service/options.ts";
import { fakeEngine } from "../../fakes/engine.ts";
import { clockOfFile } from "./clock-file.ts";

const [kind, file = "", port = "0"] = process.argv.slice(2);
const { SOAK_BOOT, SOAK_MACHINE, SOAK_HOST } = process.env;

const { readFile } = fs.promises;
const REPLACED: Readonly<Record<string, string | undefined>> = {
	"/proc/sys/kernel/random/boot_id": SOAK_BOOT,
	"/etc/machine-id": SOAK_MACHINE,
};
fs.promises.readFile = (async (path: string, ...rest: []) =>
	REPLACED[String(path)] ?? (await readFile(path, ...rest))) as typeof readFile;
if (SOAK_HOST !== undefined) os.hostname = () => SOAK_HOST;

// Node dates answers by a clock of its own, and clients compare that date with theirs.
const { writeHead } = http.ServerResponse.prototype;
http.ServerResponse.prototype.writeHead = function (this: http.ServerResponse, ...head: [number]) {
	this.setHeader("Date", new Date(Date.now()).toUTCString());
	return writeHead.apply(this, head);
} as typeof writeHead;

const clock = clockOfFile(file);

if (kind === "watch") await watch(["."], { lockTimeout: 0, drain: 10 }, clock);
else
	await serve(
		".",
		{ host: "127.0.0.1", port: Number(port), drain: 10, queues: QUEUES },
		{ clock, engine: fakeEngine() },
	);
process.exit(0);
