import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AddressText } from "../../src/model/address.ts";
import type { PostedElsewhere } from "../../src/model/elsewhere.ts";
import { type Extensions, NO_EXTENSIONS } from "../../src/model/extensions.ts";
import { Fault } from "../../src/model/fault.ts";
import { makePlan } from "../../src/reconcile/pass.ts";
import type { ElsewhereQuery } from "../../src/state/ledger/elsewhere.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { AFTER, asking, heldWorld } from "../builders/held.ts";
import { recordingWith, run } from "../builders/run.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	ledgerOf,
	post,
	posted,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
} from "../builders/world.ts";
import { fakeService } from "../fakes/service.ts";

const pass = suite("a pass");

pass("asks the ledger about the accounts of its campaigns, and heeds the one post it knows", async () => {
	const posted: PostedElsewhere = {
		...ledgerOf(clip(0), { operation: "op-elsewhere" }),
		elsewhere: { workspace: "d4e5f6" },
	};
	const asked: ElsewhereQuery[] = [];
	const campaigns = [campaign({ posts: [post({ clips: { top: 1 } })] })];
	const given = { store: memoryStore(), service: fakeService(), campaigns };
	const { changes } = await recordingWith(given, ({ recording, known }) => {
		const elsewhere = async (query: ElsewhereQuery) => {
			asked.push(query);
			return { posted: [posted], shared: [] };
		};
		const state = snapshot({ [TALK]: settledVideo() });
		return makePlan({ ...recording, elsewhere }, state, { ...known, accounts: [ACCOUNT] });
	});
	assert.equal(
		[asked.map(({ accounts }) => accounts.length), changes.map(({ reason }) => reason)],
		[[2], ["moment-posted"]],
	);
});

for (const [next, expected] of [
	["wait", "it is away"],
	["stop", "thrown"],
] as const)
	pass(
		`looks ahead, and what keeps it from that ${next === "stop" ? "is thrown" : "is said"} (${next})`,
		async () => {
			class Away extends Fault {
				readonly next = next;
			}
			const accountsAhead = () => Promise.reject(new Away("it is away"));
			const given = { store: memoryStore(), service: fakeService(), campaigns: [campaign()] };
			const unasked = await recordingWith(given, async ({ recording, known }) => {
				const inputs = { ...known };
				const made = makePlan({ ...recording, looksAhead: true, accountsAhead }, snapshot(), inputs);
				return made.then(
					() => inputs.foreseen?.unasked,
					() => "thrown",
				);
			});
			assert.is(unasked, expected);
		},
	);

pass("tells what feeds list, where there are any", async () => {
	const given = { store: memoryStore(), service: fakeService(), campaigns: [campaign({ posts: [] })] };
	const [without, withFeeds] = await recordingWith(given, async ({ recording, known }) => [
		await makePlan(recording, snapshot(), known),
		await makePlan(recording, snapshot(), { ...known, feeds: [] }),
	]);
	assert.is(without && "feeds" in without, false);
	assert.equal(withFeeds?.feeds, []);
});

pass("asks the ledger about a video before any account was read", async () => {
	const given = { store: memoryStore(), service: fakeService(), campaigns: [campaign({ posts: [] })] };
	let asked = 0;
	await recordingWith(given, ({ recording, known }) => {
		const elsewhere = async () => {
			asked++;
			return { posted: [], shared: [] };
		};
		return makePlan({ ...recording, elsewhere }, snapshot(), known);
	});
	assert.is(asked, 1);
});

pass("asks the ledger once while clips are made, and again before each plan that posts", async () => {
	const campaigns = [campaign()];
	const given = { store: memoryStore(), service: fakeService(), campaigns };
	const asked: number[] = [];
	await recordingWith(given, async ({ recording, known }) => {
		let times = 0;
		const elsewhere = async () => {
			times++;
			return { posted: [], shared: [] };
		};
		const inputs = { ...known, accounts: [ACCOUNT] };
		const [running, done] = [submitted({ status: "ONGOING" }), settledVideo()];
		for (const state of [undefined, running, running, running, done, done]) {
			await makePlan({ ...recording, elsewhere }, snapshot(state && { [TALK]: state }), inputs);
			asked.push(times);
		}
	});
	assert.equal(asked, [1, 1, 1, 1, 2, 3]);
});

pass("plans again for a post of another workspace and for one content in two sources", async () => {
	const campaigns = [campaign()];
	const given = { store: memoryStore(), service: fakeService(), campaigns };
	const posted: PostedElsewhere = { ...ledgerOf(clip(0)), elsewhere: { workspace: "d4e5f6" } };
	const shared = {
		...{ address: "k.post.x" as AddressText, account: "youtube:acme", source: "sha256:b" },
		moment: clip(0).moment,
	};
	const { notes = [] } = await recordingWith(given, ({ recording, known }) => {
		const elsewhere = async () => ({ posted: [posted], shared: [shared] });
		return makePlan({ ...recording, elsewhere }, snapshot(), known);
	});
	assert.equal(
		notes.map(({ rule }) => rule),
		["moments-posted"],
	);
});

pass("plans again for one content in two sources alone", async () => {
	const campaigns = [campaign()];
	const given = { store: memoryStore(), service: fakeService(), campaigns };
	const shared = {
		...{ address: 'k.post.a["talk@0-40000"].tube' as AddressText, account: "youtube:acme" },
		...{ source: ledgerOf(clip(0)).source, moment: clip(0).moment },
	};
	const { notes = [] } = await recordingWith(given, ({ recording, known }) => {
		const elsewhere = async () => ({ posted: [], shared: [shared] });
		const asked = { accounts: [ACCOUNT], foreseen: {} };
		return makePlan({ ...recording, elsewhere }, snapshot(), { ...known, ...asked });
	});
	assert.equal(
		notes.map(({ rule }) => rule),
		["same-content"],
	);
});

pass("plans with what the engine can do", async () => {
	const campaigns = [campaign({ posts: [] })];
	const given = { store: memoryStore(), service: fakeService(), campaigns };
	const { changes } = await recordingWith(given, ({ recording, known }) => {
		const engine = async () => ({ transcribes: true, noFfmpeg: "ffmpeg was not found" });
		return makePlan({ ...recording, engine }, snapshot(), known);
	});
	assert.equal(
		changes.map(({ action, reason }) => [action, reason]),
		[["attention", "clips-refused"]],
	);
});

pass(
	"asks the engine for the families of fonts that brands name, each once, and stops what lacks one",
	async () => {
		const captioned = { resolution: "720p", caption: { style: "temp-7", display: "original" } } as const;
		const videos = ["talk", "other"].map((name) => video({ name, export: captioned }));
		const campaigns = [campaign({ videos, posts: [], brand: { font: { family: "Acme" } } })];
		const asked: (readonly string[])[] = [];
		const given = { store: memoryStore(), service: fakeService(), campaigns };
		const { changes } = await recordingWith(given, ({ recording, known }) => {
			const engine = async (families: readonly string[]) => {
				asked.push(families);
				return { transcribes: true, lacksFonts: { Acme: "no such font" } };
			};
			return makePlan({ ...recording, engine }, snapshot(), known);
		});
		assert.equal(asked, [["Acme"]]);
		assert.equal(
			changes.map(({ action }) => action),
			["attention", "attention"],
		);
	},
);

pass("counts what it forgot", async () => {
	const store = memoryStore(snapshot({ [TALK]: settledVideo() }));
	const campaigns = [campaign({ videos: [], posts: [] })];
	const { report } = await run({ store, service: fakeService(), campaigns });
	assert.is(report.forgotten, 1);
});
pass(
	"has the service say whether it changes posts where one was asked for otherwise, and plans with it",
	async () => {
		const asked = asking(AFTER);
		const { store, held } = heldWorld();
		let declared: Extensions | undefined;
		const service = fakeService({
			publishTask: held.publishTask,
			extensions: () => declared,
			askExtensions: async () => {
				declared = { ...NO_EXTENSIONS, publishUpdate: true };
				return declared;
			},
		});
		const { changes } = await recordingWith({ store, service, campaigns: asked }, ({ recording, known }) =>
			makePlan(recording, recording.writer.snapshot(), known),
		);
		assert.equal(
			changes.map(({ action }) => action),
			["update"],
		);
	},
);

pass("asks nobody whether an account came back that a post waits for: the service says so", async () => {
	const service = fakeService({ accountList: [ACCOUNT] });
	const state = snapshot({
		[TALK]: settledVideo(),
		[addressOf()]: posted(clip(0), { status: "PENDING", needsAccount: true }),
	});
	const campaigns = [campaign({ posts: [post({ clips: { ranks: [0] } })] })];
	const options = { idempotency: false, publishStatus: true, replace: [] };
	const given = { store: memoryStore(), service, campaigns, over: { options } };
	const { changes } = await recordingWith(given, ({ recording, known }) => makePlan(recording, state, known));
	assert.equal(
		[changes.map(({ action, reason }) => `${action} ${reason}`), service.calls],
		[["attention post-needs-account"], []],
	);
});

pass("looks at the accounts of posts to come before a video is paid for, and no further ones", async () => {
	const service = fakeService({ accountList: [] });
	const given = { store: memoryStore(), service, over: { looksAhead: true } } as const;
	const { changes, notes = [] } = await recordingWith(given, ({ recording, known }) =>
		makePlan(recording, snapshot(), known),
	);
	assert.equal(
		[changes.map(({ action }) => action), notes.map(({ rule }) => rule)],
		[["submit", "publish-bounded"], ["account-not-connected"]],
	);
});

pass.run();
