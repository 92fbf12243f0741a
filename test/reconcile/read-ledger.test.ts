import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SourceIdentity } from "../../src/model/task.ts";
import { plan } from "../../src/plan/plan.ts";
import { readLedger } from "../../src/reconcile/read-ledger.ts";
import type { ElsewhereQuery } from "../../src/state/ledger/elsewhere.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { recordingWith } from "../builders/run.ts";
import { campaign, SOURCE, snapshot, video, world } from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";

const CAMPAIGNS = [campaign({ posts: [] })];
const URL = "https://cdn.example.com/talk.mp4";

/** What the ledger is asked about a plan of one video. */
function asked(source: SourceIdentity, campaigns = CAMPAIGNS): Promise<ElsewhereQuery | undefined> {
	const given = world({ campaigns, source });
	return recordingWith({ store: memoryStore(), service: fakeService(), campaigns }, async ({ recording }) => {
		let query: ElsewhereQuery | undefined;
		const elsewhere = async (each: ElsewhereQuery) => {
			query = each;
			return { posted: [], shared: [] };
		};
		const { sources, durations = {} } = given.observed;
		const { changes } = plan(given);
		await readLedger({ ...recording, elsewhere }, snapshot(), {
			...{ campaigns, sources: { sources, durations }, changes },
		});
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
reading.run();
