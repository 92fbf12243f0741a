import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { cpuSeconds } from "../../bench/cpu.ts";
import { pause } from "../../journeys/program.ts";
import { type Database, postgresServer, type Server } from "../../postgres/server.ts";
import { doubled } from "../judge.ts";
import type { Found, Ground, Part } from "../part.ts";
import { randomFrom } from "../random.ts";
import { knownIn } from "./story.ts";
import {
	beginDay,
	DAYS,
	type Machine,
	makeWeek,
	moveOn,
	POSTS_A_DAY,
	revive,
	type World,
} from "./week-world.ts";

/** How many workspaces where nobody says; each has 98 posts. */
const WORKSPACES = 12;
/** A machine dies, ends or stands still so often a day, and on every second day the database does. */
const TROUBLES_A_DAY = 3;
/** Longer than leases last. Milliseconds. */
const STOPPED_MS = 9_000;
/** How often is looked at what was posted. Milliseconds. */
const LOOK_MS = 2_000;
/** How often is told how far it is. Milliseconds. */
const TELL_MS = 30_000;
/** So long without progress, and it is asked what keeps it. Milliseconds. */
const STILL_MS = 20_000;
/** How long a day may make no progress while nothing is in the way, and longer a workspace. Milliseconds. */
const PATIENCE_MS = 180_000;
const PATIENCE_EACH_MS = 500;

/** Many workspaces over several daemons for a week of their clock. */
export function week(seed: number): Part {
	return {
		claim:
			"a week of many workspaces over four watches (`week 1021`: 100,000 posts), killed and stopped: every post once, the unknown named",
		run: (ground) => liveAWeek(ground, seed),
	};
}

interface Standing {
	readonly executed: number;
	/** Named as unknown. */
	readonly unknown: number;
	/** Of those, not executed. */
	readonly lost: number;
	/** Videos whose submission is named as unknown: none of their posts is made before a person resolves it. */
	readonly held: number;
}

interface Life {
	readonly world: World;
	readonly database: Database;
	readonly server: Server;
	readonly judge: Ground["judge"];
	readonly random: (below: number) => number;
	/** Says how far it is, now and then. */
	readonly tell: (day: number, now: Standing) => void;
}

async function liveAWeek({ judge, only }: Ground, seed: number): Promise<Found> {
	const workspaces = Number(only || WORKSPACES);
	const server = await postgresServer();
	const database = await server.database();
	const world = await makeWeek(judge, { workspaces, url: database.url.reveal() });
	const tell = teller(DAYS * POSTS_A_DAY * workspaces);
	const life: Life = { world, database, server, judge, tell, random: randomFrom(seed) };
	const broken: string[] = [];
	const [began, cpu] = [performance.now(), cpuSeconds()];
	try {
		for (const machine of world.machines) revive(world, machine);
		for (let day = 0; day < DAYS && broken.length === 0; day++) {
			beginDay(world, day);
			broken.push(...(await liveADay(life, day)));
			moveOn(world, day + 1);
		}
		const { executed, unknown, held } = await standing(life, { isStill: true });
		broken.push(...doubled(judge.commits("week")).map((each) => `executed twice: ${each}`));
		const seconds = Math.round((performance.now() - began) / 1_000);
		const each = `${Math.round(((cpuSeconds() - cpu) / executed) * 1_000)} ms of CPU a post`;
		return {
			cases: executed,
			broken,
			note: `seed ${seed}; ${workspaces} workspaces in ${seconds} s, ${each}; ${unknown} outcomes of posts and ${held} of videos unknown and named`,
		};
	} finally {
		for (const { pid, hasEnded } of world.machines) if (!hasEnded) process.kill(pid, "SIGKILL");
		// What the watches said tells what went wrong.
		if (broken.length === 0) rmSync(dirname(world.origin), { recursive: true, force: true, maxRetries: 5 });
	}
}

/** Waits until each post of the days so far is executed, or named as unknown, while troubles come. */
async function liveADay(life: Life, day: number): Promise<readonly string[]> {
	const { world, random } = life;
	const wanted = (day + 1) * POSTS_A_DAY * world.workspaces;
	const from = day * POSTS_A_DAY * world.workspaces;
	const troubles = Array.from({ length: TROUBLES_A_DAY }, () => from + random(wanted - from)).sort(
		(a, b) => a - b,
	);
	let crashAt = day % 2 === 1 ? from + random(wanted - from) : Number.POSITIVE_INFINITY;
	let [before, since] = [-1, performance.now()];
	for (;;) {
		const isStill = performance.now() - since > STILL_MS;
		const now = await standing(life, { isStill });
		const { executed, unknown, lost, held } = now;
		life.tell(day, now);
		if (executed + lost + held * POSTS_A_DAY >= wanted) return [];
		if (executed !== before) [before, since] = [executed, performance.now()];
		if (performance.now() - since > PATIENCE_MS + world.workspaces * PATIENCE_EACH_MS)
			return [
				`day ${day}: ${executed} of ${wanted} posts executed, ${unknown} unknown, and of ${held} videos`,
			];
		if (executed >= (troubles[0] ?? Number.POSITIVE_INFINITY)) {
			troubles.shift();
			trouble(life, world.machines[random(world.machines.length)]);
		}
		if (executed >= crashAt) {
			crashAt = Number.POSITIVE_INFINITY;
			await life.server.crash();
		}
		await pause(LOOK_MS);
		if (random(2) === 0) for (const machine of world.machines) revive(world, machine);
	}
}

function teller(wanted: number): Life["tell"] {
	const began = performance.now();
	let told = began;
	return (day, { executed, unknown }) => {
		if (performance.now() - told < TELL_MS) return;
		told = performance.now();
		const minutes = ((told - began) / 60_000).toFixed(1);
		console.log(
			`week: day ${day + 1} of ${DAYS}, ${executed} of ${wanted} posts, ${unknown} unknown, ${minutes} minutes`,
		);
	};
}

function trouble({ random }: Life, machine: Machine | undefined): void {
	if (machine === undefined || machine.hasEnded) return;
	const { pid } = machine;
	const how = (["SIGKILL", "SIGKILL", "SIGTERM", "SIGSTOP"] as const)[random(4)] ?? "SIGKILL";
	process.kill(pid, how);
	if (how === "SIGSTOP")
		setTimeout(() => {
			if (!machine.hasEnded && machine.pid === pid) process.kill(pid, "SIGCONT");
		}, STOPPED_MS);
}

/**
 * How many posts were executed, and what is named as unknown. Videos are looked for only where nothing goes
 * on: that reads all states.
 */
async function standing(
	{ judge, database }: Pick<Life, "judge" | "database">,
	{ isStill }: { readonly isStill: boolean },
): Promise<Standing> {
	const keys = new Set(judge.commits("week").flatMap(({ kind, key }) => (kind === "publish" ? [key] : [])));
	// Before the first post there may be no tables.
	const { unknown } = keys.size === 0 ? { unknown: [] } : await knownIn(database);
	const lost = unknown.filter((key) => !keys.has(key)).length;
	const held = isStill && keys.size > 0 ? await unknownSubmissions(database) : 0;
	return { executed: keys.size, unknown: unknown.length, lost, held };
}

/** Zero as well while the database starts: it is asked again. */
async function unknownSubmissions(database: Database): Promise<number> {
	const rows = await database
		.ask(
			`SELECT count(*) AS videos
				FROM showrun.states, jsonb_each(snapshot::jsonb -> 'operations') AS of (id, one)
				WHERE one ->> 'kind' = 'submit' AND one ->> 'phase' = 'unknown'`,
		)
		.catch(() => []);
	return Number(rows[0]?.videos ?? 0);
}
