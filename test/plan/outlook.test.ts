import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { differencesOf } from "../../src/model/difference.ts";
import { outlookOf } from "../../src/plan/outlook.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	type Given,
	NOW,
	post,
	posted,
	request,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const URL_SOURCE = { kind: "url", url: "https://x.example/talk.mp4" } as const;
const FREE = { duration: "30-60s", moreResults: false, express: false } as const;
const settled = snapshot({ [TALK]: settledVideo() });

function costs(given: Given, durations: Record<string, number> = {}) {
	const of = world(given);
	return plan({ ...of, observed: { ...of.observed, durations } }).changes.flatMap((change) =>
		change.action === "submit" || change.action === "resubmit" ? [[change.units, change.unitsFrom]] : [],
	);
}

const costing = suite("what a task costs");
const cases: Record<string, [Given, Record<string, number>, unknown]> = {
	"follows from its length": [{}, { [TALK]: 90_000 }, [[3, "length"]]],
	"is half in express mode": [
		{
			campaigns: [
				campaign({
					videos: [video({ clipping: { duration: "30-60s", moreResults: false, express: true } })],
				}),
			],
		},
		{ [TALK]: 90_000 },
		[[1.5, "length"]],
	],
	"is not known where nothing tells": [{ source: URL_SOURCE }, {}, [[undefined, undefined]]],
	"is judged by what the same source cost before": [
		{ state: settled, options: { replace: [TALK] } },
		{},
		[[4, "history"]],
	],
	"else by what other tasks cost": [
		{
			state: snapshot({
				["other.video.x" as typeof TALK]: { ...settledVideo(), request: request({ source: URL_SOURCE }) },
			}),
		},
		{},
		[[4, "history"]],
	],
};
for (const [title, [given, durations, expected]] of Object.entries(cases))
	costing(title, () => assert.equal(costs(given, durations), expected));
costing.run();

function outlook(
	given: Given,
	over: { accounts?: readonly (typeof ACCOUNT)[] | undefined; requestsPerMinute?: number } = {},
) {
	const { campaigns, snapshot: state, observed, ...rest } = world(given);
	const made = plan({ campaigns, snapshot: state, observed, ...rest });
	return outlookOf({
		plan: made,
		campaigns,
		snapshot: state,
		accounts: [ACCOUNT],
		now: observed.now,
		requestsPerMinute: 15,
		...over,
	});
}

const looking = suite("the outlook of a plan");
looking("a new video: upload, submit, two looks; then its posts and one look at the accounts", () => {
	const { requests, posts, units, requestsPerMinute } = outlook({});
	assert.equal(
		{ requests, posts, units, requestsPerMinute },
		{
			requests: { least: 4, most: 7 },
			posts: { least: 0, most: 2 },
			units: { known: 3, estimated: 0, unknown: 0 },
			requestsPerMinute: 15,
		},
	);
});
looking("known posts: one request each, and the accounts", () => {
	assert.equal(outlook({ state: settled }).requests, { least: 3, most: 3 });
});
looking("nothing to do: no request", () => {
	const state = snapshot({
		[TALK]: settledVideo(),
		[addressOf()]: posted(),
		[addressOf(clip(1))]: posted(clip(1)),
	});
	assert.equal(outlook({ state }).requests, { least: 0, most: 0 });
});
looking(
	"a post that goes to another account: read, cancelled, read again, made anew, and the accounts",
	() => {
		const place = { file: "k.campaign.yaml", line: 1, column: 1 };
		const tube = { platform: "youtube", username: "Other", place, timezone: "UTC", premium: false } as const;
		const { request: sent, ...state } = posted();
		const scheduledAt = epochMs(NOW + 24 * 3_600_000);
		const at = { wall: "2026-11-22T12:00", place };
		const given = {
			campaigns: [
				campaign({
					timezone: "UTC",
					accounts: { tube },
					posts: [post({ clips: { ranks: [0] }, at })],
				}),
			],
			state: snapshot({
				[TALK]: settledVideo(),
				[addressOf()]: { ...state, request: { ...sent, scheduledAt }, status: "SCHEDULED" },
			}),
			accounts: [ACCOUNT, { ...ACCOUNT, id: "acc-2", username: "other" }],
			options: { publishCancel: true },
		} as const;
		assert.equal(outlook(given).requests, { least: 5, most: 5 });
	},
);
looking("a running task: looks without a bound on posts that has none", () => {
	const unbounded = campaign({ videos: [video({ clipping: FREE })], posts: [post({ clips: {} })] });
	assert.equal(
		outlook({
			campaigns: [unbounded],
			state: snapshot({ [TALK]: submitted({ request: request({ clipping: FREE }) }) }),
		}).posts,
		{ least: 0 },
	);
});
looking("without a limit there is no pace", () => {
	assert.is(outlook({}, { requestsPerMinute: Number.POSITIVE_INFINITY }).requestsPerMinute, undefined);
});
looking("names the posts that an expiring token puts at risk, and nothing while it is good", () => {
	const expiring = { ...ACCOUNT, tokenExpiringSoon: true };
	const [risk] = outlook({ state: settled, accounts: [expiring] }, { accounts: [expiring] }).atRisk;
	assert.equal(
		risk?.atRisk.map(({ address }) => address),
		[addressOf(), addressOf(clip(1))],
	);
	assert.equal(outlook({ state: settled }).atRisk, []);
	assert.equal(outlook({ state: settled }, { accounts: undefined }).atRisk, []);
});
looking.run();

const differing = suite("differences");
differing("are named field by field, with both sides", () => {
	assert.equal(differencesOf({ a: 1, b: { c: 2, d: [1] } }, { a: 1, b: { c: 3, d: [1, 2] }, e: "x" }, "n"), [
		{ field: "n.b.c", before: 2, after: 3 },
		{ field: "n.b.d", before: [1], after: [1, 2] },
		{ field: "n.e", after: "x" },
	]);
	assert.equal(differencesOf({ a: 1 }, { a: 1 }), []);
});
differing("stand in the plan of changed settings", () => {
	const [change] = plan(
		world({
			campaigns: [campaign({ videos: [video({ export: { resolution: "1080p" } })] })],
			state: settled,
		}),
	).changes;
	assert.equal(change?.differences, [{ field: "export.resolution", before: "720p", after: "1080p" }]);
});
differing.run();
