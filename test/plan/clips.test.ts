import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadPatterns } from "../../src/compose/pattern.ts";
import { type AddressText, postAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign, Post } from "../../src/model/campaign.ts";
import type { Clip } from "../../src/model/clip.ts";
import type { Change, PublishChange } from "../../src/model/plan.ts";
import { bindOf, type ClipReview } from "../../src/model/review.ts";
import type { ResourceState } from "../../src/model/snapshot.ts";
import { sourceKey } from "../../src/model/source-key.ts";
import { accountHealth } from "../../src/plan/account-health.ts";
import { pendingReviews } from "../../src/plan/pending.ts";
import { plan } from "../../src/plan/plan.ts";
import { findingDetail } from "../../src/views/sentences/findings.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	operation,
	post,
	posted,
	postRequest,
	SOURCE,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const KEY = sourceKey(SOURCE);
const place = { file: "k.clips.yaml", line: 7, column: 5 };

/** What somebody said about a clip as it is. */
function review(of: Clip, over: Partial<ClipReview> = {}): ClipReview {
	return { moment: of.moment, place, bind: bindOf(KEY, of), words: {}, voided: false, ...over };
}

interface Case {
	readonly reviews: readonly ClipReview[];
	readonly post?: Partial<Post>;
	readonly over?: Partial<Campaign>;
	readonly clips?: readonly Clip[];
	readonly state?: Record<AddressText, ResourceState>;
}

function planned({ reviews, post: of = {}, over = {}, clips, state = {} }: Case) {
	const asked = campaign({
		posts: [post({ review: "required", ...of })],
		reviews: { talk: reviews },
		...over,
	});
	return plan(world({ campaigns: [asked], state: snapshot({ [TALK]: settledVideo(clips), ...state }) }));
}

const told = ({ action, address, reason }: Change) =>
	`${action} ${/@([^"]*)"/.exec(address)?.[1]}: ${reason}`;
const [first, second, third] = [clip(0), clip(1), clip(2)];
const other = { ...first, title: "Another" };
const shifted = { ...first, moment: { from: 2_000, to: 41_000 } };

await loadPatterns();
const required = suite("a post that needs approval");
const cases: Record<string, [Case, string[]]> = {
	"waits while nobody said anything": [
		{ reviews: [] },
		["wait 0-40000: review-pending", "wait 100000-140000: review-pending"],
	],
	"posts exactly what is approved": [
		{ reviews: [review(second, { approve: true }), review(first)] },
		["publish 100000-140000: clip-chosen", "wait 0-40000: review-pending"],
	],
	"waits again when the generated text changed": [
		{ reviews: [review(other, { approve: true })], post: { clips: { top: 1 } } },
		["wait 0-40000: review-void"],
	],
	"waits again when the source changed": [
		{
			reviews: [review(first, { approve: true, bind: bindOf("sha256:other", first) })],
			post: { clips: { top: 1 } },
		},
		["wait 0-40000: review-void"],
	],
	"waits again when the times changed": [
		{ reviews: [review(shifted, { approve: true })], post: { clips: { top: 1 } } },
		["wait 0-40000: review-void"],
	],
	"says that an approval was void until there is a new one": [
		{ reviews: [review(first, { voided: true })], post: { clips: { top: 1 } } },
		["wait 0-40000: review-void"],
	],
	"goes on with a new approval beside the void one": [
		{ reviews: [review(first, { voided: true, approve: true })], post: { clips: { top: 1 } } },
		["publish 0-40000: clip-chosen"],
	],
	"does not take another clip's approval": [
		{ reviews: [review(third, { approve: true })], post: { clips: { top: 1 } } },
		["wait 0-40000: review-pending"],
	],
	"takes the next clip in place of a refused one": [
		{
			reviews: [
				review(first, { approve: false }),
				review(second, { approve: true }),
				review(third, { approve: true }),
			],
		},
		["publish 100000-140000: clip-chosen", "publish 200000-240000: clip-chosen"],
	],
	"says that its time has passed rather than wait for ever": [
		{ reviews: [], post: { clips: { top: 1 }, at: { wall: "2026-11-21T13:05", place } } },
		["attention 0-40000: too-late"],
	],
	"leaves alone what is posted, approved or not": [
		{ reviews: [], state: { [addressOf(first)]: posted(first), [addressOf(second)]: posted(second) } },
		[],
	],
	"takes no slot of its schedule while it waits": [
		{
			reviews: [review(second, { approve: true })],
			post: { schedule: "daily" },
			over: {
				schedules: {
					daily: {
						name: "daily",
						place,
						timezone: "UTC",
						slots: { 7: ["09:00"] },
						except: [],
						missed: { kind: "skip" },
					},
				},
			},
		},
		["publish 100000-140000: clip-chosen", "wait 0-40000: review-pending"],
	],
};
for (const [title, [given, expected]] of Object.entries(cases))
	required(title, () => assert.equal(planned(given).changes.map(told), expected));

required("names the file to edit, and the line where there is one", () => {
	const [without, withEntry] = [planned({ reviews: [] }), planned({ reviews: [review(first)] })].map(
		({ changes: [change] }) => change?.reasonData,
	);
	assert.equal([without, withEntry], [{ file: "k.clips.yaml" }, { file: "k.clips.yaml", line: 7 }]);
});

required("puts the waiting posts among those an expired token puts at risk", () => {
	const asked = campaign({ posts: [post({ review: "required" })] });
	const given = world({ campaigns: [asked], state: snapshot({ [TALK]: settledVideo() }) });
	const standings = accountHealth({
		accounts: [],
		campaigns: [asked],
		snapshot: given.snapshot,
		plan: plan(given),
		now: NOW,
	});
	assert.equal(
		standings.map(({ atRisk }) => atRisk.length),
		[2],
	);
});
required.run();

const auto = suite("a post that needs no approval");
const lax = (reviews: readonly ClipReview[], more: Omit<Case, "reviews" | "post"> = {}) =>
	planned({ reviews, ...more, post: { review: "auto" } }).changes.map(told);

auto("waits for nobody", () =>
	assert.equal(lax([review(first)]), ["publish 0-40000: clip-chosen", "publish 100000-140000: clip-chosen"]),
);
auto("never takes a refused clip", () =>
	assert.equal(lax([review(first, { approve: false })]), [
		"publish 100000-140000: clip-chosen",
		"publish 200000-240000: clip-chosen",
	]),
);
auto("takes no no back because the text changed", () =>
	assert.equal(lax([review(other, { approve: false })]), [
		"publish 100000-140000: clip-chosen",
		"publish 200000-240000: clip-chosen",
	]),
);
auto("takes no later cut of a refused stretch either", () =>
	assert.equal(lax([review(shifted, { approve: false })]), [
		"publish 100000-140000: clip-chosen",
		"publish 200000-240000: clip-chosen",
	]),
);
auto("unless somebody said yes to that very cut", () =>
	assert.equal(lax([review(shifted, { approve: false }), review(first, { approve: true })]), [
		"publish 0-40000: clip-chosen",
		"publish 100000-140000: clip-chosen",
	]),
);
auto("takes a clip beside a refused one that was found together with it", () => {
	const [a, b] = [clip(0), clip(1, { moment: { from: 5_000, to: 45_000 } })];
	assert.equal(lax([review(a, { approve: false })], { clips: [a, b] }), ["publish 5000-45000: clip-chosen"]);
});
auto("keeps what was posted before it was refused", () =>
	assert.equal(
		lax([review(first, { approve: false }), review(second)], {
			state: { [addressOf(first)]: posted(first) },
		}),
		["publish 100000-140000: clip-chosen", "publish 200000-240000: clip-chosen"],
	),
);
auto("tells of a refused clip what is out, once, and nothing of what is not", () => {
	const refused = [first, second, third].map((each) => review(each, { approve: false }));
	const LATER = { ...postRequest(second), scheduledAt: epochMs(NOW + 86_400_000) };
	const state = {
		[addressOf(first)]: posted(first),
		[addressOf(second)]: posted(second, { status: "SCHEDULED", request: LATER }),
		[addressOf(third)]: posted(third, { status: "CANCELLED" }),
	};
	const notes = (over: Partial<Campaign> = {}) =>
		(planned({ reviews: refused, post: { review: "auto" }, state, over }).notes ?? []).filter(
			({ rule }) => rule === "refused-posted",
		);
	const finding = { code: "refused-posted", address: addressOf(first) } as const;
	assert.equal(notes(), [{ rule: "refused-posted", finding, address: addressOf(first), place }]);
	assert.match(findingDetail(finding), `showrun state rm '${addressOf(first)}'`);
	assert.equal(notes({ rules: { "refused-posted": "off" } }), []);
});
auto("never sends a refused clip again whose outcome is unknown", () => {
	const asked = campaign({
		posts: [post({ clips: { top: 1 } })],
		reviews: { talk: [review(first, { approve: false })] },
	});
	const open = { "op-1": operation({ kind: "publish", address: addressOf(first) }) };
	const state = snapshot({ [TALK]: settledVideo([first]) }, { operations: open, ledger: [ledgerOf()] });
	assert.equal(plan(world({ campaigns: [asked], state, options: { idempotency: true } })).changes.map(told), [
		"unknown 0-40000: outcome-unknown",
	]);
});
auto.run();

const words = suite("words of people");
const MINE = { title: "Mine", description: "My own", tags: ["c"] };
const target = {
	account: "tube",
	place,
	body: { title: "{{ clip.title }}", description: "{{ clip.description }}", tags: "{{ clip.tags }}" },
	places: {},
};
const bodies = (given: Case) =>
	planned(given).changes.map((change) => (change as PublishChange).request.body);
const one = { review: "auto", clips: { top: 1 }, targets: [target] } as const;

words("stand in place of the generated ones", () =>
	assert.equal(bodies({ reviews: [review(first, { words: MINE })], post: one }), [MINE]),
);
words("may replace some of them, and an empty text is one", () =>
	assert.equal(bodies({ reviews: [review(first, { words: { description: "" } })], post: one }), [
		{ title: "Clip 0", description: "", tags: ["a", "b"] },
	]),
);
words("do not change which clips are chosen", () => {
	const given = {
		reviews: [review(first, { words: { title: "About 1" } })],
		post: { ...one, clips: { match: "^clip 0$" } },
	};
	assert.equal(bodies(given).length, 1);
});
words("count no longer once the generated text changed, and the plan says so", () => {
	const given = { reviews: [review(other, { words: MINE })], post: one };
	assert.equal(bodies(given), [{ title: "Clip 0", description: "About 0", tags: ["a", "b"] }]);
	const [note] = planned(given).notes ?? [];
	assert.equal(
		[note?.rule, note?.address],
		[
			"outdated-edits",
			postAddress({ campaign: "k", item: "shorts", video: "talk", account: "tube" }, first.moment),
		],
	);
	assert.equal(note?.finding, { code: "edits-void", file: "k.clips.yaml", line: 7 });
});
words("whose loss is made an error stop the post", () =>
	assert.equal(
		planned({
			reviews: [review(other, { words: MINE })],
			post: one,
			over: { rules: { "outdated-edits": "error" } },
		}).changes.map(told),
		["attention 0-40000: text-refused"],
	),
);
words("that were posted are no change, and words written later are told, never sent", () => {
	const asked = { texts: { title: "before" }, clips: "" };
	const request = postRequest(first, { asked });
	const state = { [addressOf(first)]: posted(first, { acceptedAt: epochMs(1), request }) };
	const later = {
		reviews: [review(first, { words: MINE })],
		post: { ...one, targets: [{ ...target, body: { title: "{{ clip.title }}" } }] },
		state,
	};
	assert.equal(planned(later).changes.map(told), ["attention 0-40000: text-changed"]);
});
words("about an earlier cut are no edit of what was posted", () => {
	const wholly = { ...one, targets: [{ ...target, body: { title: "{{ clip.title }}" } }] };
	const before = { reviews: [review(first, { words: MINE })], post: wholly };
	const [sent] = planned(before).changes as PublishChange[];
	assert.is(sent?.request.body.title, MINE.title);
	const state = {
		[addressOf(first)]: posted(first, { request: { ...postRequest(first), ...sent?.request } }),
	};
	assert.equal(planned({ ...before, clips: [shifted], state }).changes.map(told), []);
});
words.run();

const pending = suite("what still waits for a person");
const waiting = ({ reviews, post: of = {}, state = {} }: Case) => {
	const asked = campaign({ posts: [post({ review: "required", ...of })], reviews: { talk: reviews } });
	return pendingReviews([asked], snapshot({ [TALK]: settledVideo(), ...state })).map(
		({ video, file, clips }) => `${video} ${file} ${clips}`,
	);
};
const open: Record<string, [Case, string[]]> = {
	"are the chosen clips nobody approved": [{ reviews: [] }, ["k.video.talk k.clips.yaml 2"]],
	"and none that are approved": [
		{ reviews: [review(first, { approve: true })] },
		["k.video.talk k.clips.yaml 1"],
	],
	"nor refused": [{ reviews: [first, second, third].map((each) => review(each, { approve: false })) }, []],
	"nor posted": [
		{ reviews: [], state: { [addressOf(first)]: posted(first), [addressOf(second)]: posted(second) } },
		[],
	],
	"nor needed by a post that waits for nobody": [{ reviews: [], post: { review: "auto" } }, []],
};
for (const [title, [given, expected]] of Object.entries(open))
	pending(title, () => assert.equal(waiting(given), expected));
pending.run();
