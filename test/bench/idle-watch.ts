/**
 * `npm run bench:watch -- [minutes] [campaigns]`: what an idle `showrun watch` costs. Prints CPU
 * time and memory over the minutes, and how fast an edit is acted on at the end. Reads /proc, so
 * it runs on Linux only. Asserts nothing: machines differ, the shape of the rows is what counts.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bundle } from "../../src/build.ts";

const [minutes = 10, count = 1_000] = process.argv.slice(2).map(Number);
const root = mkdtempSync(join(tmpdir(), "showrun-bench-"));
const program = join(import.meta.dirname, "..", "..", "dist-bench");
/** Enough of a video for a file that is never opened: everything is applied already. */
const VIDEO = Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08mdat", "latin1");

try {
	await bundle(program);
	await measure();
} finally {
	rmSync(root, { recursive: true, force: true });
	rmSync(program, { recursive: true, force: true });
}

async function measure(): Promise<void> {
	writeFileSync(join(root, "talk.mp4"), VIDEO);
	for (let index = 0; index < count; index++)
		writeFileSync(join(root, `c${index}.campaign.yaml`), campaign(index));
	mkdirSync(join(root, ".showrun"));
	writeFileSync(join(root, ".showrun", "state.json"), JSON.stringify(settled()));
	const child = spawn(process.execPath, [join(program, "main.js"), "watch", "."], {
		cwd: root,
		stdio: ["ignore", "ignore", "pipe"],
	});
	let log = "";
	child.stderr.on("data", (piece) => (log += piece));
	await until(() => log.includes('"triggers":["start"]'), 120_000);
	console.log(
		`${count} campaigns, watched for ${minutes} idle minutes\nminute  CPU s since start  CPU % of the minute  memory MiB`,
	);
	let before = cpuSeconds(child.pid ?? 0);
	for (let minute = 0; minute <= minutes; minute++) {
		const cpu = cpuSeconds(child.pid ?? 0);
		console.log(
			`${String(minute).padStart(6)}  ${cpu.toFixed(2).padStart(17)}  ${(((cpu - before) / 60) * 100).toFixed(2).padStart(19)}  ${memoryMiB(
				child.pid ?? 0,
			)
				.toFixed(1)
				.padStart(10)}`,
		);
		before = cpu;
		if (minute < minutes) await wait(60_000);
	}
	log = "";
	const edited = performance.now();
	writeFileSync(join(root, "c0.campaign.yaml"), `${campaign(0)}# edited\n`);
	await until(() => log.includes('"triggers":["files"]'), 30_000);
	console.log(`an edit was acted on after ${Math.round(performance.now() - edited)} ms`);
	child.kill("SIGTERM");
}

function campaign(index: number): string {
	return `campaign: c${index}\nvideos:\n  talk: { source: ./talk.mp4 }\n`;
}

/** A state in which every campaign is applied. */
function settled(): object {
	const source = { kind: "file", sha256: createHash("sha256").update(VIDEO).digest("hex") };
	const clipping = { duration: "0-90s", moreResults: false, express: false };
	const state = (index: number) => {
		const request = { source, projectName: `c${index}/talk`, clipping };
		return {
			kind: "video",
			request,
			taskId: `t${index}`,
			submittedAt: 0,
			status: "SUCCEEDED",
			result: { clips: [], complete: true, notes: [] },
		};
	};
	const resources = Object.fromEntries(
		Array.from({ length: count }, (_, index) => [`c${index}.video.talk`, state(index)]),
	);
	return { format: 1, lineage: "bench", serial: count, resources, operations: {}, ledger: [] };
}

async function until(holds: () => boolean, ms: number): Promise<void> {
	for (const deadline = performance.now() + ms; !holds(); await wait(20))
		if (performance.now() > deadline) throw new Error("waited in vain");
}

/** User and system time of a process, all threads. */
function cpuSeconds(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryMiB(pid: number): number {
	return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
