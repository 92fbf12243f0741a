import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, postAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { relocations, renamerBetween } from "../../src/plan/moves.ts";
import { plan } from "../../src/plan/plan.ts";
import { absorb, workingCopy } from "../../src/state/snapshot/fold.ts";
import { schedule } from "../builders/schedule.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	operation,
	post,
	posted,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const place = { file: "k.campaign.yaml", line: 9, column: 3 };
const CLIP = addressOf(clip(0));
const SMALL = "k.rendition.talk.small" as AddressText;
const known: Snapshot = snapshot({
	[TALK]: settledVideo(),
	[CLIP]: posted(clip(0)),
	[SMALL]: settledVideo(),
});

const cases: Record<string, [moved: [string, string][], expected: string[]]> = {
	"a video takes its posts and renditions along": [
		[["video.talk", "video.keynote"]],
		[
			"k.video.talk > k.video.keynote",
			'k.post.shorts["talk@0-40000"].tube > k.post.shorts["keynote@0-40000"].tube',
			"k.rendition.talk.small > k.rendition.keynote.small",
		],
	],
	"a post": [
		[["post.shorts", "post.best"]],
		['k.post.shorts["talk@0-40000"].tube > k.post.best["talk@0-40000"].tube'],
	],
	"an account": [
		[["account.tube", "account.main"]],
		['k.post.shorts["talk@0-40000"].tube > k.post.shorts["talk@0-40000"].main'],
	],
	"a rendition": [
		[["rendition.talk.small", "rendition.talk.tiny"]],
		["k.rendition.talk.small > k.rendition.talk.tiny"],
	],
	"a campaign": [
		[["campaign.k", "campaign.new"]],
		[
			"k.video.talk > new.video.talk",
			'k.post.shorts["talk@0-40000"].tube > new.post.shorts["talk@0-40000"].tube',
			"k.rendition.talk.small > new.rendition.talk.small",
		],
	],
	"one after the other": [
		[
			["post.shorts", "post.best"],
			["post.best", "post.top"],
		],
		['k.post.shorts["talk@0-40000"].tube > k.post.top["talk@0-40000"].tube'],
	],
	"a name that only begins alike stays": [
		[
			["video.tal", "video.x"],
			["post.short", "post.y"],
			["account.ube", "account.z"],
		],
		[],
	],
	"nothing to move": [[["video.gone", "video.talk"]], []],
};

const moves = suite("renamings");
for (const [title, [given, expected]] of Object.entries(cases))
	moves(title, () => {
		const moved: Campaign["moved"] = given.map(([from, to]) => ({ from, to, place }));
		assert.equal(
			relocations([campaign({ moved })], known).map(({ from, to }) => `${from} > ${to}`),
			expected,
		);
	});

moves("an address that is taken is left alone", () => {
	const both = snapshot({ [TALK]: settledVideo(), ["k.video.keynote" as AddressText]: settledVideo() });
	assert.equal(
		relocations([campaign({ moved: [{ from: "video.talk", to: "video.keynote", place }] })], both),
		[],
	);
});

moves("what was moved is not done again, and nothing of it is forgotten", () => {
	const keynote = campaign({
		moved: [{ from: "video.talk", to: "video.keynote", place }],
		videos: [video({ name: "keynote" })],
		posts: [],
	});
	const { changes, moves: found } = plan(
		world({ campaigns: [keynote], state: snapshot({ [TALK]: settledVideo() }) }),
	);
	assert.equal(changes, []);
	assert.equal(found, [{ from: TALK, to: "k.video.keynote" as AddressText }]);
});

moves("state renames resources, attempts and moments alike", () => {
	const working = workingCopy({
		...known,
		operations: { o: operation({ id: "o", address: CLIP }) },
		ledger: [ledgerOf(clip(0))],
	});
	const to = 'k.post.best["talk@0-40000"].tube' as AddressText;
	absorb(working, { type: "moved", moves: [{ from: CLIP, to }], at: NOW });
	assert.equal([to in working.resources, CLIP in working.resources], [true, false]);
	assert.equal([working.operations.o?.address, working.ledger[0]?.address], [to, to]);
	assert.throws(
		() => absorb(working, { type: "moved", moves: [{ from: to, to: TALK }], at: NOW }),
		/which already exists in the state/,
	);
});

moves("a slot that was given moves along", () => {
	const slot = { account: "youtube:acme", at: epochMs(Date.parse("2026-11-25T08:00Z")) };
	const best = postAddress({ campaign: "k", item: "best", video: "talk", account: "tube" }, clip(0).moment);
	const posts = [post({ name: "best", schedule: "mornings", clips: { top: 1 }, handoverMs: 3_600_000 })];
	const campaigns = [
		campaign({
			posts,
			schedules: { mornings: schedule() },
			moved: [{ from: "post.shorts", to: "post.best", place }],
		}),
	];
	const { changes, moves, slots } = plan(
		world({ campaigns, state: snapshot({ [TALK]: settledVideo() }, { slots: { [CLIP]: slot } }) }),
	);
	assert.equal(
		[moves, slots, changes.map((change) => [change.address, change.action === "wait" && change.at])],
		[[{ from: CLIP, to: best }], undefined, [[best, slot.at]]],
	);
});

moves("between two campaigns are none", () => {
	assert.is(renamerBetween("k.video.talk", "other.video.speech"), undefined);
	assert.is(renamerBetween("talk", "speech"), undefined);
});
moves.run();
