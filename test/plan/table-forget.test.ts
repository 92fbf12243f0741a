import { suite } from "uvu";
import * as assert from "uvu/assert";
import { videoAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { Clip } from "../../src/model/clip.ts";
import { plan } from "../../src/plan/plan.ts";
import { remedySentence } from "../../src/views/sentences/remedies.ts";
import {
	bounded,
	check,
	DAY,
	done,
	first,
	found,
	one,
	place,
	posts,
	type Row,
	rendered,
	rendering,
	SMALL,
	second,
	shifted,
	to,
} from "../builders/rows.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const publishFirst = `+ ${first}: clip-chosen`;
const TV = { ...ACCOUNT, username: "acme-tv" };
const scheduledPost = posted(clip(0), {
	status: "SCHEDULED",
	request: postRequest(clip(0), { scheduledAt: epochMs(NOW + DAY) }),
});

const renamed = (from: string, to_: string, over: Partial<Campaign>) => [
	campaign({ moved: [{ from, to: to_, place }], ...over }),
];
const keynote = { videos: [video({ name: "keynote" })], posts: [post({ from: "keynote" })] };
const KEYNOTE = videoAddress("k", "keynote");
const [firstShort, secondShort] = [first.replace("shorts", "clips"), second.replace("shorts", "clips")];
const recut = (clips: readonly Clip[], ledger = [ledgerOf()]) =>
	snapshot({ [TALK]: settledVideo(clips) }, { ledger });
const cutAt = (ms: number) => addressOf(shifted(ms));

const forget: readonly Row[] = [
	{
		there: [
			"a removed post",
			{ campaigns: [campaign({ posts: [] })], state: done() },
			[`. ${first}: undeclared`, `. ${second}: undeclared`],
		],
		not: ["a post of a clip that is merely not chosen", { campaigns: one(), state: done() }, []],
	},
	{
		there: [
			"a removed video, and its posts with it",
			{ campaigns: [campaign({ videos: [], posts: [] })], state: done() },
			[`. ${TALK}: undeclared`, `. ${first}: undeclared`, `. ${second}: undeclared`],
		],
		not: [
			"a campaign that is not loaded",
			{ campaigns: [campaign({ name: "other", videos: [], posts: [] })], state: done() },
			[],
		],
	},
	{
		there: ["a removed rendition", { state: done({ [SMALL]: rendered() }) }, [`. ${SMALL}: undeclared`]],
		not: [
			"a rendition whose clips are to be found again",
			{
				campaigns: rendering(),
				state: found({ [SMALL]: rendered(), ...posts }),
				options: { replace: [TALK] },
			},
			[`-/+ ${TALK}: replaced`, `> ${SMALL}: clips-unknown`],
		],
	},
];

const moves: readonly Row[] = [
	{
		there: [
			"a renamed video is another one",
			{ campaigns: [campaign(keynote)], state: done() },
			[
				`+ ${KEYNOTE}: absent`,
				bounded().replace("talk", "keynote"),
				`. ${TALK}: undeclared`,
				`. ${first}: undeclared`,
				`. ${second}: undeclared`,
			],
		],
		not: [
			"a moved video is the same",
			{ campaigns: renamed("video.talk", "video.keynote", keynote), state: done() },
			[],
		],
	},
	{
		there: [
			"a renamed post never posts again",
			{
				campaigns: [campaign({ posts: [post({ name: "clips" })] })],
				state: snapshot(
					{ [TALK]: settledVideo(), ...posts },
					{ ledger: [ledgerOf(clip(0)), ledgerOf(clip(1))] },
				),
			},
			[
				`! ${firstShort}: moment-posted`,
				`! ${secondShort}: moment-posted`,
				`. ${first}: undeclared`,
				`. ${second}: undeclared`,
			],
		],
		not: [
			"a moved post is the same",
			{
				campaigns: renamed("post.shorts", "post.clips", { posts: [post({ name: "clips" })] }),
				state: done(),
			},
			[],
		],
	},
];

const recuts: readonly Row[] = [
	{
		there: [
			"a later cut that shares 60 % of a posted moment",
			{ campaigns: one(), state: recut([shifted(16_000)]) },
			[`! ${cutAt(16_000)}: moment-posted`],
		],
		not: [
			"one that shares less is a new moment",
			{ campaigns: one(), state: recut([shifted(16_001)]) },
			[`+ ${cutAt(16_001)}: clip-chosen`],
		],
	},
	{
		there: [
			"a shorter cut inside a posted moment",
			{ campaigns: one(), state: recut([inside()]) },
			[`! ${addressOf(inside())}: moment-posted`],
		],
		not: [
			"the same stretch of another source",
			{ campaigns: one(), state: recut([inside()], [ledgerOf(clip(0), { source: "sha256:other" })]) },
			[`+ ${addressOf(inside())}: clip-chosen`],
		],
	},
	{
		there: [
			"a posted moment that only the ledger still knows",
			{ campaigns: one(), state: snapshot({ [TALK]: settledVideo() }, { ledger: [ledgerOf()] }) },
			[`! ${first}: moment-posted`],
		],
		not: [
			"a moment posted to another account",
			{
				campaigns: one(),
				state: snapshot(
					{ [TALK]: settledVideo() },
					{ ledger: [ledgerOf(clip(0), { account: "youtube:else", address: addressOf(clip(0), "second") })] },
				),
			},
			[publishFirst],
		],
	},
	{
		there: [
			"a moment posted before its account was renamed",
			{ campaigns: to({ username: "acme-tv" }), state: recut([shifted(100)]), accounts: [TV] },
			[`! ${cutAt(100)}: moment-posted`],
		],
		not: [
			"an overlap too small, whatever the account is called",
			{ campaigns: to({ username: "acme-tv" }), state: recut([shifted(20_000)]), accounts: [TV] },
			[`+ ${cutAt(20_000)}: clip-chosen`],
		],
	},
	{
		there: [
			"a posted moment said to be repeated once",
			{ campaigns: one({ repeat: 1 }), state: recut([shifted(100)]) },
			[`! ${cutAt(100)}: moment-posted`],
		],
		not: [
			"one said to be repeated twice",
			{
				campaigns: one({ repeat: 2 }),
				state: snapshot(
					{ [TALK]: settledVideo([shifted(100)]), [first]: posted() },
					{ ledger: [ledgerOf()] },
				),
			},
			[`+ ${first.replace('"]', '#2"]')}: clip-chosen`],
		],
	},
];

function inside(): Clip {
	return clip(0, { moment: { from: 10_000, to: 20_000 } });
}

const table = suite("the plan table: what is forgotten, renamed and posted before");
for (const [mark, rows] of Object.entries({ ".": forget, moved: moves, ledger: recuts }))
	for (const { there, not } of rows)
		for (const side of [there, not])
			table(`${mark}  ${side === not ? "not " : ""}${side[0]}`, () => void check(side));

table("a moment that was posted before says what to do", () => {
	for (const { there } of recuts)
		for (const change of check(there).changes)
			if (change.action === "attention") assert.match(remedySentence(change.remedy), /\w{3,} .*[.`'"\]]$/);
});

table("a removed post that the service holds stays known until it is out, and says when that is", () => {
	const campaigns = [campaign({ posts: [] })];
	const lines = [`. ${second}: undeclared`, `! ${first}: no-longer-asked`];
	const given = { campaigns, state: done({ [first]: scheduledPost }) };
	const [held] = check(["", given, lines.toReversed()]).changes;
	assert.is(held?.action === "attention" && held.at, NOW + DAY);
	const { observed, ...rest } = world(given);
	const later = plan({ ...rest, observed: { ...observed, now: epochMs(NOW + 2 * DAY) } });
	assert.equal(
		later.changes.map(({ address, action }) => `${action} ${address}`),
		[`forget ${first}`, `forget ${second}`],
	);
});

table("what is moved says from where to where", () => {
	const made = check(["", { campaigns: renamed("video.talk", "video.keynote", keynote), state: done() }, []]);
	assert.equal(made.moves?.[0], { from: TALK, to: KEYNOTE });
});

table("a renamed account keeps what was posted, and the rest needs the new one", () => {
	const given = {
		campaigns: to({ username: "acme-tv" }),
		state: found({ [first]: posted() }),
		accounts: [ACCOUNT],
	};
	check(["", given, [`! ${first}: posted-differs`, `! ${second}: account-missing`]]);
	check(["", { ...given, accounts: [TV] }, [`+ ${second}: clip-chosen`]]);
});
table.run();
