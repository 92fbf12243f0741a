import { suite } from "uvu";
import * as assert from "uvu/assert";
import { doubled, type Judge, withJudge } from "../drill/judge.ts";
import { until } from "../journeys/program.ts";
import { campaignWith, type Daemon, type Machines, machines } from "./machines.ts";
import { postgresServer } from "./server.ts";

const daemons = suite("several watches of one workspace");

interface Ground extends Machines {
	readonly url: string;
	/** Waits until the service executed so many posts, and says what it executed twice. */
	posted(count: number): Promise<void>;
	doubled(): readonly string[];
	count(): number;
}

let cells = 0;

async function withMachines(work: (ground: Ground) => Promise<void>): Promise<void> {
	await withJudge(async (judge: Judge) => {
		const name = `fleet-${++cells}`;
		const service = await judge.cell(name, { faults: [], idempotency: false });
		const { url } = await (await postgresServer()).database();
		const count = () => judge.commits(name).filter(({ kind }) => kind === "publish").length;
		await work({
			...{ ...machines(service), url: url.reveal(), count },
			posted: (wanted) => until(() => count() >= wanted, { ms: 60_000 }),
			doubled: () => doubled(judge.commits(name)),
		});
	});
}

async function ended(...running: readonly Daemon[]): Promise<void> {
	for (const each of running) each.kill("SIGTERM");
	assert.equal(
		await Promise.all(running.map(async (each) => (await each.ended).code)),
		running.map(() => 0),
	);
}

daemons("one leads, the other stands by and says so, and takes over after kill -9 and after SIGTERM", () =>
	withMachines(async ({ machine, commit, url, posted, doubled, count }) => {
		const head = commit(campaignWith(1));
		const [one, two] = [machine("one", url), machine("two", url)];
		const first = one.watch();
		await first.logged("leads");
		await posted(1);
		const second = two.watch();
		await second.logged("stands by");
		const { status, standby } = await second.ready();
		assert.equal([status, standby.includes(`pid ${first.pid}`)], ["standing by", true]);
		assert.is((await first.ready()).status, "ready");
		const { fleet } = JSON.parse((await two.run(["status", "--json"])).out);
		assert.equal(
			[fleet.leader.pid, fleet.standby.map(({ pid }: { pid: number }) => pid), fleet.applied.commit],
			[first.pid, [second.pid], head],
		);
		const { out } = await one.run(["status"]);
		assert.match(
			out.replace(/\s+/g, " "),
			new RegExp(`Active daemon: \\S+ \\(pid ${first.pid} of .* fence 1\\.`),
		);
		first.kill("SIGKILL");
		await second.logged("leads");
		commit(campaignWith(2));
		two.pull();
		await posted(2);
		one.pull();
		const third = one.watch();
		await third.logged("stands by");
		await ended(second);
		await third.logged("leads");
		commit(campaignWith(3));
		one.pull();
		await posted(3);
		await ended(third);
		assert.equal([count(), doubled()], [3, []]);
	}),
);

daemons("one that was stopped past its lease sends nothing when it goes on", () =>
	withMachines(async ({ machine, commit, url, posted, doubled, count }) => {
		commit(campaignWith(1));
		const [one, two, three] = [machine("one", url), machine("two", url), machine("three", url)];
		const first = one.watch();
		await first.logged("leads");
		await posted(1);
		const others = [two.watch(), three.watch()];
		for (const each of others) await each.logged("stands by");
		first.kill("SIGSTOP");
		await until(() => others.some((each) => each.lines("leads").length > 0), { ms: 60_000 });
		commit(campaignWith(2));
		for (const each of [one, two, three]) each.pull();
		await posted(2);
		first.kill("SIGCONT");
		await first.logged("stands by");
		assert.is((await first.ready()).status, "standing by");
		assert.equal([first.lines("leads").length, first.lines("sent").length], [1, 2]);
		await ended(first, ...others);
		assert.equal([count(), doubled()], [2, []]);
	}),
);

daemons("a checkout that is older than what was applied does not lead until it moves on", () =>
	withMachines(async ({ machine, commit, url, posted, count }) => {
		commit(campaignWith(1));
		const [one, two] = [machine("one", url), machine("two", url)];
		commit(campaignWith(2));
		two.pull();
		const newer = two.watch();
		await newer.logged("leads");
		await posted(2);
		const stale = one.watch();
		await stale.logged("does not lead");
		const { fleet } = JSON.parse((await one.run(["status", "--json"])).out);
		assert.is(typeof fleet.standby[0].staleCommit, "string");
		await ended(newer);
		await until(async () => {
			const said = JSON.parse((await one.run(["status", "--json"])).out).fleet;
			return said.leader === undefined && said.standby.length === 1;
		});
		assert.is(stale.lines("leads").length, 0);
		one.pull();
		await stale.logged("leads");
		await stale.logged("pass");
		await ended(stale);
		assert.is(count(), 2);
	}),
);

daemons.run();
