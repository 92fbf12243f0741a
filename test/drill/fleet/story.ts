import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pause } from "../../journeys/program.ts";
import { campaignWith, type Daemon, type Machine, machines } from "../../postgres/machines.ts";
import { type Between, proxyTo } from "../../postgres/proxy.ts";
import { type Database, postgresServer, type Server, urlOf } from "../../postgres/server.ts";
import { doubled, type Judge } from "../judge.ts";
import { strike, type Trouble } from "./trouble.ts";

/** What a story is told of. */
export interface Told {
	readonly judge: Judge;
	readonly name: string;
	/** One after the other, each while one more post is made. */
	readonly troubles: readonly Trouble[];
}

/** How it ended. */
export interface Ended {
	readonly broken: readonly string[];
	/** Outcomes that are named as unknown. */
	readonly unknown: number;
}

/** A machine with its way to the database, and the watch that runs there. */
interface Post {
	readonly machine: Machine;
	readonly proxy: Between;
	daemon: Daemon;
}

interface World {
	readonly server: Server;
	readonly database: Database;
	readonly posts: readonly Post[];
	readonly judge: Judge;
	readonly name: string;
}

/** Watches of one workspace live through troubles. Every post is made once, or named as unknown. */
export async function tell({ judge, name, troubles }: Told): Promise<Ended> {
	const server = await postgresServer();
	const database = await server.database();
	const service = await judge.cell(name, { faults: [], idempotency: false });
	const { machine, commit } = machines(service);
	commit(campaignWith(0));
	const room = mkdtempSync(join(tmpdir(), "fs-"));
	const posts: Post[] = [];
	const world = { server, database, posts, judge, name };
	try {
		for (const at of ["a", "b", "c", "d"]) {
			const folder = mkdtempSync(join(room, at));
			const proxy = await proxyTo(server.folder, folder);
			const made = machine(at, urlOf(database.name, folder).reveal(), { aheadMs: at === "b" ? 600_000 : 0 });
			posts.push({ machine: made, proxy, daemon: made.watch() });
		}
		await isSubmitted(database);
		const broken: string[] = [];
		for (const [round, trouble] of troubles.entries()) {
			const isStruck = await live(world, trouble, () => {
				commit(campaignWith(round + 1));
				for (const post of posts) post.machine.pull();
			});
			if (!isStruck) broken.push(`nobody met the trouble ${trouble.name}`);
			broken.push(...(await settled(world, round + 1)));
		}
		const { unknown } = await knownIn(database);
		return { broken: [...broken, ...judgedEnd(world)], unknown: unknown.length };
	} finally {
		for (const { daemon } of posts) daemon.kill("SIGKILL");
		for (const { proxy } of posts) await proxy.close();
		rmSync(room, { recursive: true, force: true });
	}
}

/** Waits until the video is submitted: the troubles are for posts. */
async function isSubmitted({ ask }: Database): Promise<void> {
	const sql = `SELECT FROM showrun.states WHERE snapshot LIKE '%"submittedAt"%'
		UNION ALL SELECT FROM showrun.entries WHERE type = 'outcome'`;
	for (const until = performance.now() + ROUND_MS; performance.now() < until; await pause(100)) {
		const found = await ask(sql).catch(() => []);
		if (found.length > 0) return;
	}
	throw new Error("the video was not submitted");
}

/** One more post is asked for, and the daemon that arms it meets the trouble. False: none did. */
async function live({ posts, server }: World, trouble: Trouble, ask: () => void): Promise<boolean> {
	let isStruck = false;
	const struck = posts.map((post) =>
		strike(trouble, {
			...{ proxy: post.proxy, server },
			signal(signal) {
				if (isStruck && signal !== "SIGCONT") return;
				isStruck = true;
				post.daemon.kill(signal);
			},
		}),
	);
	ask();
	const hasMet = await Promise.race([
		...struck.map((each) => each.then(() => true)),
		wait(ROUND_MS, false, { ref: false }),
	]);
	for (const { proxy } of posts) proxy.fault = undefined;
	for (const post of posts) {
		// A service manager would start it again.
		const isKilled = trouble.name.startsWith("kill") && post.daemon.hasEnded();
		if (isKilled) post.daemon = post.machine.watch();
	}
	return hasMet;
}

/** Longer than leases and pauses take. Milliseconds. */
const ROUND_MS = 60_000;

/** Waits until each post that is asked for was executed, or is named as unknown. */
async function settled(world: World, wanted: number): Promise<readonly string[]> {
	const until = performance.now() + ROUND_MS;
	for (;;) {
		const executed = publishes(world);
		const { unknown } = await knownIn(world.database);
		const missing = unknown.filter((id) => !executed.some(({ key }) => key === id));
		if (executed.length + missing.length >= wanted) return [];
		if (performance.now() > until)
			return [`lost: ${executed.length} of ${wanted} posts executed, ${missing.length} others unknown`];
		for (const post of world.posts) if (post.daemon.hasEnded()) post.daemon = post.machine.watch();
		await pause(250);
	}
}

function publishes({ judge, name }: Pick<World, "judge" | "name">) {
	return judge.commits(name).filter(({ kind }) => kind === "publish");
}

/** What the database says of posts, asked again while it starts. */
export async function knownIn(database: Database): Promise<{ readonly unknown: readonly string[] }> {
	for (let tries = 0; ; tries++) {
		try {
			const rows = await database.ask(
				"SELECT operation FROM showrun.posts WHERE phase IN ('unknown', 'armed')",
			);
			return { unknown: rows.map(({ operation }) => String(operation)) };
		} catch (error) {
			if (tries > 100) throw error;
			await pause(100);
		}
	}
}

function judgedEnd({ judge, name }: World): readonly string[] {
	return doubled(judge.commits(name)).map((each) => `executed twice: ${each}`);
}
