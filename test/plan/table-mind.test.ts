import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Account } from "../../src/model/account.ts";
import { videoAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { Clip } from "../../src/model/clip.ts";
import { accountHealth } from "../../src/plan/account-health.ts";
import { remedySentence } from "../../src/views/sentences/remedies.ts";
import {
	at,
	bounded,
	check,
	DAY,
	done,
	first,
	found,
	of,
	one,
	place,
	posts,
	type Row,
	rendered,
	rendering,
	SMALL,
	scheduled,
	second,
	shifted,
	titled,
	to,
} from "../builders/rows.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	operation,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const publishFirst = `+ ${first}: clip-chosen`;
const failed = submitted({ status: "FAILED", error: "no speech" });
const renamed = (from: string, to_: string, over: Partial<Campaign>) => [
	campaign({ moved: [{ from, to: to_, place }], ...over }),
];
const keynote = { videos: [video({ name: "keynote" })], posts: [post({ from: "keynote" })] };
const TV = { ...ACCOUNT, username: "acme-tv" };
const KEYNOTE = videoAddress("k", "keynote");
const [firstShort, secondShort] = [first.replace("shorts", "clips"), second.replace("shorts", "clips")];
const sending = (phase: "unknown" | "armed") =>
	snapshot(
		{ [TALK]: settledVideo() },
		{ operations: { "op-1": operation({ kind: "publish", address: first, phase }) } },
	);
const recut = (clips: readonly Clip[], ledger = [ledgerOf()]) =>
	snapshot({ [TALK]: settledVideo(clips), [first]: posted() }, { ledger });
const cutAt = (ms: number) => addressOf(shifted(ms));
const scheduledPost = posted(clip(0), {
	status: "SCHEDULED",
	request: postRequest(clip(0), { scheduledAt: epochMs(NOW + DAY) }),
});

const attention: readonly Row[] = [
	{
		there: [
			"a failed task",
			{ campaigns: [campaign({ posts: [] })], state: found({ [TALK]: failed }) },
			[`! ${TALK}: task-failed`],
		],
		not: [
			"a failed task asked for again",
			{
				campaigns: [campaign({ posts: [] })],
				state: found({ [TALK]: failed }),
				options: { replace: [TALK] },
			},
			[`-/+ ${TALK}: replaced`],
		],
	},
	{
		there: [
			"a failed task with the settings it failed with",
			{ state: snapshot({ [TALK]: failed }) },
			[`! ${TALK}: task-failed`, '> k.post.shorts["talk@*"].tube: video-failed'],
		],
		not: [
			"a failed task with other settings",
			{ campaigns: of({ export: { resolution: "480p" } }), state: snapshot({ [TALK]: failed }) },
			[`-/+ ${TALK}: export-changed`, bounded()],
		],
	},
	{
		there: [
			"a failed rendition",
			{ campaigns: rendering(), state: done({ [SMALL]: rendered({ status: "FAILED" }) }) },
			[`! ${SMALL}: task-failed`],
		],
		not: [
			"a failed rendition asked for again",
			{
				campaigns: rendering(),
				state: done({ [SMALL]: rendered({ status: "FAILED" }) }),
				options: { replace: [SMALL] },
			},
			[`~ ${SMALL}: replaced`],
		],
	},
	{
		there: [
			"a post that could not be published",
			{ state: done({ [first]: posted(clip(0), { status: "ERROR" }) }) },
			[`! ${first}: post-failed`],
		],
		not: ["a post that was", { state: done() }, []],
	},
	{
		there: [
			"an account that is gone",
			{ campaigns: one(), state: found(), accounts: [] },
			[`! ${first}: account-missing`],
		],
		not: ["a gone account that nothing needs any more", { state: done(), accounts: [] }, []],
	},
	{
		there: [
			"an account renamed on its platform",
			{ campaigns: one(), state: found(), accounts: [TV] },
			[`! ${first}: account-missing`],
		],
		not: [
			"an account written in capitals",
			{ campaigns: one(), state: found(), accounts: [{ ...ACCOUNT, username: "ACME" }] },
			[publishFirst],
		],
	},
	{
		there: [
			"an account without a valid token",
			{ campaigns: one(), state: found(), accounts: [{ ...ACCOUNT, tokenValid: false }] },
			[`! ${first}: account-token`],
		],
		not: [
			"a token that only expires soon",
			{ campaigns: one(), state: found(), accounts: [{ ...ACCOUNT, tokenExpiringSoon: true }] },
			[publishFirst],
		],
	},
	{
		there: ["a missed slot", { campaigns: scheduled(), state: slotAt(-DAY) }, [`! ${first}: slot-missed`]],
		not: [
			"a missed slot that may become the next",
			{ campaigns: scheduled({}, { missed: { kind: "next-slot" } }), state: slotAt(-DAY) },
			[publishFirst],
		],
	},
	{
		there: [
			"a time that passed",
			{ campaigns: one(at("2026-11-21T12:59")), state: found() },
			[`! ${first}: too-late`],
		],
		not: [
			"a time that passed after its hand-over",
			{ campaigns: one(at("2026-11-21T12:59")), state: done() },
			[],
		],
	},
	{
		there: [
			"a text changed after posting",
			{ campaigns: one(titled("New {{ clip.title }}")), state: done() },
			[`! ${first}: text-changed`],
		],
		not: [
			"a text written otherwise that says the same",
			{ campaigns: one(titled("{{ clip.title | strip }}")), state: done() },
			[],
		],
	},
	{
		there: [
			"a text changed after hand-over, before its time",
			{ campaigns: one(titled("New")), state: done({ [first]: scheduledPost }) },
			[`! ${first}: text-changed`],
		],
		not: [
			"a text changed before hand-over is simply the text",
			{ campaigns: one(titled("New")), state: found() },
			[publishFirst],
		],
	},
];

function slotAt(ms: number) {
	return snapshot(
		{ [TALK]: settledVideo() },
		{ slots: { [first]: { account: "youtube:acme", at: epochMs(Date.UTC(2026, 10, 21, 8) + ms) } } },
	);
}

const unknown: readonly Row[] = [
	{
		there: [
			"a post that may have been sent",
			{ state: sending("unknown") },
			[`? ${first}: outcome-unknown`, `+ ${second}: clip-chosen`],
		],
		not: [
			"one that is being sent right now",
			{ state: sending("armed") },
			[`+ ${second}: clip-chosen`, `> ${first}: outcome-unknown`],
		],
	},
	{
		there: [
			"a removed post that may have been sent",
			{ campaigns: [campaign({ posts: [] })], state: sending("unknown") },
			[`? ${first}: outcome-unknown`],
		],
		not: ["a removed post that never was", { campaigns: [campaign({ posts: [] })], state: found() }, []],
	},
	{
		there: [
			"a removed post is not sent again, whatever the service",
			{ campaigns: [campaign({ posts: [] })], state: sending("unknown"), options: { idempotency: true } },
			[`? ${first}: outcome-unknown`],
		],
		not: [
			"what a service recognises says that it is sent again",
			{ campaigns: one(), state: sending("unknown"), options: { idempotency: true } },
			[`? ${first}: outcome-retried`],
		],
	},
];

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
			[`-/+ ${TALK}: replaced`, bounded(), `> ${SMALL}: clips-unknown`],
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
			{ campaigns: one({ repeat: 2 }), state: recut([shifted(100)]) },
			[`+ ${cutAt(100)}: clip-chosen`],
		],
	},
];

function inside(): Clip {
	return clip(0, { moment: { from: 10_000, to: 20_000 } });
}

const table = suite("the plan table: what needs a person, what is forgotten, and changes of mind");
for (const [mark, rows] of Object.entries({
	"!": attention,
	"?": unknown,
	".": forget,
	moved: moves,
	ledger: recuts,
}))
	for (const { there, not } of rows)
		for (const side of [there, not])
			table(`${mark}  ${side === not ? "not " : ""}${side[0]}`, () => void check(side));

table("everything that needs a person says what to do", () => {
	for (const { there } of [...attention, ...recuts])
		for (const change of check(there).changes)
			if (change.action === "attention") assert.match(remedySentence(change.remedy), /\w{3,} .*[.`'"\]]$/);
});

table("an account that was lost names the posts at risk", () => {
	const state = found({ [first]: scheduledPost });
	const given = { state, accounts: [{ ...ACCOUNT, tokenValid: false }] };
	const made = check(["", given, [`! ${second}: account-token`]]);
	const { campaigns } = world(given);
	const [account] = accountHealth({
		accounts: given.accounts,
		snapshot: state,
		campaigns,
		plan: made,
		now: NOW,
	});
	assert.equal(account?.atRisk, [
		{ address: first, at: NOW + DAY, handedOver: true },
		{ address: second, handedOver: false },
	]);
});

table("a changed text shows both", () => {
	const [change] = check([
		"",
		{ campaigns: one(titled("New")), state: done() },
		[`! ${first}: text-changed`],
	]).changes;
	assert.equal(change?.differences, [{ field: "title", before: "Clip 0", after: "New" }]);
});

table("a removed post that the service holds says when it goes out, and a public one does not", () => {
	const campaigns = [campaign({ posts: [] })];
	const lines = [`. ${first}: undeclared`, `. ${second}: undeclared`];
	const [held, out] = check(["", { campaigns, state: done({ [first]: scheduledPost }) }, lines]).changes;
	assert.equal(
		[held?.action === "forget" && held.at, out?.action === "forget" && out.at],
		[NOW + DAY, undefined],
	);
});

table("a missing account that may have been renamed names those that are connected", () => {
	const remedyOf = (accounts: readonly Account[]) => {
		const [change] = check([
			"",
			{ campaigns: one(), state: found(), accounts },
			[`! ${first}: account-missing`],
		]).changes;
		return change?.action === "attention" ? change.remedy : undefined;
	};
	assert.equal(remedyOf([TV]), { code: "rename-account", platform: "youtube", connected: ["acme-tv"] });
	assert.equal(remedyOf([{ ...TV, platform: "tiktok" }]), { code: "connect-account", platform: "youtube" });
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
	check(["", given, [`! ${second}: account-missing`]]);
	check(["", { ...given, accounts: [TV] }, [`+ ${second}: clip-chosen`]]);
});
table.run();
