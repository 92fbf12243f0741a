import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { doubled, withJudge } from "../drill/judge.ts";
import { ROOM, until } from "../journeys/program.ts";
import { asked, type Cluster, newCluster, urlOf } from "./cluster.ts";
import { campaignWith, type Machine, machines } from "./machines.ts";
import { type Between, proxyTo } from "./proxy.ts";
import { primary } from "./server.ts";

const failovers = suite("a replica that takes over");

/** Two servers behind one address. */
interface Pair {
	readonly url: string;
	/** The replica has what the first server has, and nothing of what comes now. */
	cut(): Promise<void>;
	/** The first server dies, and the replica is written to at the same address. */
	promote(): Promise<void>;
}

async function withPair(work: (pair: Pair) => Promise<void>): Promise<void> {
	const [first, folder] = [await primary(), mkdtempSync(join(ROOM, "pair-"))];
	const second = replicaOf(first);
	await second.start();
	let proxy: Between = await proxyTo(first.folder, folder);
	try {
		await work({
			url: urlOf("postgres", folder).reveal(),
			async cut() {
				await caughtUp(first, second);
				await second.kill();
			},
			async promote() {
				await first.kill();
				await proxy.close();
				await second.start();
				await asked(urlOf("postgres", second.folder), "SELECT pg_promote()");
				proxy = await proxyTo(second.folder, folder);
			},
		});
	} finally {
		await proxy.close();
		await Promise.all([first.kill(), second.kill()]);
	}
}

/** A replica of a server, not running yet. */
function replicaOf({ folder }: Cluster): Cluster {
	const replica = newCluster();
	replica.run("pg_basebackup", ["-h", folder, "-U", "showrun", "-D", replica.data, "-R", "--no-sync"]);
	return replica;
}

async function caughtUp(first: Cluster, second: Cluster): Promise<void> {
	const [row] = await asked(urlOf("postgres", first.folder), "SELECT pg_current_wal_lsn() AS place");
	const replayed = "SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS yes";
	await until(
		async () => (await asked(urlOf("postgres", second.folder), replayed, [row?.place]))[0]?.yes === true,
		{
			ms: 30_000,
		},
	);
}

async function applied({ run }: Machine): Promise<{ readonly code: number | null; readonly text: string }> {
	const { code, out, err } = await run(["apply", "--auto-approve"]);
	return { code, text: `${out}${err}` };
}

failovers("what it lacks is posted no second time, and nothing is sent until a person accepts it", () =>
	withPair((pair) =>
		withJudge(async (judge) => {
			const { machine, commit } = machines(await judge.cell("failover", { faults: [], idempotency: false }));
			const commits = () => judge.commits("failover");
			const posts = () => commits().filter(({ kind }) => kind === "publish").length;
			commit(campaignWith(1));
			const [one, two] = [machine("one", pair.url), machine("two", pair.url)];
			assert.is((await applied(one)).code, 0);
			await pair.cut();
			commit(campaignWith(2));
			one.pull();
			assert.is((await applied(one)).code, 0);
			await pair.promote();
			for (const each of [one, two]) each.pull();
			const [writer, other] = [await applied(one), await applied(two)];
			assert.equal([writer.code, other.code, posts()], [1, 1, 2]);
			assert.match(writer.text, /it ends with entry \d+, and this machine recorded entry \d+/);
			assert.match(other.text, /its server is on timeline 00000002, and was on 00000001 before/);
			const adopted = await one.run(["state", "adopt", "--auto-approve"]);
			assert.is(adopted.code, 0, adopted.err);
			commit(campaignWith(3));
			for (const each of [two, one]) {
				each.pull();
				const { text } = await applied(each);
				assert.match(text, /this moment of the source was already posted to this account/);
				assert.equal([posts(), doubled(commits())], [3, []]);
			}
		}),
	),
);

failovers.run();
