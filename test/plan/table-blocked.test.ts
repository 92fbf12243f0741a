import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Account } from "../../src/model/account.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Post } from "../../src/model/campaign.ts";
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
	type Row,
	rendered,
	rendering,
	SMALL,
	scheduled,
	second,
	titled,
} from "../builders/rows.ts";
import {
	ACCOUNT,
	campaign,
	clip,
	NOW,
	operation,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	world,
} from "../builders/world.ts";

const publishFirst = `+ ${first}: clip-chosen`;
const failed = submitted({ status: "FAILED", error: "no speech" });
const TV = { ...ACCOUNT, username: "acme-tv" };
const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const OTHER = {
	platform: "youtube",
	username: "Other",
	timezone: "Europe/Berlin",
	premium: false,
	place,
} as const;
const later = (post: Post): Post => ({ ...post, at: { wall: "2026-11-24T13:00", place } });
const sending = (phase: "unknown" | "armed") =>
	snapshot(
		{ [TALK]: settledVideo() },
		{ operations: { "op-1": operation({ kind: "publish", address: first, phase }) } },
	);
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
			"a post that its rule held because it was late",
			{ state: done({ [first]: posted(clip(0), { status: "ERROR", tooLate: "held" }) }) },
			[`! ${first}: held-late`],
		],
		not: [
			"a late post that its rule skipped",
			{ state: done({ [first]: posted(clip(0), { status: "ERROR", tooLate: "skipped" }) }) },
			[],
		],
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
			{ campaigns: one(titled("New")), state: found({ [first]: posted() }) },
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
			{ campaigns: one(titled("New")), state: found({ [first]: scheduledPost }) },
			[`! ${first}: handed-over-differs`],
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
	{
		there: [
			"a post that goes to another account now is not sent again to the one it had",
			{
				campaigns: one().map((each) => ({ ...each, accounts: { ...each.accounts, tube: OTHER } })),
				...{ state: sending("unknown"), options: { idempotency: true } },
			},
			[`? ${first}: outcome-unknown`],
		],
		not: [
			"one that only goes out at another time is, and is moved then",
			{
				campaigns: one().map((each) => ({ ...each, posts: each.posts.map(later) })),
				...{ state: sending("unknown"), options: { idempotency: true } },
			},
			[`? ${first}: outcome-retried`],
		],
	},
];

const table = suite("the plan table: what needs a person");
for (const [mark, rows] of Object.entries({
	"!": attention,
	"?": unknown,
}))
	for (const { there, not } of rows)
		for (const side of [there, not])
			table(`${mark}  ${side === not ? "not " : ""}${side[0]}`, () => void check(side));

table("everything that needs a person says what to do", () => {
	for (const { there } of attention)
		for (const change of check(there).changes)
			if (change.action === "attention") assert.match(remedySentence(change.remedy), /\w{3,} .*[.`'"\]]$/);
});

table("an account that was lost names the posts at risk", () => {
	const state = found({ [first]: scheduledPost });
	const given = { state, accounts: [{ ...ACCOUNT, tokenValid: false }] };
	const made = check(["", given, [`! ${first}: handed-over-differs`, `! ${second}: account-token`]]);
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
		{ campaigns: one(titled("New")), state: found({ [first]: posted() }) },
		[`! ${first}: text-changed`],
	]).changes;
	assert.equal(change?.differences, [{ code: "text", field: "title", before: "Clip 0", after: "New" }]);
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
	assert.equal(remedyOf([TV]), {
		code: "rename-account",
		platform: "youtube",
		username: "Acme",
		connected: ["acme-tv"],
	});
	assert.equal(remedyOf([{ ...TV, platform: "tiktok" }]), { code: "connect-account", platform: "youtube" });
});

table.run();
