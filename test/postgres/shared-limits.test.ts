import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PostgresPlace } from "../../src/state/postgres/place.ts";
import { openRequests } from "../../src/state/postgres/requests.ts";
import { postgresStore } from "../../src/state/postgres/store.ts";
import { PutOffFault } from "../../src/state/put-off-fault.ts";
import type { StateStore } from "../../src/state/store.ts";
import { armed, outcome, postIntent, videoIntent } from "../builders/entries.ts";
import { submitted } from "../builders/world.ts";
import { withJudge } from "../drill/judge.ts";
import { faultOf, openNow } from "../state/folder.ts";
import { machines, settingsFor } from "./machines.ts";
import { postgresServer, urlOf } from "./server.ts";

const limits = suite("limits of all workspaces of a database");

async function withStores(
	work: (store: (workspace: string, over?: Partial<PostgresPlace>) => StateStore) => Promise<void>,
): Promise<void> {
	const { url } = await (await postgresServer()).database();
	await work((workspace, over = {}) => postgresStore({ url, workspace, ...over }));
}

const DAY_MS = 26 * 3_600_000;
const knowing = (...posts: string[]) => ({ posts: new Set(posts), windowMs: () => DAY_MS });

limits(
	"of two workspaces that post to a limited account at once one is put off, and goes on once planned",
	() =>
		withStores(async (store) => {
			const [one, two] = [await openNow(store("one")), await openNow(store("two"))];
			for (const writer of [one, two]) writer.counts?.(knowing());
			await one.append(postIntent("op-1", 0));
			await two.append(postIntent("op-2", 1));
			const results = await Promise.allSettled([one.append(armed("op-1")), two.append(armed("op-2"))]);
			const failed = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
			assert.is(failed.length, 1);
			assert.instance(failed[0], PutOffFault);
			const [winner, loser] = results[0]?.status === "fulfilled" ? ["op-1", two] : ["op-2", one];
			assert.equal(loser.snapshot().operations, {});
			loser.counts?.(knowing(winner));
			await loser.append(postIntent("op-3", 2));
			await loser.append(armed("op-3"));
			await one.close();
			await two.close();
		}),
);

limits("an account without limits, and posts that are far away, put nothing off", () =>
	withStores(async (store) => {
		const [one, two] = [await openNow(store("one")), await openNow(store("two"))];
		await one.append(postIntent("op-1", 0));
		await one.append(armed("op-1"));
		two.counts?.({ posts: new Set(), windowMs: () => undefined });
		await two.append(postIntent("op-2", 1));
		await two.append(armed("op-2"));
		two.counts?.({ posts: new Set(), windowMs: () => 0 });
		await two.append(postIntent("op-3", 2));
		await two.append(armed("op-3"));
		await one.close();
		await two.close();
	}),
);

limits("no more tasks are started at once than the service runs, whoever starts them", () =>
	withStores(async (store) => {
		const service = { name: "service", runningTasks: 1 };
		const [one, two] = [await openNow(store("one", { service })), await openNow(store("two", { service }))];
		await one.append(videoIntent("op-1"));
		await two.append(videoIntent("op-2"));
		const results = await Promise.allSettled([one.append(armed("op-1")), two.append(armed("op-2"))]);
		const failed = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
		assert.equal([failed.length, failed[0] instanceof PutOffFault], [1, true]);
		const [first, id, other] = results[0]?.status === "fulfilled" ? [one, "op-1", two] : [two, "op-2", one];
		await first.append(outcome(id, "done", submitted()));
		await other.append(videoIntent("op-3"));
		assert.instance(await faultOf(other.append(armed("op-3"))), PutOffFault);
		await first.append({
			...{ type: "resource", address: "k.video.talk", at: Date.now() },
			resource: { ...submitted(), status: "FAILED" },
		} as Parameters<typeof first.append>[0]);
		await first.close();
		await other.append(videoIntent("op-4"));
		await other.append(armed("op-4"));
		await other.close();
	}),
);

limits("one key makes no more requests a minute than it may, whichever machine makes them", async () => {
	const { url } = await (await postgresServer()).database();
	await (await openNow(postgresStore({ url, workspace: "one" }))).close();
	const machines = ["a key", "a key", "another key"].map((name) => openRequests(url, name));
	try {
		const asked = machines.map((each) => Promise.all(Array.from({ length: 6 }, () => each.take(5, 61_000))));
		const waits = (await Promise.all(asked)).map((each) => each.filter((ms) => ms > 0));
		const [one = [], two = [], other = []] = waits;
		assert.equal([one.length + two.length, other.length], [7, 1]);
		assert.ok([...one, ...two].every((ms) => ms <= 61_000));
		const cut = openRequests(urlOf("nowhere", "127.0.0.1", 1), "a key");
		assert.is(await cut.take(1, 61_000), 0);
		cut.close();
	} finally {
		for (const each of machines) each.close();
	}
});

/** A campaign of one video, whose clips an account may get one of a day. */
function daily(name: string): string {
	return `campaign: ${name}
timezone: UTC
accounts:
  yt: { platform: youtube, username: Acme, max_per_day: 1 }
videos:
  talk:
    source: https://videos.example.com/${name}.mp4
    clipping: { duration: 0-30s, limit: 3 }
    export: { resolution: 480p }
posts:
  shorts:
    from: talk
    clips: { top: 1 }
    to: { yt: { title: "{{ clip.title }}" } }
`;
}

limits("max_per_day counts the posts of every workspace, also of two that apply at the same moment", () =>
	withJudge(async (judge) => {
		const service = await judge.cell("daily", { faults: [], idempotency: false });
		const { url } = await (await postgresServer()).database();
		const { machine, commit } = machines(service);
		commit("campaign: talk\n");
		const all = ["one", "two"].map((name) => {
			const made = machine(name, url.reveal(), { settings: settingsFor(service, name) });
			writeFileSync(join(made.folder, "talk.campaign.yaml"), daily(name));
			return made;
		});
		const apply = ["apply", "--auto-approve"];
		const ended = await Promise.all(all.map((each) => each.run(apply)));
		assert.equal(
			ended.map(({ code }) => code),
			[0, 0],
			ended.map(({ out, err }) => out + err).join("\n"),
		);
		const posts = () => judge.commits("daily").filter(({ kind }) => kind === "publish").length;
		assert.is(posts(), 1);
		const again = await Promise.all(all.map((each) => each.run(apply)));
		assert.equal([again.map(({ code }) => code), posts()], [[0, 0], 1]);
		assert.match(again.map(({ out }) => out).join(""), /per day|a day/);
	}),
);

limits.run();
