import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Account } from "../../src/model/account.ts";
import { defined } from "../../src/model/defined.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import type { SourceIdentity } from "../../src/model/task.ts";
import { plan } from "../../src/plan/plan.ts";
import { readLedger } from "../../src/reconcile/read-ledger.ts";
import type { ElsewhereQuery } from "../../src/state/ledger/elsewhere.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { recordingWith } from "../builders/run.ts";
import { schedule } from "../builders/schedule.ts";
import {
	ACCOUNT,
	campaign,
	ledgerOf,
	SOURCE,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";

const CAMPAIGNS = [campaign({ posts: [] })];
const URL = "https://cdn.example.com/talk.mp4";

interface Known {
	readonly durationMs: number;
	readonly accounts: readonly Account[] | undefined;
	readonly state: Snapshot;
}

/** What the ledger is asked about a plan of one video. */
function asked(
	source: SourceIdentity,
	campaigns = CAMPAIGNS,
	{ durationMs = 90_000, accounts, state = snapshot() }: Partial<Known> = {},
): Promise<ElsewhereQuery | undefined> {
	const given = world({ campaigns, source, state });
	return recordingWith({ store: memoryStore(), service: fakeService(), campaigns }, async ({ recording }) => {
		let query: ElsewhereQuery | undefined;
		const elsewhere = async (each: ElsewhereQuery) => {
			query = each;
			return { posted: [], shared: [] };
		};
		const { sources } = given.observed;
		const durations = { [TALK]: durationMs };
		const { changes } = plan(given);
		await readLedger(
			{ ...recording, elsewhere },
			{ ...state, ledger: [ledgerOf()] },
			{
				...{ campaigns, sources: { sources, durations }, changes, ...defined({ accounts }) },
			},
		);
		return query;
	});
}

const reading = suite("the ledger is asked");
reading("about the files of the videos that change", async () => {
	const { files, declared } = (await asked(SOURCE)) ?? {};
	assert.equal(
		[files, declared],
		[[{ key: `sha256:${"a".repeat(64)}`, path: "/talk.mp4", durationMs: 90_000 }], []],
	);
});

reading("about what a plan would post: two moments inside of clips that nobody knows", async () => {
	const planned = await Promise.all(
		[90_000, 40_000, 0].map(async (durationMs) => {
			const query = await asked(SOURCE, [campaign()], { durationMs });
			return (query?.planned ?? []).map(({ moment }) => [moment.from, moment.to]);
		}),
	);
	assert.equal(planned, [
		[
			[20_000, 40_000],
			[50_000, 70_000],
		],
		[[0, 40_000]],
		[[0, 1]],
	]);
});

reading("about a post with its address, content and account, and not about its own attempts", async () => {
	const { planned, own } = (await asked(SOURCE, [campaign()])) ?? {};
	const { moment: _, ...first } = planned?.[0] ?? ({} as never);
	const content = `sha256:${"a".repeat(64)}`;
	assert.equal(first, { address: 'k.post.shorts["talk@*"].tube', content, account: "youtube:acme" });
	assert.equal([...(own ?? [])], ["op-1"]);
});

reading("about clips of the content they were made from, whatever the campaign names now", async () => {
	const made = settledVideo();
	const other = { kind: "file", sha256: "b".repeat(64) } as const;
	const state = snapshot({ [TALK]: { ...made, request: { ...made.request, source: other } } });
	const { planned = [] } = (await asked(other, [campaign()], { state })) ?? {};
	const moved = (await asked(SOURCE, [campaign()], { state }))?.planned ?? [];
	const contents = (all: typeof planned) => [...new Set(all.map(({ content }) => content))];
	assert.equal(contents(planned), [`sha256:${"b".repeat(64)}`]);
	assert.ok(contents(moved).includes(`sha256:${"a".repeat(64)}`), JSON.stringify(moved));
});

reading("about its accounts by their ids, and about every id that the service lists", async () => {
	const other = { ...ACCOUNT, id: "acc-2", username: "other" };
	const { accounts, listed } = (await asked(SOURCE, [campaign()], { accounts: [ACCOUNT, other] })) ?? {};
	assert.equal(
		[accounts?.map(({ id }) => id), [...(listed ?? [])]],
		[
			["acc-1", "acc-1"],
			["acc-1", "acc-2"],
		],
	);
	const unread = await asked(SOURCE, [campaign()]);
	assert.equal([unread?.accounts.map(({ id }) => id), unread?.listed], [[undefined, undefined], undefined]);
});

reading("about the content that a campaign declares at an address", async () => {
	const source = { kind: "url", url: URL, id: "talk-1" } as const;
	const campaigns = [campaign({ videos: [video({ source })], posts: [] })];
	const { files, declared } = (await asked(source, campaigns)) ?? {};
	assert.equal([files, declared], [[], [["id:talk-1", `url:${URL}`]]]);
});

reading("about no declared content where an address has no id", async () => {
	const source = { kind: "url", url: URL } as const;
	const campaigns = [campaign({ videos: [video({ source })], posts: [] })];
	assert.equal((await asked(source, campaigns))?.declared, []);
});

reading("about times where an account has limits, or posts may take slots", async () => {
	const plain = campaign();
	const [name = "", account] = Object.entries(plain.accounts)[0] ?? [];
	if (account === undefined) throw new Error("no account");
	const limited = (limits: object) =>
		campaign({ accounts: { ...plain.accounts, [name]: { ...account, ...limits } } });
	const campaigns = {
		plain,
		"a day": limited({ maxPerDay: 3 }),
		"a gap": limited({ minGapMs: 60_000 }),
		slots: campaign({ schedules: { daily: schedule({}) } }),
	};
	const timed: Record<string, unknown> = {};
	for (const [title, each] of Object.entries(campaigns))
		timed[title] = (await asked(SOURCE, [each]))?.timed ?? false;
	assert.equal(timed, { plain: false, "a day": true, "a gap": true, slots: true });
});
reading.run();
