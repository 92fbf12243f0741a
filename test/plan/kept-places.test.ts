/** What was handed over keeps its place, whatever clips are found, and however they rank, later on. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadPatterns } from "../../src/compose/pattern.ts";
import { writtenClips, writtenTexts } from "../../src/compose/written.ts";
import { addressOfOccurrence } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { ClipSelection, Post } from "../../src/model/campaign.ts";
import { type Clip, overlap, SAME_MOMENT } from "../../src/model/clip.ts";
import type { PostedElsewhere } from "../../src/model/elsewhere.ts";
import type { ClipReview } from "../../src/model/review.ts";
import type { PostState, ResourceState } from "../../src/model/snapshot.ts";
import { keptPostsIn } from "../../src/plan/desired/kept-posts.ts";
import { plan } from "../../src/plan/plan.ts";
import { findingDetail } from "../../src/views/sentences/findings.ts";
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
	TALK,
	world,
} from "../builders/world.ts";

const DAY = 86_400_000;
const place = { file: "k.clips.yaml", line: 7, column: 5 };
/** Found first: the best clip begins at 0, the next at 100 s, and so on. */
const [a, b, c, d, e] = [clip(0), clip(1), clip(2), clip(3), clip(4)];

interface Case {
	/** What the post entry asks for, and what it asked for when something was handed over. */
	readonly clips: ClipSelection;
	readonly before?: ClipSelection;
	readonly handedOver?: readonly Clip[];
	/** Changes what the state holds of each. */
	readonly as?: (state: PostState) => PostState;
	/** The clips as a later task ranks them, best first. Absent: they are to be found again. */
	readonly found?: readonly Clip[];
	readonly post?: Partial<Post>;
	readonly reviews?: readonly ClipReview[];
	readonly elsewhere?: readonly PostedElsewhere[];
	readonly more?: Record<string, ResourceState>;
}

const ranked = (clips: readonly Clip[]) => clips.map((each, idx) => ({ ...each, idx, score: 90 - idx * 10 }));
const shifted = (of: Clip, ms: number): Clip => ({
	...of,
	moment: { from: of.moment.from + ms, to: of.moment.to + ms },
});

/** In a day, as a state of this version records it. */
function handed(of: Clip, asked: ClipSelection): PostState {
	const request = postRequest(of, {
		body: { title: of.title },
		asked: { texts: writtenTexts(TARGET, campaign()), clips: writtenClips(asked) },
		scheduledAt: epochMs(NOW + DAY),
	});
	return { kind: "post", request, taskId: "p-1", acceptedAt: NOW, status: "SCHEDULED" };
}

function told({
	clips,
	before = clips,
	handedOver = [a, b],
	as = (state) => state,
	...given
}: Case): string[] {
	const { found, post: over = {}, reviews, elsewhere, more = {} } = given;
	const asked = campaign({
		posts: [post({ clips, at: { wall: "2026-11-22T13:00", place }, targets: [TARGET], ...over })],
		...(reviews && { reviews: { talk: reviews } }),
	});
	const posts = Object.fromEntries(handedOver.map((each) => [addressOf(each), as(handed(each, before))]));
	const ledger = handedOver.map((each, at) =>
		ledgerOf(each, { address: addressOf(each), operation: `op-${at}` }),
	);
	const state = snapshot({ [TALK]: settledVideo(ranked(found ?? [])), ...posts, ...more }, { ledger });
	const of = world({ campaigns: [asked], state, options: found === undefined ? { replace: [TALK] } : {} });
	const { changes, notes = [] } = plan({
		...of,
		observed: { ...of.observed, ...(elsewhere && { elsewhere }) },
	});
	return [
		...changes
			.filter(({ address }) => address !== TALK)
			.map((change) => {
				const most = change.action === "publish-bounded" ? ` 0..${change.atMost ?? "n"}` : "";
				return `${change.action}${most} ${/@([^"-]*)/.exec(change.address)?.[1]} ${change.reason}`;
			}),
		...notes.map(({ finding }) => findingDetail(finding)),
	];
}

const TARGET = { account: "tube", place, body: { title: "{{ clip.title }}" }, places: {} };
const two =
	"2 handed-over posts stay although other clips rank higher now. Ask for more in `clips` to post those too.";
const POSTED_BEFORE = `2 moments were posted before (${addressOf(a)}); clips that overlap are not posted again.`;
const one =
	"1 handed-over post stays although other clips rank higher now. Ask for more in `clips` to post those too.";
const fewer = "although `clips` asks for fewer now. Nothing that was handed over is taken back.";
const refused: ClipReview = { moment: a.moment, place, bind: "", approve: false, words: {}, voided: false };

const nothing: Record<string, Case> = {
	"the ranking of before": { clips: { top: 2 }, found: [a, b, c] },
	"another order of the same clips": { clips: { top: 2 }, found: [b, a, c] },
	"cuts that moved a little": { clips: { top: 2 }, found: [shifted(b, 900), shifted(a, -100), c] },
	"a cut that shares exactly as much of the moment as the same one must": {
		clips: { top: 2 },
		found: [shifted(a, 16_000), b, c],
	},
	"other words and scores": {
		clips: { minScore: 75 },
		found: [b, a].map((each) => ({ ...each, title: "Anew" })),
	},
	"a score that fell below the least": { clips: { minScore: 85 }, found: [b, a] },
	"words that no longer match": {
		clips: { match: "^clip" },
		found: [a, b].map((each) => ({ ...each, title: "Anew", description: "" })),
	},
	"a lead that ends before its time": { clips: { top: 2 }, found: [a, b, c], post: { handoverMs: DAY / 2 } },
	"no clip at all any more": { clips: { top: 2 }, found: [] },
	"a state of 0.1.0": {
		clips: { top: 2 },
		found: [a, b],
		as: ({ request: { asked: _, ...request }, ...state }) => ({ ...state, request }),
	},
};

const cases: Record<string, [Case, readonly string[]]> = {
	"better clips take no place": [{ clips: { top: 2 }, found: [c, d, a, b] }, [two]],
	"nor where only one was handed over: the best one is posted beside it": [
		{ clips: { top: 2 }, handedOver: [a], found: [c, d, a] },
		["publish 200000 clip-chosen", one],
	],
	"nor their ranks": [{ clips: { ranks: [0, 1] }, found: [c, d, a, b] }, [two]],
	"nor where the old clips are gone": [{ clips: { top: 2 }, found: [c, d, e] }, [two]],
	"nor by a pin": [
		{ clips: { top: 2, pin: [{ from: 200_000, to: 240_000 }] }, before: { top: 2 }, found: [c, a, b] },
		[one],
	],
	"a raised top adds the best of the others": [
		{ clips: { top: 3 }, before: { top: 2 }, found: [c, d, a, b] },
		["publish 200000 clip-chosen", one],
	],
	"a lowered top takes nothing back": [
		{ clips: { top: 1 }, before: { top: 2 }, found: [a, b, c] },
		[`1 handed-over post stays ${fewer}`],
	],
	"a lowered top takes nothing back after another ranking either": [
		{ clips: { top: 1 }, before: { top: 2 }, found: [c, d, a, b] },
		[`2 handed-over posts stay ${fewer}`],
	],
	"a rank that nobody had is free": [
		{ clips: { ranks: [0, 1, 2] }, before: { ranks: [0, 1] }, found: [c, d, e, a, b] },
		["publish 400000 clip-chosen", two],
	],
	"a rank that is taken away by a person gives the post up": [
		{ clips: { ranks: [1] }, before: { ranks: [0, 1] }, found: [a, b, c] },
		["attention 0 no-longer-asked"],
	],
	"a raised least score gives up what is below it": [
		{ clips: { minScore: 85 }, before: { minScore: 75 }, found: [a, b] },
		["attention 100000 no-longer-asked"],
	],
	"but not where its clip is gone, so that its score is not known": [
		{ clips: { minScore: 85 }, before: { minScore: 75 }, found: [a] },
		[],
	],
	"a stretch that a person skips gives the post up, and its place": [
		{ clips: { top: 2, skip: [{ from: 0, to: 1_000 }] }, before: { top: 2 }, found: [a, b, c] },
		["attention 0 no-longer-asked", "publish 200000 clip-chosen"],
	],
	"a clip that a person refuses gives the post up, and its place": [
		{ clips: { top: 2 }, found: [a, b, c], reviews: [refused] },
		["attention 0 no-longer-asked", "publish 200000 clip-chosen"],
	],
	"a refused clip of a later cut does so too": [
		{
			clips: { top: 2 },
			found: [shifted(a, 500), b, c],
			reviews: [{ ...refused, moment: shifted(a, 500).moment }],
		},
		["attention 0 no-longer-asked", "publish 200000 clip-chosen"],
	],
	"an edited time is told of what keeps its place too": [
		{ clips: { top: 2 }, found: [c, d, a], post: { at: { wall: "2026-11-22T15:00", place } } },
		["attention 100000 handed-over-differs", "attention 0 handed-over-differs", two],
	],
	"clips that are to be found again get no place": [
		{ clips: { top: 2 } },
		["2 handed-over posts stay in `clips`, with no room for a new clip. Ask for more there to post some."],
	],
	"clips that are to be found again get those that are left": [
		{ clips: { top: 5 } },
		["publish-bounded 0..3 * clips-unknown", POSTED_BEFORE],
	],
	"a failed post keeps its place for a person to see": [
		{ clips: { top: 2 }, found: [c, d, a, b], as: (state) => ({ ...state, status: "ERROR" }) },
		["attention 0 post-failed", "attention 100000 post-failed", two],
	],
	"a post that a person cancelled keeps its place too: no clip is posted instead": [
		{
			clips: { top: 2 },
			found: [c, d, a, b],
			as: (state) => ({ ...state, status: "CANCELLED", withdrawn: { at: NOW, by: "ann" } }),
		},
		["attention 0 withdrawn", "attention 100000 withdrawn", two],
	],
};

const mirror = (of: Clip, at: number): PostedElsewhere => ({
	...ledgerOf(shifted(of, 5_000), { address: addressOf(of), operation: `op-${at}`, source: "sha256:mirror" }),
	elsewhere: {},
});

await loadPatterns();
const kept = suite("what was handed over keeps its place");
for (const [title, given] of Object.entries(nothing))
	kept(`nothing changes: ${title}`, () => assert.equal(told(given), []));
for (const [title, [given, expected]] of Object.entries(cases))
	kept(title, () => assert.equal(told(given), expected));

kept("in another file that holds the same content", () => {
	const as = (state: PostState): PostState => ({
		...state,
		request: { ...state.request, source: "sha256:mirror-of" },
	});
	const known = [mirror(a, 0), mirror(b, 1)].map((each) => ({ ...each, source: `sha256:${"a".repeat(64)}` }));
	const found = [c, shifted(a, 5_000), shifted(b, 5_000)];
	assert.equal(told({ clips: { top: 2 }, found, as, elsewhere: known }), [one]);
	assert.equal(told({ clips: { top: 2 }, found: [c, d], as }), [
		"attention 0 no-longer-asked",
		"attention 100000 no-longer-asked",
		"publish 200000 clip-chosen",
		"publish 300000 clip-chosen",
	]);
});

const unsure: Record<string, readonly Clip[]> = { "": [c, d, a], " and its clip is gone": [c, d] };
for (const [where, found] of Object.entries(unsure))
	kept(`and so does one of which nobody knows yet whether it was${where}`, () => {
		const unknown = operation({ kind: "publish", address: addressOf(a), wanted: postRequest(a) });
		const state = snapshot({ [TALK]: settledVideo(ranked(found)) }, { operations: { "op-1": unknown } });
		const asked = campaign({ posts: [post({ clips: { top: 1 } })] });
		const { changes } = plan(world({ campaigns: [asked], state }));
		assert.equal(
			changes.map(({ action, address }) => `${action} ${address}`),
			[`unknown ${addressOf(a)}`],
		);
	});

kept("for each account by itself", () => {
	const targets = [TARGET, { ...TARGET, account: "second" }];
	const state = snapshot({ [TALK]: settledVideo(ranked([c, a])), [addressOf(a)]: handed(a, { top: 1 }) });
	const over = { clips: { top: 1 }, at: { wall: "2026-11-22T13:00", place }, targets };
	const other = { platform: "youtube", username: "Other", place, timezone: "UTC", premium: false } as const;
	const asked = campaign({ posts: [post(over)], accounts: { ...campaign().accounts, second: other } });
	const made = plan(world({ campaigns: [asked], state }));
	assert.equal(
		made.changes.map(({ address }) => address),
		[addressOf(c, "second")],
	);
});

kept("for a further post whose cut shares exactly as much of the moment as the same one must", () => {
	const target = { campaign: "k", item: "shorts", video: "talk", account: "tube" };
	const further = { ...c, moment: { from: 16_000, to: 56_000 } };
	assert.is(overlap(a.moment, further.moment), SAME_MOMENT);
	const state = snapshot({
		[addressOf(a)]: handed(a, {}),
		[addressOf(further)]: posted(further, { request: { ...handed(further, {}).request, repeat: 2 } }),
	});
	const posts = keptPostsIn(state, {})(target, handed(a, {}).request.source);
	assert.equal(
		posts.map(({ address }) => address),
		[addressOf(a)],
	);
});

kept("and is moved in place although its clip is gone, with what was recorded of its texts", () => {
	const state = snapshot({ [TALK]: settledVideo(ranked([c])), [addressOf(a)]: handed(a, { top: 1 }) });
	const target = { ...TARGET, body: { title: "New: {{ clip.title }}" } };
	const over = { clips: { top: 1 }, at: { wall: "2026-11-22T15:00", place }, targets: [target] };
	const options = { publishUpdate: true };
	const [change] = plan(world({ campaigns: [campaign({ posts: [post(over)] })], state, options })).changes;
	const before = handed(a, { top: 1 }).request;
	assert.equal(change?.action === "update" && change.request, {
		...before,
		scheduledAt: epochMs(Date.UTC(2026, 10, 22, 14)),
	});
});

kept("and is not cancelled for another account while its clip is gone", () => {
	const state = snapshot({ [TALK]: settledVideo(ranked([c])), [addressOf(a)]: handed(a, { top: 1 }) });
	const targets = [{ ...TARGET, account: "tube" }];
	const [tube] = Object.values(campaign().accounts);
	if (tube === undefined) throw new Error("The campaign has no account.");
	const asked = campaign({
		accounts: { tube: { ...tube, username: "Other" } },
		posts: [post({ clips: { top: 1 }, at: { wall: "2026-11-22T13:00", place }, targets })],
	});
	const accounts = [ACCOUNT, { ...ACCOUNT, id: "acc-2", username: "other" }];
	const given = {
		campaigns: [asked],
		state,
		accounts,
		options: { publishUpdate: true, publishCancel: true },
	};
	assert.equal(
		plan(world(given)).changes.map(({ action, reason }) => `${action} ${reason}`),
		["attention handed-over-differs"],
	);
});

kept(
	"and beyond the places that are asked for it is not cancelled for another account, nor made anew",
	() => {
		const [tube] = Object.values(campaign().accounts);
		if (tube === undefined) throw new Error("The campaign has no account.");
		const asked = campaign({
			accounts: { tube: { ...tube, username: "Other" } },
			posts: [post({ clips: { top: 1 }, at: { wall: "2026-11-22T13:00", place } })],
		});
		const told = (worst: PostState) =>
			plan(
				world({
					campaigns: [asked],
					state: snapshot({
						[TALK]: settledVideo(),
						[addressOf(b)]: worst,
						[addressOf(a)]: handed(a, { top: 2 }),
					}),
					accounts: [ACCOUNT, { ...ACCOUNT, id: "acc-2", username: "other" }],
					options: { publishUpdate: true, publishCancel: true },
				}),
			).changes.map(({ address, action }) => `${action} ${address === addressOf(a) ? "best" : "worst"}`);
		assert.equal(told(handed(b, { top: 2 })), ["attention worst", "replace best"]);
		const withdrawn = { at: NOW, by: "showrun apply", cause: "replaced" } as const;
		assert.equal(told({ ...handed(b, { top: 2 }), status: "CANCELLED", withdrawn }), ["replace best"]);
	},
);

kept("and its further posts are of the moment it has now", () => {
	const state = snapshot(
		{ [TALK]: settledVideo(ranked([c, shifted(a, 500)])), [addressOf(a)]: handed(a, { top: 1 }) },
		{ ledger: [ledgerOf(a)] },
	);
	const asked = campaign({ posts: [post({ clips: { top: 1 }, repeat: 2 })] });
	const [change] = plan(
		world({ campaigns: [asked], state, options: { selected: () => true } }),
	).changes.filter(({ action }) => action === "publish");
	assert.is(change?.address, addressOfOccurrence(addressOf(a), 2));
	assert.equal(change?.action === "publish" && change.request.moment, shifted(a, 500).moment);
});
kept.run();
