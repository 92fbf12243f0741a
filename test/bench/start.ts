/** How long `showrun serve` takes until it listens: with an empty data folder and with 100,000 records. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ulid } from "ulid";
import { isMissing } from "../../src/system/error-code.ts";
import { withProgram } from "./measure.ts";

const RECORDS = 100_000;
const ROUNDS = 5;
const GOAL = 1.5;
const DAY_MS = 86_400_000;
/** Not yet old enough to be removed. */
const OLD_MS = 60 * DAY_MS;

/** Prints the median of both, and their ratio. */
export async function benchStart(): Promise<void> {
	await withProgram(async ({ folder, program }) => {
		const workspaces = { empty: workspaceIn(folder, "empty"), old: workspaceIn(folder, "old") };
		writeRecords(join(workspaces.old, ".showrun", "service"), join(workspaces.old, "outbox"));
		const first = await start(program, workspaces.old, { untilCleaned: true });
		const took: Record<keyof typeof workspaces, number[]> = { empty: [], old: [] };
		for (let round = 0; round < ROUNDS; round++)
			for (const name of ["empty", "old"] as const)
				took[name].push(await start(program, workspaces[name], {}));
		const [empty, old] = [median(took.empty), median(took.old)];
		console.log(`\nserve until it listens (median of ${ROUNDS}, in turns)`);
		console.log(`  empty data folder            ${empty.toFixed(0).padStart(6)} ms`);
		console.log(
			`  ${RECORDS.toLocaleString("en")} old records         ${old.toFixed(0).padStart(6)} ms  ${(old / empty).toFixed(2)} x empty (goal: at most ${GOAL})`,
		);
		console.log(`  the first start with records of a former version, once: ${first.toFixed(0)} ms`);
	});
}

function workspaceIn(folder: string, name: string): string {
	const workspace = join(folder, name);
	mkdirSync(join(workspace, ".showrun"), { recursive: true });
	writeFileSync(join(workspace, "showrun.config.yaml"), "embedded:\n  data: .showrun/service\n");
	return workspace;
}

/** Half of them tasks, half of them posts, all over, as a former version left them. */
function writeRecords(data: string, outbox: string): void {
	for (const name of ["tasks", "publishes"]) mkdirSync(join(data, name), { recursive: true });
	mkdirSync(outbox, { recursive: true });
	const since = Date.now() - OLD_MS;
	for (let at = 0; at < RECORDS / 2; at++) {
		const createdAt = since + at * 10;
		const [task, post] = [ulid(createdAt), ulid(createdAt)];
		const common = {
			format: 1,
			createdAt,
			source: { sha256: "0".repeat(64), extension: "mp4", title: "talk" },
		};
		const clip = { beginMs: 0, endMs: 30_000, title: "A clip", description: "", tags: [], score: 80 };
		write(join(data, "tasks", `${task}.json`), {
			...common,
			...{ id: task, kind: "clipping", name: "talk", status: "SUCCEEDED", rate: 2, notes: [] },
			...{ expireAt: createdAt + 3 * DAY_MS, found: [{ idx: 0, clip }], ready: [] },
		});
		const account = { accountId: "acc_0", platform: "youtube", username: "Acme", config: { title: "T" } };
		write(join(data, "publishes", `${post}.json`), {
			...common,
			...{ id: post, status: "DONE", scheduledAt: null, scheduleId: null, projectId: task, idx: 0, clip },
			...{ render: {}, targets: [{ ...account, status: "DONE", phase: "done", deliveredAt: createdAt }] },
		});
	}
}

function write(path: string, record: object): void {
	writeFileSync(path, `${JSON.stringify(record, undefined, "\t")}\n`);
}

/** Milliseconds until it listens; then it is ended. */
async function start(
	program: string,
	workspace: string,
	{ untilCleaned = false }: { readonly untilCleaned?: boolean },
): Promise<number> {
	const home = mkdtempSync(join(tmpdir(), "showrun-bench-home-"));
	const began = performance.now();
	const child = spawn(process.execPath, [program, "serve", "--in", workspace, "--port", "0"], {
		env: {
			...process.env,
			HOME: home,
			XDG_STATE_HOME: join(home, "state"),
			XDG_CACHE_HOME: join(home, "cache"),
		},
		stdio: ["ignore", "pipe", "ignore"],
	});
	const ended = new Promise((settle) => child.once("close", settle));
	try {
		for await (const line of createInterface({ input: child.stdout })) {
			if (!line.startsWith("Serving on")) continue;
			const ms = performance.now() - began;
			if (untilCleaned) await archived(join(workspace, ".showrun", "service"));
			return ms;
		}
		throw new Error("serve ended before it listened");
	} finally {
		child.kill("SIGTERM");
		await ended;
		rmSync(home, { recursive: true, force: true });
	}
}

/** Resolves when nothing is left that a start would read. */
async function archived(data: string): Promise<void> {
	while (["tasks", "publishes"].some((name) => recordsIn(join(data, name)) > 0))
		await new Promise((settle) => setTimeout(settle, 500));
}

function recordsIn(folder: string): number {
	try {
		return readdirSync(folder).filter((name) => name.endsWith(".json")).length;
	} catch (error) {
		if (isMissing(error)) return 0;
		throw error;
	}
}

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
