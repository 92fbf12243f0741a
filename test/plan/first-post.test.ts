import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign, Post } from "../../src/model/campaign.ts";
import { firstPostLeaves } from "../../src/plan/first-post.ts";
import { plan } from "../../src/plan/plan.ts";
import { DAY, expired, found, posts } from "../builders/rows.ts";
import {
	ACCOUNT,
	campaign,
	clip,
	type Given,
	ledgerOf,
	NOW,
	operation,
	post,
	posted,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const leaving = suite("the first post of all");

function unread(given: Given) {
	const { observed, ...rest } = world(given);
	const { accounts: _, ...others } = observed;
	return { ...rest, observed: others };
}

const { tube } = campaign().accounts;
if (tube === undefined) throw new Error("no account");
const limited = { accounts: { tube: { ...tube, maxPerDay: 1 } } };
const later = { wall: "2026-11-30T09:00", place: { file: "k.campaign.yaml", line: 1, column: 1 } };

const cases: Record<string, readonly [Given, boolean]> = {
	"leaves where its clip is known": [{ state: found() }, true],
	"leaves whatever else is asked for": [
		{ state: found(), campaigns: [campaign({ posts: [post(), post({ name: "late", at: later })] })] },
		true,
	],
	"does not where its clip is not known": [{}, false],
	"does not where it was posted": [{ state: found(posts, { ledger: [ledgerOf()] }) }, false],
	"does not where nobody knows whether it was posted": [
		{ state: found({}, { operations: { "op-1": operation({ kind: "publish" }) }, ledger: [ledgerOf()] }) },
		false,
	],
	"does not without its text": [
		{ state: found(), campaigns: [campaign({ posts: [post({ targets: targetsWith("") })] })] },
		false,
	],
	"does not where its results are gone": [{ state: snapshot({ [TALK]: expired(1) }) }, false],
	"is not told where it has a time": [
		{ state: found(), campaigns: [campaign({ posts: [post({ at: later })] })] },
		false,
	],
	"is not told where its account has limits": [
		{ state: found(), campaigns: [campaign({ ...limited })] },
		false,
	],
	"is not told where something was renamed": [
		{
			state: found(),
			campaigns: [campaign({ moved: [{ from: "post.a", to: "post.shorts", place: later.place }] })],
		},
		false,
	],
	"is not told where only some things are selected": [
		{ state: found(), options: { selected: () => true } },
		false,
	],
};
for (const [title, [given, expected]] of Object.entries(cases))
	leaving(title, () => assert.is(firstPostLeaves(unread(given)), expected));

leaving("needs no accounts where they are known", () => {
	assert.not(firstPostLeaves(world({ state: found(), accounts: [ACCOUNT] })));
});

function targetsWith(title: string): Post["targets"] {
	return post().targets.map((target) => ({ ...target, body: { title } }));
}

const anyPost = fc.record({
	name: fc.constantFrom("shorts", "more"),
	clips: fc.constantFrom({ top: 1 }, { top: 2 }, { ranks: [1] }, { ranks: [7] }),
	repeat: fc.constantFrom(1, 1, 2),
	at: fc.constantFrom(undefined, undefined, undefined, undefined, later),
	title: fc.constantFrom("{{ clip.title }}", "{{ clip.title }}", "same words", ""),
});
const anyLimits = fc.constantFrom({}, {}, {}, { maxPerDay: 1 }, { minGapMs: DAY });
const anyState = fc.constantFrom(
	...[
		found(),
		found(),
		found(),
		snapshot(),
		found(posts),
		found({ ...posts }, { ledger: [ledgerOf(), ledgerOf(clip(1))] }),
	],
	...[found({}, { ledger: [ledgerOf(clip(0), { address: TALK, at: epochMs(NOW - DAY) })] })],
	...[snapshot({ [TALK]: expired(1) }), found({}, { operations: { "op-1": operation() } })],
	found({ [TALK]: expired(-3), other: posted(clip(2), { acceptedAt: NOW }) }),
);

leaving("leaves only where a whole plan says that it needs the accounts", () => {
	let leave = 0;
	fc.assert(
		fc.property(
			fc.array(fc.tuple(anyPost, fc.constantFrom("k", "l")), { minLength: 1, maxLength: 4 }),
			anyLimits,
			anyState,
			(wanted, limits, state) => {
				const given = unread({ campaigns: campaignsOf(wanted, { ...tube, ...limits }), state });
				if (!firstPostLeaves(given)) return;
				leave++;
				assert.ok(plan(given).needsAccounts);
			},
		),
		{ numRuns: 1_000, seed: 20261128 },
	);
	assert.ok(leave > 60, `${leave} leave`);
});

type Wanted = readonly [
	{ readonly title: string; readonly at: typeof later | undefined } & Pick<Post, "name" | "clips" | "repeat">,
	string,
];

function campaignsOf(wanted: readonly Wanted[], account: NonNullable<typeof tube>): readonly Campaign[] {
	const names = [...new Set(wanted.map(([, name]) => name))];
	return names.map((name) => {
		const own = wanted.flatMap(([each, of]) => (of === name ? [each] : []));
		const byName = new Map(own.map(({ title, at, ...each }) => [each.name, { ...each, title, at }]));
		const all = [...byName.values()].map(({ title, at, ...each }) =>
			post({ ...each, ...(at && { at }), targets: targetsWith(title) }),
		);
		return campaign({ name, posts: all, accounts: { tube: account } });
	});
}

leaving.run();
