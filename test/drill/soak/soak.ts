import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pause, ROOM } from "../../journeys/program.ts";
import type { Found, Ground } from "../part.ts";
import { randomFrom } from "../random.ts";
import { beginAt } from "./dst.ts";
import { delivered, handedOver, judge, needsPerson, sample } from "./judge.ts";
import { NO_PAUSE } from "./lateness.ts";
import { freePort, openNetwork } from "./network.ts";
import { report, type Soak } from "./report.ts";
import { CALM, TROUBLES } from "./troubles.ts";
import { begin, DAY, git, isAlive, kill, makeWorld, moveTo, note, now, POSTS, publishWeek } from "./world.ts";

const MINUTES = 30;
/** A year in 30 minutes. */
const DAYS_A_MINUTE = 365 / MINUTES;
/** How long what waits may take once nothing is in the way, in real milliseconds. */
const PATIENCE_MS = 120_000;
/** The last part, in which no program is killed: what grows in one life has time to. */
const CALM_FROM = 0.9;
/** How often the next trouble comes before the last one is got over. */
const HURRIED = 0.15;
/** A program that has run for so long has nothing left of its start to do. */
const RUN_IN_MS = 4_000;

/** Runs `watch` against `serve` for so many minutes, one trouble a post; the outbox is the judge. */
export async function soak({ only }: Ground, seed: number): Promise<Found> {
	const minutes = Number(only || MINUTES);
	const days = minutes * DAYS_A_MINUTE;
	const folder = join(ROOM, "soak");
	mkdirSync(folder, { recursive: true });
	const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", folder]).status === 0;
	const port = await freePort();
	const network = await openNetwork(port);
	const world = makeWorld({ serve: port, proxy: network.port, began: beginAt(days) });
	const whole = randomFrom(seed);
	const soak: Soak = {
		...{ world, network, wanted: [], counts: new Map(), outages: [], broken: [] },
		...{ seed, days, minutes, isMounted, startedAt: Date.now() },
		random: () => whole(1_000_000) / 1_000_000,
		samples: { watch: [], serve: [] },
		containers: spawnSync("unshare", ["-rpmfu", "--mount-proc", "--kill-child", "true"]).status === 0,
	};
	try {
		await live(soak);
		return report(soak);
	} finally {
		for (const program of [world.watch, world.serve]) await kill(program);
		network.close();
		if (isMounted) execFileSync("umount", ["-l", folder]);
	}
}

async function live(soak: Soak): Promise<void> {
	const { world, wanted } = soak;
	for (const program of [world.serve, world.watch]) begin(world, program);
	for (let week = 0; shareOf(soak) < 1; ) {
		while (world.began + week * 7 * DAY < now(world) + 14 * DAY) await nextWeek(soak, week++);
		const due = wanted.map(({ at }) => at).find((at) => at > now(world));
		if (due === undefined) break;
		await oneTrouble(soak, due);
		if (shareOf(soak) < CALM_FROM && soak.random() < HURRIED) {
			// The clock jumps on from the due minute at once: what did not go out by then goes out later.
			soak.outages.push({ name: NO_PAUSE, from: now(world), to: Number.POSITIVE_INFINITY });
			continue;
		}
		await settle(soak);
		await idle(soak);
	}
	soak.network.set("fair");
	await settle(soak);
	soak.broken.push(...judge(soak, now(world) - 60_000).broken);
	soak.broken.push(...(await eventually(async () => needsPerson(world))));
}

/** How much of the programs' time is over; past 1 after a downtime at the end. */
function shareOf({ world, days }: Soak): number {
	return (now(world) - world.began) / (days * DAY);
}

/** The campaign comes by `git pull`, and is handed over a week before its first post at the latest. */
async function nextWeek(soak: Soak, week: number): Promise<void> {
	const { world, wanted, broken } = soak;
	wanted.push(...publishWeek(world, week));
	git(world.work, "pull", "-q", "--ff-only", "origin", "main");
	const isThere = async () => {
		mind(soak);
		return (await handedOver(world, week)) === POSTS ? [] : [`week ${week}`];
	};
	const missing = await eventually(isThere);
	if (missing.length > 0) broken.push(`week ${week} was not handed over within ${PATIENCE_MS / 1_000} s`);
}

async function oneTrouble(soak: Soak, due: number): Promise<void> {
	const { world, counts, random, outages } = soak;
	const all = shareOf(soak) < CALM_FROM ? Object.keys(TROUBLES) : CALM;
	const names = all.filter((name) => name !== "a week of downtime" || random() < 0.3);
	const name = names[Math.floor(random() * names.length)] ?? "none";
	counts.set(name, (counts.get(name) ?? 0) + 1);
	for (const program of [world.watch, world.serve]) note(program, `${new Date(due).toISOString()} ${name}`);
	outages.push({ name, from: now(world), to: Number.POSITIVE_INFINITY });
	await TROUBLES[name]?.({ ...soak, due });
	moveTo(world, due);
	for (const each of outages) each.to = Math.min(each.to, now(world));
}

/** Waits until everything due is delivered. */
async function settle(soak: Soak): Promise<void> {
	const { world, wanted } = soak;
	for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(150)) {
		mind(soak);
		const due = wanted.filter(({ at }) => at <= now(world)).length;
		if (delivered(world).length >= due) return;
	}
}

/** Whoever looks after a program starts it again when it ends. */
function mind({ world }: Soak): void {
	for (const program of [world.watch, world.serve]) if (!isAlive(program)) begin(world, program);
}

/** Fills the real time that this share of the programs' time is to take, and sees what they take of it. */
async function idle(soak: Soak): Promise<void> {
	const { world, startedAt, minutes, samples } = soak;
	const until = startedAt + Math.min(1, shareOf(soak)) * minutes * 60_000;
	const [from, before] = [Date.now(), { watch: sample(world.watch), serve: sample(world.serve) }];
	const lives = { watch: world.watch.starts, serve: world.serve.starts };
	do {
		await pause(Math.min(250, Math.max(0, until - Date.now())));
		mind(soak);
	} while (Date.now() < until);
	const seconds = (Date.now() - from) / 1_000;
	for (const program of [world.watch, world.serve]) {
		const { kind, starts, startedAt: born } = program;
		const after = sample(program);
		const earlier = before[kind];
		if (after === undefined || earlier === undefined || lives[kind] !== starts) continue;
		if (Date.now() - born < RUN_IN_MS) continue;
		const isRunIn = from - born > RUN_IN_MS && seconds >= 1;
		const share = shareOf(soak);
		const idleShare = isRunIn ? { idle: (after.cpu - earlier.cpu) / seconds } : {};
		samples[kind].push({ ...after, life: starts, share, ...idleShare });
	}
}

/** What is still wrong after it had its time. */
async function eventually(wrong: () => Promise<readonly string[]>): Promise<readonly string[]> {
	for (const deadline = Date.now() + PATIENCE_MS; ; await pause(300)) {
		const found = await wrong().catch((error: Error) => [error.message]);
		if (found.length === 0 || Date.now() > deadline) return found;
	}
}
