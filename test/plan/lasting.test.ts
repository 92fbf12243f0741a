import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { PostState, Snapshot } from "../../src/model/snapshot.ts";
import { isLasting } from "../../src/plan/lasting.ts";
import { plan } from "../../src/plan/plan.ts";
import type { World } from "../../src/plan/world.ts";
import {
	asking,
	at,
	DAY,
	done,
	expired,
	first,
	found,
	one,
	posts,
	rendered,
	rendering,
	SMALL,
	scheduled,
	second,
} from "../builders/rows.ts";
import {
	campaign,
	clip,
	type Given,
	NOW,
	operation,
	posted,
	postRequest,
	snapshot,
	submitted,
	TALK,
	world,
} from "../builders/world.ts";

/** As a run sees it that needs no accounts. */
function unread(given: Given): World {
	const { observed, ...rest } = world(given);
	const { accounts, ...alone } = observed;
	return { ...rest, observed: alone };
}

function lasts(given: Given): boolean {
	const { campaigns, snapshot: state, observed, ...rest } = unread(given);
	const made = plan({ campaigns, snapshot: state, observed, ...rest });
	return isLasting(made, { campaigns, snapshot: state, now: observed.now });
}

/** A post with that time and all else as given. */
function sent(ahead: number | undefined, over: Partial<PostState> = {}, of = clip(0)): PostState {
	const request = postRequest(of, ahead === undefined ? {} : { scheduledAt: epochMs(NOW + ahead) });
	return posted(of, { request, ...over });
}

const lasting = suite("a plan that lasts");
const table: Record<string, readonly [boolean, Given]> = {
	"what was done and is out is done for good": [true, { state: done() }],
	"so is what was rendered": [true, { campaigns: rendering(), state: done({ [SMALL]: rendered() }) }],
	"and what was posted at its time, or in its slot": [
		true,
		{ campaigns: scheduled(), state: found({ [first]: sent(-DAY) }) },
	],
	"what is asked for is not": [false, { state: found() }],
	"nor what the service holds": [
		false,
		{ campaigns: scheduled(), state: found({ [first]: sent(DAY, { status: "SCHEDULED" }) }) },
	],
	"nor what is said to be out before its time": [false, { state: done({ [first]: sent(DAY) }) }],
	"nor a post on its way": [false, { state: done({ [first]: sent(undefined, { status: "PROCESSING" }) }) }],
	"nor one that is being changed": [
		false,
		{ state: done({ [first]: sent(-DAY, { updating: { operation: "u", at: NOW } as never }) }) },
	],
	"nor a video that is worked on": [false, { state: snapshot({ ...posts, [TALK]: submitted() }) }],
	"nor an attempt without an outcome": [
		false,
		{ state: { ...done(), operations: { "op-1": operation({ address: "other.video.x" as never }) } } },
	],
	"nor a slot that is kept": [
		false,
		{ state: { ...done(), slots: { "other.post.x": { account: "a", at: NOW } } as never } },
	],
	"nor what was refused": [false, { state: { ...done(), refusals: { "other.post.x": {} } as never } }],
	"nor a campaign with a feed": [false, { campaigns: [campaign({ feeds: {} })], state: done() }],
};
for (const [title, [expected, given]] of Object.entries(table))
	lasting(title, () => assert.is(lasts(given), expected));

lasting("says nothing besides: no moves, news, notes, slots, and nothing left out", () => {
	const { campaigns, snapshot: state, observed, ...rest } = unread({ state: done() });
	const made = plan({ campaigns, snapshot: state, observed, ...rest });
	const from = { campaigns, snapshot: state, now: observed.now };
	assert.is(isLasting({ ...made, notes: undefined } as never, from), true);
	for (const name of ["moves", "feeds", "leftOut", "slots", "notes"])
		assert.is(isLasting({ ...made, [name]: 1 } as never, from), false, name);
});

const offsets = [-400 * DAY, -DAY, -60_000, 0, 60_000, DAY, 40 * DAY];
const wall = (offset: number) => new Date(NOW + offset).toISOString().slice(0, 16).replace("T", " ");
const campaigns: fc.Arbitrary<readonly Campaign[]> = fc.oneof(
	fc.constantFrom(asking({}), one(), scheduled(), rendering(), one({ review: true } as never)),
	fc.constantFrom(...offsets).map((offset) => one(at(wall(offset)))),
);
const posting = fc.record({
	ahead: fc.oneof({ arbitrary: fc.constantFrom(undefined, -DAY), weight: 12 }, fc.constantFrom(...offsets)),
	status: fc.oneof(
		{ arbitrary: fc.constant("DONE" as const), weight: 20 },
		fc.constantFrom("SCHEDULED", "PENDING", "ERROR", "CANCELLED"),
	),
	late: fc.boolean(),
} as const);
const states: fc.Arbitrary<Snapshot> = fc
	.record({
		a: posting,
		b: posting,
		video: fc.oneof(
			{ arbitrary: fc.constant("settled" as const), weight: 9 },
			fc.constantFrom("expired", "running"),
		),
		open: fc.oneof({ arbitrary: fc.constant(false), weight: 9 }, fc.constant(true)),
		small: fc.boolean(),
	} as const)
	.map(({ a, b, video, open, small }) => {
		const of = ({ ahead, status, late }: typeof a, which: ReturnType<typeof clip>) =>
			sent(ahead, { status, ...(late && { waitsUntil: epochMs(NOW + DAY) }) }, which);
		const resources = {
			[first]: of(a, clip(0)),
			[second]: of(b, clip(1)),
			...(small && { [SMALL]: rendered() }),
		};
		const talk = { settled: {}, expired: { [TALK]: expired(3) }, running: { [TALK]: submitted() } }[video];
		const operations = open ? { "op-1": operation() } : {};
		return { ...found({ ...resources, ...talk }), operations };
	});

lasting("is the same plan at any later time", () => {
	let seen = 0;
	fc.assert(
		fc.property(campaigns, states, fc.boolean(), (asked, state, publishStatus) => {
			const now = unread({ campaigns: asked, state, options: { publishStatus } });
			const made = plan(now);
			if (!isLasting(made, { campaigns: asked, snapshot: state, now: NOW })) return;
			seen++;
			for (const later of [1, 60_000, 3_600_000, DAY, 31 * DAY, 400 * DAY, 4_000 * DAY]) {
				const observed = { ...now.observed, now: epochMs(NOW + later) };
				assert.equal(plan({ ...now, observed }), made);
			}
		}),
		{ numRuns: 2_000 },
	);
	assert.ok(seen > 50, `${seen} of 2,000 last`);
});

lasting.run();
