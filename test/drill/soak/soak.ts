import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pause, ROOM } from "../../journeys/program.ts";
import type { Found, Ground } from "../part.ts";
import { randomFrom } from "../random.ts";
import { delivered, handedOver, judge, needsPerson, type Sample, sample } from "./judge.ts";
import { freePort, type Network, openNetwork } from "./network.ts";
import { TROUBLES } from "./troubles.ts";
import {
	begin,
	DAY,
	git,
	isAlive,
	kill,
	makeWorld,
	moveTo,
	note,
	now,
	POSTS,
	publishWeek,
	type Wanted,
	type World,
} from "./world.ts";

/** A year in 30 minutes. */
const DAYS_A_MINUTE = 365 / 30;
/** How long what waits may take once nothing is in the way, in real milliseconds. */
const PATIENCE_MS = 120_000;

/** Lines of each log that are shown where something did not hold. */
const LOG_LINES = 150;

/** One soak under way. */
interface Soak {
	readonly world: World;
	readonly network: Network;
	readonly wanted: Wanted[];
	readonly counts: Map<string, number>;
	readonly samples: Record<"watch" | "serve", Sample[]>;
	readonly broken: string[];
	readonly random: () => number;
	readonly containers: boolean;
}

/** Runs `watch` against `serve` for so many minutes, one trouble a post; the outbox is the judge. */
export async function soak({ only }: Ground, seed: number): Promise<Found> {
	const minutes = Number(only || 30);
	const folder = join(ROOM, "soak");
	mkdirSync(folder, { recursive: true });
	const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", folder]).status === 0;
	const port = await freePort();
	const network = await openNetwork(port);
	const world = makeWorld({ serve: port, proxy: network.port });
	const whole = randomFrom(seed);
	const chance = () => whole(1_000_000) / 1_000_000;
	const soak: Soak = {
		...{ world, network, wanted: [], counts: new Map(), broken: [], random: chance },
		samples: { watch: [], serve: [] },
		containers: spawnSync("unshare", ["-rpmfu", "--mount-proc", "--kill-child", "true"]).status === 0,
	};
	try {
		await live(soak, { until: Date.now() + minutes * 60_000, days: minutes * DAYS_A_MINUTE });
		const found = report(soak, { isMounted, seed });
		if (found.broken.length > 0) showLogs(world);
		return found;
	} finally {
		for (const program of [world.watch, world.serve]) await kill(program);
		network.close();
		if (isMounted) execFileSync("umount", ["-l", folder]);
	}
}

async function live(
	soak: Soak,
	{ until, days }: { readonly until: number; readonly days: number },
): Promise<void> {
	const { world, wanted } = soak;
	for (const program of [world.serve, world.watch]) begin(world, program);
	const last = world.began + days * DAY;
	const paceMs = (until - Date.now()) / ((days * POSTS) / 7);
	for (let week = 0; now(world) < last; ) {
		while (world.began + week * 7 * DAY < now(world) + 14 * DAY) await nextWeek(soak, week++);
		const due = wanted.map(({ at }) => at).find((at) => at > now(world));
		if (due === undefined) break;
		const began = Date.now();
		await oneTrouble(soak, due);
		await settle(soak, Math.max(500, paceMs - (Date.now() - began)));
	}
	soak.network.set("fair");
	await settle(soak, PATIENCE_MS);
	const verdict = judge(world, wanted, now(world) - 60_000);
	soak.broken.push(...verdict.broken);
	soak.broken.push(...(await eventually(async () => needsPerson(world))));
}

/** The campaign comes by `git pull`, and is handed over a week before its first post at the latest. */
async function nextWeek({ world, wanted, broken }: Soak, week: number): Promise<void> {
	wanted.push(...publishWeek(world, week));
	git(world.work, "pull", "-q", "--ff-only", "origin", "main");
	const isThere = async () => ((await handedOver(world, week)) === POSTS ? [] : [`week ${week}`]);
	const missing = await eventually(isThere);
	if (missing.length > 0) broken.push(`week ${week} was not handed over within ${PATIENCE_MS / 1_000} s`);
}

async function oneTrouble(soak: Soak, due: number): Promise<void> {
	const { world, counts, random } = soak;
	const names = Object.keys(TROUBLES).filter((name) => name !== "a week of downtime" || random() < 0.3);
	const name = names[Math.floor(random() * names.length)] ?? "none";
	counts.set(name, (counts.get(name) ?? 0) + 1);
	for (const program of [world.watch, world.serve]) note(program, `${new Date(due).toISOString()} ${name}`);
	await TROUBLES[name]?.({ ...soak, due });
	moveTo(world, due);
}

/** Waits until everything due is delivered; the next trouble need not wait for it. */
async function settle({ world, wanted, samples }: Soak, ms: number): Promise<void> {
	for (const deadline = Date.now() + ms; Date.now() < deadline; await pause(150)) {
		for (const program of [world.watch, world.serve]) {
			// Whoever looks after a program starts it again when it ends.
			if (!isAlive(program)) begin(world, program);
			const found = sample(program);
			if (found) samples[program.kind].push(found);
		}
		const due = wanted.filter(({ at }) => at <= now(world)).length;
		if (delivered(world).length >= due) return;
	}
}

/** What is still wrong after it had its time. */
async function eventually(wrong: () => Promise<readonly string[]>): Promise<readonly string[]> {
	for (const deadline = Date.now() + PATIENCE_MS; ; await pause(300)) {
		const found = await wrong().catch((error: Error) => [error.message]);
		if (found.length === 0 || Date.now() > deadline) return found;
	}
}

/** The folders go with the drill, so what led to a fault is shown. */
function showLogs({ watch, serve }: World): void {
	for (const { kind, log } of [watch, serve]) {
		const lines = readFileSync(log, "utf8").split("\n");
		const told = lines.filter(
			(line) => !line.includes('"msg":"request"') && !line.includes("last good version"),
		);
		console.log(`${kind}:\n${told.slice(-LOG_LINES).join("\n")}`);
	}
}

function report(
	{ world, wanted, counts, samples, broken }: Soak,
	{ isMounted, seed }: { readonly isMounted: boolean; readonly seed: number },
): Found {
	const { late } = judge(world, wanted, 0);
	const most = (kind: "watch" | "serve", what: keyof Sample) =>
		Math.round(Math.max(0, ...samples[kind].map((each) => each[what])));
	for (const kind of ["watch", "serve"] as const) {
		if (most(kind, "handles") > 120) broken.push(`${kind} had ${most(kind, "handles")} handles open`);
		if (most(kind, "memory") > 400) broken.push(`${kind} took ${most(kind, "memory")} MiB`);
	}
	const bugs = [world.watch, world.serve].filter(({ log }) =>
		/This is a bug|unlock/.test(readFileSync(log, "utf8")),
	);
	broken.push(...bugs.map(({ kind }) => `${kind} asked for unlock, or says that it has a bug`));
	const starts = `starts ${world.watch.starts} and ${world.serve.starts}`;
	const onTime = late.filter((ms) => ms < 60_000).length;
	const figures = `${onTime} of ${late.length} within the minute, latest ${Math.round(Math.max(0, ...late) / 60_000)} min`;
	const peak = (kind: "watch" | "serve") =>
		`${kind} ${most(kind, "memory")} MiB, ${most(kind, "handles")} handles`;
	const troubles = [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
	const days = Math.round((now(world) - world.began) / DAY);
	return {
		cases: late.length,
		broken,
		note: `seed ${seed}, ${days} days, ${figures}; ${starts}; ${peak("watch")}, ${peak("serve")}; ${troubles}${isMounted ? "" : "; no disk of its own, so none was full"}`,
	};
}
