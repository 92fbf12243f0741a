import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startHttpSink } from "../../fakes/http-sink.ts";
import { video, workspace } from "../../journeys/workspace.ts";
import { type Database, postgresServer, type Server, urlOf } from "../../postgres/server.ts";
import { type Actor, type Casting, cast } from "./actors.ts";
import { type Client, clientOf } from "./service-client.ts";
import { lieInWait, type ServiceTrouble } from "./service-trouble.ts";

/** How a story ended. */
export interface Ended {
	readonly broken: readonly string[];
	/** Posts whose outcome is named as unknown. */
	readonly unknown: number;
}

interface World {
	readonly server: Server;
	readonly database: Database;
	readonly services: readonly Actor[];
	readonly workers: readonly Actor[];
	readonly client: Client;
	/** Titles of the posts that the receiver has, in the order of arrival. */
	readonly arrived: string[];
	/** What happens at the next arrival. */
	struck: () => Promise<void>;
}

/** With another box behind it, it is another video. */
const TALK = readFileSync(video("talk", { seconds: 4 }));
const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const KEY = "drill-key";
const AHEAD_MS = 600_000;
/** Longer than leases, pauses and a clip take. Milliseconds. */
const ROUND_MS = 120_000;

/** Two services and four workers live through troubles, a post and a task each. */
export async function tellServices(troubles: readonly ServiceTrouble[]): Promise<Ended> {
	return withWorld(async (world) => {
		const broken: string[] = [];
		let unknown = 0;
		const source = (at: number) =>
			Buffer.concat([TALK, Buffer.from(`\0\0\0\x0cfree${String(at).padStart(4)}`)]);
		const project = await world.client.made(await world.client.submit(source(0)), ROUND_MS);
		for (const [round, trouble] of troubles.entries()) {
			const said = await live(world, { trouble, title: `post ${round}`, project, source: source(round + 1) });
			if (said === "unknown") unknown += 1;
			else if (said !== "done") broken.push(`${wordsOf(trouble)}: ${said}`);
		}
		const twice = world.arrived.filter((title, at) => world.arrived.indexOf(title) !== at);
		return { broken: [...broken, ...twice.map((title) => `arrived twice: ${title}`)], unknown };
	});
}

function wordsOf({ name, at, ms }: ServiceTrouble): string {
	return `${name} ${at.join("+")} ${ms}`;
}

interface Round {
	readonly trouble: ServiceTrouble;
	readonly title: string;
	readonly project: string;
	readonly source: Buffer;
}

/** What became of the post; anything but `done` and `unknown` is wrong. */
async function live(world: World, { trouble, title, project, source }: Round): Promise<string> {
	const { client, arrived, services, workers, server } = world;
	const struck = { server, workers, leader: await leaderOf(services) };
	const waiting = lieInWait(trouble, struck);
	world.struck = waiting.onArrival;
	const task = await client.submit(source);
	const post = await client.publish({ project, title });
	try {
		const ended = await client.ended(post, ROUND_MS);
		await client.made(task, ROUND_MS);
		if (!waiting.hasMet()) return "nobody met the trouble";
		const count = arrived.filter((each) => each === title).length;
		if (ended === "DONE") return count === 1 ? "done" : `delivered, and arrived ${count} times`;
		return /unknown whether/.test(ended) ? "unknown" : `${ended}, and arrived ${count} times`;
	} catch (error) {
		return `lost: ${error instanceof Error ? error.message : error}`;
	} finally {
		for (const { proxy } of [...services, ...workers]) proxy.fault = undefined;
		// A service manager would start it again.
		for (const actor of [...services, ...workers]) await actor.revive();
	}
}

/**
 * The service that delivers, once one alone says that it does: one that was stopped still says so when it
 * goes on, until it hears that it was replaced.
 */
async function leaderOf(services: readonly Actor[]): Promise<Actor> {
	for (const until = performance.now() + ROUND_MS; performance.now() < until; await wait(100)) {
		const said = await Promise.all(services.map(saysToDeliver));
		const [leader, other] = services.filter((_, at) => said[at]);
		if (leader !== undefined && other === undefined) return leader;
	}
	throw new Error("no service delivers, or several say so");
}

async function saysToDeliver(service: Actor): Promise<boolean> {
	const headers = { authorization: `Bearer ${KEY}` };
	const text = await fetch(`${service.url()}/metrics`, { headers, signal: AbortSignal.timeout(2_000) })
		.then((answer) => answer.text())
		.catch(() => "");
	return /^showrun_works\{tenant="main"\} 1$/m.test(text);
}

async function withWorld(work: (world: World) => Promise<Ended>): Promise<Ended> {
	const server = await postgresServer();
	const database = await server.database();
	const room = mkdtempSync(join(tmpdir(), "sv-"));
	const arrived: string[] = [];
	const world = { struck: async () => {} };
	const sink = await startHttpSink((response) => {
		arrived.push(titleOf(sink.received.at(-1)?.body ?? ""));
		void world.struck().then(() => response.end("{}"));
	});
	const actors: Actor[] = [];
	const cwd = workspace(video("talk", { seconds: 4 }), {
		"showrun.config.yaml": settings(`${sink.url}/posts`),
	});
	const add = async (name: string, args: readonly string[], aheadMs: number) => {
		const actor = await cast({ name, args, aheadMs, cwd, ...wayTo(server, database, join(room, name)) });
		actors.push(actor);
		return actor;
	};
	try {
		const serve = ["serve", "--port", "0", "--queues", "posts"];
		const services = [await add("one", serve, 0), await add("two", serve, AHEAD_MS)];
		const workers = [];
		for (const at of [0, 1, 2, 3]) workers.push(await add(`w${at}`, ["worker"], at === 1 ? AHEAD_MS : 0));
		const client = clientOf(() => services.map(({ url }) => url()), KEY);
		return await work(Object.assign(world, { server, database, services, workers, client, arrived }));
	} finally {
		for (const actor of actors) await actor.close();
		await sink.close();
		rmSync(room, { recursive: true, force: true });
	}
}

/** An actor's own way to the database, and its own memory. */
function wayTo(server: Server, database: Database, own: string): Pick<Casting, "env" | "sockets"> {
	const sockets = join(own, "s");
	mkdirSync(sockets, { recursive: true });
	const url = urlOf(database.name, sockets).reveal();
	const env = { DATABASE_URL: url, POSTS_SECRET: SECRET, SHOWRUN_API_KEY: KEY, XDG_STATE_HOME: own };
	return { env, sockets: [server.folder, sockets] };
}

function titleOf(body: string): string {
	return /"title":"(post \d+)"/.exec(body)?.[1] ?? body;
}

function settings(url: string): string {
	return `embedded:
  models: none
  store: { postgres: { url_env: DATABASE_URL } }
  accounts:
    - platform: youtube
      username: Acme
      webhook: { url: "${url}", secret_env: POSTS_SECRET, private_host: true }
`;
}
