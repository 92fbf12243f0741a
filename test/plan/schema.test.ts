import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renditionAddress } from "../../src/model/address.ts";
import type { FeedNews } from "../../src/model/feed-state.ts";
import type { Action } from "../../src/model/plan.ts";
import type { RenditionState } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { publicChange } from "../../src/plan/public.ts";
import { planEvents } from "../../src/views/events.ts";
import { REASONS } from "../../src/views/sentences/reasons.ts";
import { OUTLOOK } from "../builders/plans.ts";
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
	submitted,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const schema = JSON.parse(readFileSync(new URL("../../schemas/plan.schema.json", import.meta.url), "utf8"));
const valid = new Ajv({ allErrors: true, strict: false }).compile(schema);
const NOTE = {
	rule: "repeated-text",
	finding: { code: "same-text", address: addressOf(clip(1)) },
	address: addressOf(),
} as const;
const ITEM = { key: "ep-1", title: "Episode 1" };
const READ: FeedNews = {
	...{
		feed: "k.feed.podcast",
		place: { file: "k.campaign.yaml", line: 1, column: 1 },
		listed: 9,
		isFirst: true,
	},
	...{ taken: [ITEM], waiting: [ITEM], missing: [ITEM], left: 3 },
	doubtful: [{ ...ITEM, why: "alike", like: "ep-0" }],
	unusable: [{ shown: "a.mp4", why: "still-written" }],
	entry: { type: "feed", feed: "k.feed.podcast", newestAt: NOW, items: {}, left: {} },
};
const UNREAD: FeedNews = {
	...{ feed: "k.feed.list", place: READ.place, taken: [], waiting: [], missing: [], left: 0 },
	...{ doubtful: [], unusable: [], failed: { failed: "It is down.", remedy: "Wait." } },
};
const SMALL = renditionAddress("k", "talk", "small");
const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const rendered = video({ renditions: [{ name: "small", place, export: { resolution: "720p" }, clips: {} }] });
const renderedAs = (resolution: "480p"): RenditionState => ({
	...{
		kind: "rendition",
		taskId: "e-1",
		submittedAt: NOW,
		status: "SUCCEEDED",
		result: { complete: true, notes: [] },
	},
	request: { taskId: "task-1", clips: [0, 1, 2], export: { resolution } },
});
const scheduled = [
	campaign({
		schedules: { mornings: schedule() },
		posts: [post({ schedule: "mornings", handoverMs: 3_600_000 })],
	}),
];
const worlds = {
	"submit and bounded": world(),
	publish: world({ state: snapshot({ [TALK]: settledVideo() }) }),
	resubmit: world({ state: snapshot({ [TALK]: settledVideo() }), source: { kind: "url", url: "https://x" } }),
	"attention and forget": world({
		campaigns: [campaign({ posts: [] })],
		state: snapshot({ [TALK]: submitted({ status: "FAILED" }), [addressOf()]: posted() }),
	}),
	render: world({
		campaigns: [campaign({ videos: [rendered] })],
		state: snapshot({ [TALK]: settledVideo() }),
	}),
	rerender: world({
		campaigns: [campaign({ videos: [rendered] })],
		state: snapshot({ [TALK]: settledVideo(), [SMALL]: renderedAs("480p") }),
	}),
	"slots given and freed": world({
		campaigns: scheduled,
		state: snapshot(
			{ [TALK]: settledVideo() },
			{ slots: { [addressOf(clip(2))]: { account: "youtube:acme", at: NOW } } },
		),
	}),
	"unknown and wait": world({ state: snapshot({}, { operations: { "op-1": operation() } }) }),
	repeat: world({
		state: snapshot({}, { operations: { "op-1": operation() } }),
		options: { idempotency: true },
	}),
	read: world({ state: snapshot({ [TALK]: submitted({ status: "SUCCEEDED" }) }) }),
	"a blocked moment": world({ state: snapshot({ [TALK]: settledVideo() }, { ledger: [ledgerOf(clip(0))] }) }),
};

const ORDER = [
	"version",
	"resolved",
	"unresolved",
	"feed",
	"change",
	"note",
	"outlook",
	"skew",
	"limit",
	"valve",
	"summary",
];

const schemas = suite("the plan's schema");
for (const [title, given] of Object.entries(worlds)) {
	schemas(`holds for ${title}`, () => {
		const made = plan(given);
		const shown = {
			plan: { ...made, changes: made.changes.map(publicChange), notes: [NOTE], feeds: [READ, UNREAD] },
			outlook: OUTLOOK,
			skew: { aheadMs: 75_000, withinMs: 600 },
			learnt: [
				{
					type: "resolved",
					address: TALK,
					operation: "op-2",
					as: "posted",
					by: "ann",
					why: "looked",
					taskId: "t-1",
				},
				{ type: "unresolved", address: TALK, operation: "op-3", message: "Not yet.", remedy: "Later." },
			],
			limits: [{ policy: "budget", of: "settings", limit: 3 }],
		} as const;
		const events = planEvents(shown, "0.1.0");
		assert.equal([...new Set(events.map((event) => (event as { type: string }).type))], ORDER);
		for (const event of events) {
			valid(JSON.parse(JSON.stringify(event)));
			assert.equal(valid.errors ?? [], []);
		}
	});
}
schemas("lists exactly the actions and reasons there are", () => {
	const { action, reason } = schema.definitions.ChangeEvent.properties;
	const actions: Record<Action, true> = {
		submit: true,
		resubmit: true,
		render: true,
		rerender: true,
		publish: true,
		"publish-bounded": true,
		update: true,
		replace: true,
		cancel: true,
		repeat: true,
		read: true,
		wait: true,
		attention: true,
		unknown: true,
		forget: true,
	};
	assert.equal(action.enum, Object.keys(actions));
	assert.equal(reason.enum, Object.keys(REASONS));
});
schemas.run();
