import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../../src/service/embedded.ts";
import { limitConcurrency } from "../../src/service/jobs/concurrency.ts";
import { openRenders } from "../../src/service/jobs/renders.ts";
import { folderMedia } from "../../src/service/media/folder.ts";
import { videoName } from "../../src/service/media/names.ts";
import type { RunningService } from "../../src/service/options.ts";
import { folderRecords } from "../../src/service/store/folder/records.ts";
import type { PublishRecord } from "../../src/service/store/shapes.ts";
import { systemClock } from "../../src/system/clock.ts";
import { FFMPEG } from "../builders/media.ts";
import { type FakeEngine, fakeEngine } from "../fakes/engine.ts";
import { immediate } from "../service/delivery/ground.ts";
import { call, optionsFor, submit } from "../service/world.ts";

const CLIP_BYTES = 4 << 20;
/** Time to prepare what is due: the copies are made ahead. */
const AHEAD_MS = 20_000;
const APART_MS = 250;

/** From the due moment until a post lies in the outbox, in this very process. */
export async function benchDelivery(): Promise<void> {
	console.log("delivery: from due to delivered, in milliseconds");
	await measure({ title: "60 posts, idle", posts: 60, apartMs: APART_MS });
	await measure({ title: "60 posts, busy cores", posts: 60, apartMs: APART_MS, beside: "busy cores" });
	await measure({ title: "60 posts, clips rendered", posts: 60, apartMs: APART_MS, beside: "renders" });
	await measure({ title: "60 posts, own renders", posts: 60, apartMs: APART_MS, beside: "own renders" });
	await measure({ title: "800 posts in one minute", posts: 800, apartMs: 0 });
}

interface Case {
	readonly title: string;
	readonly posts: number;
	readonly apartMs: number;
	/** What else the machine does. Absent: nothing. */
	readonly beside?: "busy cores" | "renders" | "own renders";
}

async function measure({ title, posts, apartMs, beside }: Case): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-bench-"));
	const engine = fakeEngine();
	const options = { ...optionsFor(folder, { clock: systemClock, engine }), memory: join(folder, "memory") };
	const service = await startService(options);
	const data = await accountsOf(service);
	await service.close();
	const start = Date.now() + AHEAD_MS;
	const ids = Array.from({ length: posts }, (_, at) => `01BENCH${String(at).padStart(6, "0")}`);
	const records = folderRecords<PublishRecord>(join(options.data, "publishes"));
	for (const [at, id] of ids.entries()) {
		const account = data[at % data.length]?.id ?? "";
		const scheduled = { status: "SCHEDULED", scheduleId: id, scheduledAt: start + at * apartMs } as const;
		const { targets, ...task } = immediate(id, [account]);
		const scheduledTargets = targets.map((target) => ({ ...target, status: "SCHEDULED" as const }));
		await records.put({ ...task, ...scheduled, targets: scheduledTargets });
	}
	await makeFiles(options.data);
	const again = await startService(options);
	const hogs = await besides(again, { engine, beside });
	const taken = new Set<string>();
	const delays: number[] = [];
	const publishes = () => folderRecords<PublishRecord>(join(options.data, "publishes"));
	const deadline = start + posts * apartMs + 300_000;
	while (taken.size < posts && Date.now() < deadline) {
		await sleep(500);
		for (const { id, targets, scheduledAt, status } of await publishes().current(() => true)) {
			if (status !== "DONE" || taken.has(id)) continue;
			taken.add(id);
			delays.push((targets[0]?.deliveredAt ?? 0) - (scheduledAt ?? 0));
		}
	}
	const renders = hogs.length;
	engine.before = () => undefined;
	for (const hog of hogs) hog.kill();
	await again.close();
	await rm(folder, { recursive: true, force: true });
	print(title, delays, posts);
	if (beside === "own renders") console.log(`    renders begun meanwhile: ${renders}`);
}

/** Starts what the machine does beside. */
async function besides(
	service: RunningService,
	{ engine, beside }: { readonly engine: FakeEngine; readonly beside: Case["beside"] },
): Promise<ChildProcess[]> {
	const hogs: ChildProcess[] = [];
	if (beside === "busy cores") hogs.push(busy(), busy());
	if (beside === "renders") hogs.push(rendering(), rendering());
	if (beside === "own renders") await renderOwn(service, { engine, hogs });
	return hogs;
}

/** How much of a clip each render makes, in milliseconds: some seconds of work. */
const RENDERED_MS = 20_000;

/** Has the service render one clip after the other for exports that were asked of it. */
async function renderOwn(
	service: RunningService,
	{ engine, hogs }: { readonly engine: FakeEngine; readonly hogs: ChildProcess[] },
): Promise<void> {
	engine.before = (step) => {
		if (step !== "render") return undefined;
		const child = rendering(RENDERED_MS / 1000);
		hogs.push(child);
		return new Promise((settle) => child.once("close", () => settle()));
	};
	const callable = {
		service,
		call: (method: string, path: string, more?: object) => call(service, { method, path, ...more }),
	};
	for (let at = 0; at < 10; at++) await submit(callable, { enable_export: true }, `talk ${at}`);
}

async function accountsOf({ url, apiKey }: Awaited<ReturnType<typeof startService>>) {
	const headers = { authorization: `Bearer ${apiKey.reveal()}`, "x-service-api-version": "v2" };
	const response = await fetch(`${url}/api/v2/social-media/accounts`, { headers });
	const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
	return data;
}

/** The rendered clip and its thumbnail, as the cache holds them. */
export async function makeFiles(data: string): Promise<void> {
	const media = folderMedia(data);
	const renders = openRenders(media, fakeEngine(), limitConcurrency(1));
	const post = immediate("01", []);
	await media.write(videoName(post.video ?? ""), Buffer.alloc(CLIP_BYTES, 7));
	await renders.thumbnail(post, { signal: new AbortController().signal });
}

function busy() {
	return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}

/** What a render of a vertical clip is for the machine: decoding aside, scaling and encoding for minutes. */
function rendering(seconds = 600) {
	const source = `testsrc2=size=1920x1080:rate=30:duration=${seconds}`;
	const picture = ["-vf", "crop=608:1080,scale=1080:1920", "-c:v", "libx264", "-preset", "veryfast"];
	const args = ["-v", "error", "-f", "lavfi", "-i", source, ...picture, "-f", "null", "-"];
	return spawn(FFMPEG, args, { stdio: "ignore" });
}

function print(title: string, delays: readonly number[], posts: number): void {
	const sorted = [...delays].sort((a, b) => a - b);
	const at = (share: number) =>
		sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
	const lost = posts === delays.length ? "" : `, ${posts - delays.length} NOT DELIVERED`;
	console.log(`  ${title.padEnd(26)} p50 ${at(0.5)}  p99 ${at(0.99)}  last ${sorted.at(-1)}${lost}`);
}
