import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Platform } from "../../src/model/account.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign, PostTemplate } from "../../src/model/campaign.ts";
import type { Clip } from "../../src/model/clip.ts";
import { plan } from "../../src/plan/plan.ts";
import { renderNotes } from "../../src/views/notes.ts";
import { reasonDetail } from "../../src/views/sentences/reasons.ts";
import { remedySentence } from "../../src/views/sentences/remedies.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	NOW,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	world,
} from "../builders/world.ts";

const DAY = 86_400_000;
const place = { file: "k.campaign.yaml", line: 4, column: 3 };
const account = (platform: Platform, username: string) => ({
	platform,
	username,
	place,
	timezone: "UTC",
	premium: false,
});
const accounts = {
	tube: account("youtube", "Acme"),
	x: account("twitter", "acme"),
	other: account("twitter", "acme-labs"),
	fb: account("facebook", "Acme"),
};
const connected = Object.values(accounts).map((each, index) => ({ ...ACCOUNT, ...each, id: `acc-${index}` }));

interface Given {
	readonly to: readonly (keyof typeof accounts)[];
	readonly body?: PostTemplate;
	readonly clips?: readonly Clip[];
	readonly wall?: string;
	readonly rules?: Campaign["rules"];
	readonly expireAt?: number;
	readonly expiring?: true;
	readonly posted?: { readonly description: string; readonly daysAgo: number };
}

function planned(given: Given): { readonly changes: string[]; readonly notes: string[] } {
	const {
		to,
		body = { title: "{{ clip.title }}", description: "{{ clip.description }}" },
		clips = [clip(0)],
	} = given;
	const targets = to.map((each) => ({ account: each, place, body, places: {} }));
	const at = given.wall === undefined ? {} : { at: { wall: given.wall, place } };
	const posts = [post({ ...at, clips: { top: 9 }, targets })];
	const result = {
		clips,
		complete: true,
		notes: [],
		...(given.expireAt !== undefined && { expireAt: epochMs(given.expireAt) }),
	};
	const before = clip(5);
	const earlier = given.posted && {
		[addressOf(before)]: posted(before, {
			acceptedAt: epochMs(NOW - given.posted.daysAgo * DAY),
			request: postRequest(before, { body: { title: "t", description: given.posted.description } }),
		}),
	};
	const made = plan(
		world({
			campaigns: [campaign({ accounts, posts, rules: given.rules ?? {} })],
			state: snapshot({ [TALK]: submitted({ status: "SUCCEEDED", result }), ...earlier }),
			accounts: connected.map((each) => ({ ...each, tokenExpiringSoon: given.expiring === true })),
		}),
	);
	return {
		changes: made.changes.map(({ action, reason, reasonData }) =>
			[action, reason, ...(reasonData && "rule" in reasonData ? [reasonData.rule] : [])].join(" "),
		),
		notes: (made.notes ?? []).map(({ rule }) => rule),
	};
}

const long = clip(0, { title: "x".repeat(120) });
const lasting = (seconds: number, idx = 0) =>
	clip(idx, { moment: { from: idx * 1_000_000, to: idx * 1_000_000 + seconds * 1000 } });
const same = { title: "Same", description: "Same words" };
const cases: Record<string, [given: Given, changes: string[], notes: string[]]> = {
	"a good post is published": [{ to: ["tube"] }, ["publish clip-chosen"], []],
	"a text that would be refused is not sent": [
		{ to: ["tube"], clips: [long] },
		["attention text-refused youtube-title-length"],
		[],
	],
	"the others go on": [
		{ to: ["tube"], clips: [long, clip(1)] },
		["attention text-refused youtube-title-length", "publish clip-chosen"],
		[],
	],
	"a clip that is too long for a platform is not sent there": [
		{ to: ["fb", "tube"], clips: [lasting(100)] },
		["attention clip-refused clip-length", "publish clip-chosen"],
		[],
	],
	"a clip that may be too long is sent with a word": [
		{ to: ["tube"], clips: [lasting(200)] },
		["publish clip-chosen"],
		["clip-length"],
	],
	"a rule that is off says nothing": [
		{ to: ["tube"], clips: [lasting(200)], rules: { "clip-length": "off" } },
		["publish clip-chosen"],
		[],
	],
	"a warning that is an error stops the post": [
		{ to: ["tube"], clips: [lasting(200)], rules: { "clip-length": "error" } },
		["attention clip-refused clip-length"],
		[],
	],
	"the same text twice on one account": [
		{ to: ["tube"], clips: [clip(0), clip(1)], body: same },
		["publish clip-chosen", "publish clip-chosen"],
		["repeated-text"],
	],
	"the same text on two platforms is fine": [
		{ to: ["tube", "fb"], body: same },
		["publish clip-chosen", "publish clip-chosen"],
		[],
	],
	"the same text on two accounts of X": [
		{ to: ["x", "other"], body: same },
		["publish clip-chosen", "publish clip-chosen"],
		["repeated-text"],
	],
	"a post without words repeats nothing": [
		{ to: ["x", "other"], body: {} },
		["publish clip-chosen", "publish clip-chosen"],
		[],
	],
	"the same text as two days ago": [
		{ to: ["tube"], body: { title: "t", description: "Old" }, posted: { description: "Old", daysAgo: 2 } },
		["publish clip-chosen"],
		["repeated-text"],
	],
	"the same text as four days ago is fine": [
		{ to: ["tube"], body: { title: "t", description: "Old" }, posted: { description: "Old", daysAgo: 4 } },
		["publish clip-chosen"],
		[],
	],
	"the same text as three days ago to the millisecond": [
		{ to: ["tube"], body: { title: "t", description: "Old" }, posted: { description: "Old", daysAgo: 3 } },
		["publish clip-chosen"],
		["repeated-text"],
	],
	"the same text as a millisecond more ago is fine": [
		{
			to: ["tube"],
			body: { title: "t", description: "Old" },
			posted: { description: "Old", daysAgo: 3 + 1 / DAY },
		},
		["publish clip-chosen"],
		[],
	],
	"a repeated text that is an error stops the second post": [
		{ to: ["tube"], clips: [clip(0), clip(1)], body: same, rules: { "repeated-text": "error" } },
		["attention text-refused repeated-text", "publish clip-chosen"],
		[],
	],
	"results that expired": [
		{ to: ["tube"], expireAt: NOW - 1 },
		["attention results-expired expiring-results"],
		[],
	],
	"results that expire before the post can be handed over": [
		{ to: ["tube"], expireAt: NOW + DAY, wall: "2027-03-01T09:00" },
		["attention results-expired expiring-results"],
		[],
	],
	"results that expire between handing over and the post's time": [
		{ to: ["tube"], expireAt: NOW + DAY, wall: "2026-11-30T09:00" },
		["publish clip-chosen"],
		["expiring-results"],
	],
	"results that last": [
		{ to: ["tube"], expireAt: NOW + 20 * DAY, wall: "2026-11-30T09:00" },
		["publish clip-chosen"],
		[],
	],
	"an expired result is never only a warning": [
		{ to: ["tube"], expireAt: NOW - 1, rules: { "expiring-results": "off" } },
		["attention results-expired expiring-results"],
		[],
	],
	"a time at the end of the service's window may be past Facebook's": [
		{ to: ["fb", "tube"], wall: "2026-12-21T10:00" },
		["publish clip-chosen", "publish clip-chosen"],
		["time-window"],
	],
	"a time close by may be too close for Facebook": [
		{ to: ["fb"], wall: "2026-11-21T13:09" },
		["publish clip-chosen"],
		["time-window"],
	],
	"a token that expires soon stops nothing": [
		{ to: ["tube"], expiring: true, wall: "2026-11-30T09:00" },
		["publish clip-chosen"],
		[],
	],
	"unless it is called an error": [
		{ to: ["tube"], expiring: true, wall: "2026-11-30T09:00", rules: { "expiring-authorization": "error" } },
		["attention account-token expiring-authorization"],
		[],
	],
};
const review = suite("what the plan finds in posts");
for (const [title, [given, changes, notes]] of Object.entries(cases))
	review(title, () => assert.equal(planned(given), { changes, notes }));

review("attention names the rule, the numbers, the remedy and where to read more", () => {
	const [change] = plan(world({ state: snapshot({ [TALK]: settledVideo([long]) }) })).changes;
	assert.is(
		change?.action === "attention" && `${reasonDetail(change)} ${remedySentence(change.remedy)}`,
		[
			"youtube-title-length: The title has 120 characters; at most 100 are allowed.",
			"Shorten it, for example with {{ clip.title | fit: 100 }}. More: showrun explain youtube-title-length",
		].join(" "),
	);
});

review("ten thousand posts of the same words are planned, and noted", () => {
	const clips = Array.from({ length: 10_000 }, (_, idx) => clip(idx));
	const posts = [post({ clips: {}, targets: [{ account: "tube", place, body: same, places: {} }] })];
	const given = world({ campaigns: [campaign({ posts })], state: snapshot({ [TALK]: settledVideo(clips) }) });
	assert.is(plan(given).notes?.length, 9_999);
});

const noted = suite("notes of a plan");
const ink = { colour: false, width: 100, zones: {} };
const note = (idx: number) =>
	({
		rule: "repeated-text",
		finding: { code: "check", message: "It says\u001b[31m the same." },
		address: addressOf(clip(idx)),
		place,
	}) as const;
noted("notes of one rule and place stand together", () => {
	assert.is(
		renderNotes({ notes: [note(0), note(1), note(2)] }, ink),
		`Warning: repeated-text: The same text is posted again. k.post.shorts["talk@0-40000"].tube: It
  says\\u001b[31m the same. And 2 more like this, --detail shows all.
  k.campaign.yaml:4:3
`,
	);
});
noted("--detail shows each", () =>
	assert.is(
		renderNotes({ notes: [note(0), note(1)] }, { ...ink, detail: true }).match(/Warning:/g)?.length,
		2,
	),
);
noted("without notes nothing is said", () => assert.is(renderNotes({}, ink), ""));
review.run();
noted.run();
