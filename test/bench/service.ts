import { type ChildProcess, spawn } from "node:child_process";
import { once as happens } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "ulid";
import { Pool } from "undici";
import { FFMPEG } from "../builders/media.ts";
import { immediate } from "../service/delivery/ground.ts";
import { makeFiles } from "./delivery.ts";
import { withProgram } from "./measure.ts";

const KEY = "bench-0123456789abcdef";
const HEADERS = { authorization: `Bearer ${KEY}`, "x-service-api-version": "v2" };
const CONNECTIONS = [200, 1_000] as const;
const READING_MS = 8_000;
const POSTS = 500;
const SCHEDULED = [5_000, 50_000] as const;
const START_MS = 600_000;
const IN_A_WEEK_MS = 7 * 24 * 3_600_000;
const SETTLE_MS = 10_000;
const VIDEO_SECONDS = 400;
const GOAL = 2;

/**
 * `serve` as a process of its own: reads a second and how long they take, idle and while it renders two
 * clips, over many connections; and its memory with many scheduled posts.
 */
export async function benchService(): Promise<void> {
	await withProgram(async ({ folder, program }) => {
		console.log("\nThe service: reads of single posts, each connection asks again at once");
		await withServe({ folder: join(folder, "reads"), program, posts: POSTS }, async (served) => {
			const idle = await measured("idle", served);
			await submitted(served, await madeVideo(folder));
			const rendering = await measured("two renders", served);
			for (const [at, connections] of CONNECTIONS.entries()) {
				const ratio = (rendering[at]?.p99 ?? Number.NaN) / (idle[at]?.p99 ?? Number.NaN);
				const goal = `(goal: at most ${GOAL} x; ${ratio <= GOAL ? "met" : "not met"})`;
				console.log(
					`  p99 under renders, ${count(connections)} connections: ${ratio.toFixed(2)} x idle ${goal}`,
				);
			}
		});
		for (const posts of SCHEDULED)
			await withServe(
				{ folder: join(folder, `posts-${posts}`), program, posts },
				async ({ child, readyMs }) => {
					await sleep(SETTLE_MS);
					const mib = await memoryOf(child);
					console.log(
						`  ${count(posts)} scheduled posts: ready in ${(readyMs / 1_000).toFixed(1)} s, ${mib.toFixed(0)} MiB`,
					);
				},
			);
	});
}

interface Served {
	readonly url: string;
	readonly ids: readonly string[];
	readonly child: ChildProcess;
	readonly readyMs: number;
}

/** Runs with a server over so many scheduled posts. Throws where it is not ready within minutes. */
async function withServe(
	{ folder, program, posts }: { readonly folder: string; readonly program: string; readonly posts: number },
	work: (served: Served) => Promise<void>,
): Promise<void> {
	await mkdir(folder);
	await writeFile(
		join(folder, "showrun.config.yaml"),
		"embedded:\n  accounts: [{ platform: youtube, username: Acme }]\n",
	);
	const account = await whileServing({ folder, program }, ({ url }) => accountOf(url));
	const data = join(folder, ".showrun", "service");
	await makeFiles(data);
	const ids = await writePosts(join(data, "publishes"), { posts, account });
	await whileServing({ folder, program }, (served) => work({ ...served, ids }));
}

/** Runs with a server, and gives what comes of it. */
async function whileServing<Value>(
	{ folder, program }: { readonly folder: string; readonly program: string },
	work: (served: Omit<Served, "ids">) => Promise<Value>,
): Promise<Value> {
	const begun = performance.now();
	const child = spawn(process.execPath, [program, "serve", "--port", "0"], {
		cwd: folder,
		env: { ...process.env, SHOWRUN_API_KEY: KEY, XDG_STATE_HOME: join(folder, "state") },
		stdio: ["ignore", "pipe", "ignore"],
	});
	let said = "";
	child.stdout?.on("data", (piece) => (said = `${said}${piece}`.slice(-20_000)));
	try {
		const url = await listening(() => said, child);
		return await work({ url, child, readyMs: performance.now() - begun });
	} finally {
		child.kill("SIGTERM");
		if (child.exitCode === null && child.signalCode === null) await happens(child, "exit");
	}
}

async function listening(said: () => string, child: ChildProcess): Promise<string> {
	const deadline = performance.now() + START_MS;
	while (performance.now() < deadline && child.exitCode === null) {
		const [, url] = /Serving on (http:\S+)/.exec(said()) ?? [];
		const answer = url === undefined ? undefined : await fetch(`${url}/readyz`).catch(() => undefined);
		if (url !== undefined && answer?.ok) return url;
		await sleep(50);
	}
	throw new Error(`serve was not ready: ${said()}`);
}

async function accountOf(url: string): Promise<string> {
	const answer = await fetch(`${url}/api/v2/social-media/accounts`, { headers: HEADERS });
	const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
	return data[0]?.id ?? "";
}

async function writePosts(
	folder: string,
	{ posts, account }: { readonly posts: number; readonly account: string },
): Promise<readonly string[]> {
	await mkdir(folder, { recursive: true });
	const at = Date.now();
	const ids = Array.from({ length: posts }, () => ulid(at));
	for (const [index, id] of ids.entries()) {
		const post = immediate(id, [account]);
		const scheduledAt = at + IN_A_WEEK_MS + index * 1_000;
		const targets = post.targets.map((target) => ({ ...target, status: "SCHEDULED" }));
		const record = { ...post, createdAt: at, status: "SCHEDULED", scheduleId: id, scheduledAt, targets };
		await writeFile(join(folder, `${id}.json`), JSON.stringify(record));
	}
	return ids;
}

interface Reads {
	readonly p50: number;
	readonly p99: number;
}

async function measured(name: string, served: Served): Promise<readonly Reads[]> {
	const all: Reads[] = [];
	for (const connections of CONNECTIONS) {
		const { times, errors } = await reads(served, connections);
		const sorted = [...times].sort((a, b) => a - b);
		const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
		const [p50, p99] = [at(0.5), at(0.99)];
		const rate = (1_000 * times.length) / READING_MS;
		console.log(
			`  ${name.padEnd(12)} ${count(connections).padStart(5)} connections: ${count(Math.round(rate)).padStart(6)} reads/s, ` +
				`p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${errors} errors`,
		);
		all.push({ p50, p99 });
	}
	return all;
}

/** How long each read took, in milliseconds; an answer that is none of ours is an error. */
async function reads(
	{ url, ids }: Served,
	connections: number,
): Promise<{ readonly times: readonly number[]; readonly errors: number }> {
	const pool = new Pool(url, { connections, pipelining: 1 });
	const times: number[] = [];
	let errors = 0;
	const read = async (at: number) => {
		const path = `/api/v2/social-media/publish/${ids[at % ids.length]}`;
		const status = await pool.request({ path, method: "GET", headers: HEADERS }).then(
			async ({ statusCode, body }) => {
				await body.dump();
				return statusCode;
			},
			() => 0,
		);
		if (status !== 200) errors += 1;
	};
	const one = async (from: number, end: number) => {
		for (let at = from; performance.now() < end; at += connections) {
			const begun = performance.now();
			await read(at);
			times.push(performance.now() - begun);
		}
	};
	const all = Array.from({ length: connections }, (_, at) => at);
	// Connecting is not what is measured.
	await Promise.all(all.map(read));
	const end = performance.now() + READING_MS;
	await Promise.all(all.map((at) => one(at, end)));
	await pool.close();
	return { times, errors };
}

/** Two tasks that render for longer than is measured. */
async function submitted({ url }: Served, video: Buffer): Promise<void> {
	const headers = { ...HEADERS, "content-type": "application/json" };
	const ask = async (path: string, body: object) => {
		const answer = await fetch(`${url}/api/v2${path}`, {
			method: "POST",
			headers,
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
		return ((await answer.json()) as { readonly data: Readonly<Record<string, string>> }).data;
	};
	const tasks: string[] = [];
	for (const name of ["one.mp4", "two.mp4"]) {
		const { upload_url, identity } = await ask("/upload/single-file", { name });
		await fetch(String(upload_url), { method: "PUT", body: new Uint8Array(video) });
		const wish = { enable_export: true, resolution: "FHD_1080", target_duration: "DURATION_60_90" };
		const { id } = await ask("/clips", { video_url: identity, ...wish });
		tasks.push(String(id));
	}
	const deadline = performance.now() + START_MS;
	while (performance.now() < deadline) {
		const found = await fetch(`${url}/api/v2/clips/results/${tasks[0]}`, { headers: HEADERS });
		const { data } = (await found.json()) as {
			readonly data: { readonly status: string; progress?: number };
		};
		if (data.status === "FAILED") throw new Error(JSON.stringify(data));
		if ((data.progress ?? 0) > 0.1) return;
		await sleep(200);
	}
	throw new Error("nothing was rendered");
}

async function madeVideo(folder: string): Promise<Buffer> {
	const file = join(folder, "made.mp4");
	const source = `testsrc2=size=640x360:rate=25:duration=${VIDEO_SECONDS}`;
	const sound = `sine=frequency=220:duration=${VIDEO_SECONDS}`;
	const picture = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"];
	const child = spawn(FFMPEG, [
		"-v",
		"error",
		"-f",
		"lavfi",
		"-i",
		source,
		"-f",
		"lavfi",
		"-i",
		sound,
		...picture,
		file,
	]);
	const [code] = await happens(child, "exit");
	if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
	return readFile(file);
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

function count(value: number): string {
	return value.toLocaleString("en");
}
