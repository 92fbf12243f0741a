import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Account } from "../../src/model/account.ts";
import { type EpochMs, epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import { defined } from "../../src/model/defined.ts";
import type { EngineFacts, Observed } from "../../src/model/observed.ts";
import type { Plan } from "../../src/model/plan.ts";
import { plan } from "../../src/plan/plan.ts";
import { findingDetail } from "../../src/views/sentences/findings.ts";
import { at, found, one, scheduled, titled } from "../builders/rows.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	type Given,
	NOW,
	post,
	posted,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const POSTS = 'k.post.shorts["talk@*"].tube';

function planned(given: Given, seen: Partial<Observed> = {}): Plan {
	const of = world(given);
	return plan({ ...of, observed: { ...of.observed, ...seen } });
}

/** Every note as `rule: sentence`. */
function notesOf({ notes = [] }: Plan): string[] {
	return notes.map(({ rule, finding }) => `${rule}: ${findingDetail(finding)}`);
}

function linesOf({ changes }: Plan): string[] {
	return changes.map(({ action, address, reason }) => `${action} ${address}: ${reason}`);
}

const engine = (facts: Partial<EngineFacts>): Partial<Observed> => ({
	engine: { transcribes: false, ...facts },
});
const captioned = (source: Campaign["videos"][number]["source"]) => [
	campaign({ videos: [video({ source, export: { caption: {}, hook: {} } as never })] }),
];
const limited = [campaign({ videos: [video({ exportLimit: 1 })] })];
function lateSkipped(): readonly Campaign[] {
	const { accounts } = campaign();
	const tube = accounts.tube && { ...accounts.tube, late: { maxMs: 1, action: "skip" } as const };
	const place = { file: "k.campaign.yaml", line: 9, column: 7 };
	const timed = post({ clips: { ranks: [0] }, at: { wall: "2026-12-01T09:00", place } });
	return [campaign({ accounts: { ...accounts, ...(tube && { tube }) }, posts: [timed] })];
}
const FILE = { kind: "file", path: "/talk.mp4", shown: "talk.mp4" } as const;

const NEXT_DAY = epochMs(Date.parse("2026-11-24T08:00:00Z"));
const withQuota = (left: number, until: EpochMs): Account => ({ ...ACCOUNT, quota: { left, until } });
const made = snapshot({ [TALK]: settledVideo([clip(0)]) });
const PULLED = [
	{ name: "speech", at: epochMs(NOW + 1) },
	{ name: "fonts", at: epochMs(NOW + 1) },
] as const;

const notes: Readonly<Record<string, readonly [Plan, readonly string[]]>> = {
	"an account that is not connected is told before its clips are paid for": [
		planned({}, { connected: [] }),
		[
			"account-not-connected: youtube Acme is not connected, and posts of this video go there. Connect it with `showrun accounts connect youtube`, or correct its `username`. To try it without the platform (no `service.url` set), add it to `embedded.accounts` in the settings: its posts go to the outbox, a local folder.",
		],
	],
	"beside one of nearly the same name": [
		planned({}, { connected: [{ ...ACCOUNT, username: "Acmee" }] }),
		[
			"account-not-connected: youtube Acme is not connected, and posts of this video go there. Did you mean `Acmee`? Connected to youtube: Acmee. Connect it with `showrun accounts connect youtube`, or correct its `username`. To try it without the platform (no `service.url` set), add it to `embedded.accounts` in the settings: its posts go to the outbox, a local folder.",
		],
	],
	"one whose authorization has ended too": [
		planned({}, { connected: [{ ...ACCOUNT, tokenValid: false }] }),
		[
			"account-not-authorized: The authorization of youtube:acme has expired, and posts of this video go there.",
		],
	],
	"a connected one is fine": [planned({}, { connected: [ACCOUNT] }), []],
	"accounts that were not read are not told of": [planned({}), []],
	"a rule that is off says nothing": [
		planned({ campaigns: [campaign({ rules: { "account-not-connected": "off" } })] }, { connected: [] }),
		[],
	],
	"a schedule that ends too soon for its posts": [
		planned({ campaigns: scheduled({ clips: { top: 5 } }, { until: "2026-11-23" }) }),
		["too-few-slots: The schedule `mornings` has 2 of the 3 slots that its posts may need."],
	],
	"more posts than the quota of their platform has left until it begins anew": [
		planned({ campaigns: scheduled({ clips: { top: 5 } }) }, { connected: [withQuota(1, NEXT_DAY)] }),
		[
			"quota-short: Up to 2 posts go to YouTube before 2026-11-24 08:00 (UTC), and the quota of your app allows 1 until then: the others wait.",
		],
	],
	"as many as are left": [
		planned({ campaigns: scheduled({ clips: { top: 5 } }) }, { connected: [withQuota(2, NEXT_DAY)] }),
		[],
	],
	"captions, a hook and titles that nothing can write": [
		planned({ campaigns: captioned(FILE) }, engine({})),
		[
			"no-transcript: No transcript for: captions, hook, titles. Put subtitles beside the video (NAME.srt or NAME.vtt), or install speech recognition: `showrun models pull speech`. Without a transcript a clip's title is its file name, and posts with no other title wait until you write one in the clips file.",
		],
	],
	"titles beside words of one's own keep nothing back": [
		planned(
			{
				campaigns: captioned(FILE).map((each) => ({
					...each,
					posts: each.posts.map((entry) => ({
						...entry,
						targets: entry.targets.map((to) => ({ ...to, body: { title: "New: {{ clip.title }}" } })),
					})),
				})),
			},
			engine({}),
		),
		[
			"no-transcript: No transcript for: captions, hook, titles. Put subtitles beside the video (NAME.srt or NAME.vtt), or install speech recognition: `showrun models pull speech`.",
		],
	],
	"but not where a transcript is given": [
		planned({ campaigns: captioned({ ...FILE, transcript: "/talk.srt" }) }, engine({})),
		[],
	],
	"nor where a recogniser was pulled: then posts wait for a person": [
		planned({ campaigns: captioned(FILE) }, engine({ transcribes: true })),
		[
			"recognised-words: Unless subtitles are in the file, its words will be recognised by a machine, and its posts wait for approval then. To post without approval, set `review: auto` in `posts.shorts` (k.campaign.yaml:1).",
		],
	],
	"a limit of rendered clips that the service does not take": [
		planned({ campaigns: limited, options: { exportLimit: false } }),
		[
			"export-limit-ignored: All its clips are rendered, not only 1: the service does not declare `export_limit`.",
		],
	],
	"not where it takes one, or did not say": [
		{
			...planned({ campaigns: limited }),
			notes: [true, undefined].flatMap(
				(exportLimit) =>
					planned({ campaigns: limited, options: { ...defined({ exportLimit }) } }).notes ?? [],
			),
		},
		[],
	],
	"a rule for late posts that the service does not take": [
		planned({
			campaigns: lateSkipped(),
			state: snapshot({ [TALK]: settledVideo() }),
			options: { publishLateRule: false },
		}),
		[
			"late-rule-ignored: A late post is still posted, not skipped: the service does not declare `publish_late_rule`.",
		],
	],
	"a time that comes before the clips of a long video can be ready": [
		planned({ campaigns: one(at("2026-11-21T13:40")) }, { durations: { [TALK]: 3_600_000 } }),
		["time-too-soon: Its time is 40 minutes ahead, and its clips may not be ready by then."],
	],
	"not where the video is short": [
		planned({ campaigns: one(at("2026-11-21T13:40")) }, { durations: { [TALK]: 600_000 } }),
		[],
	],
	"a slot that comes too soon": [
		planned({ campaigns: scheduled({}, { slots: { 6: ["13:20"] } }) }, { durations: { [TALK]: 3_600_000 } }),
		[
			"time-too-soon: The next slot of `mornings` is 20 minutes ahead: clips that are not ready by then take later slots.",
		],
	],
	"models that came after the clips were made": [
		planned({ state: made, campaigns: one() }, { pulled: PULLED }),
		[
			"models-pulled: speech was pulled after its clips were made; new clips could be better. To make them again (costs its units again): showrun apply --replace 'k.video.talk'",
		],
	],
	"not where nothing of them is to be posted": [
		planned({ state: found({ [addressOf()]: posted() }), campaigns: one() }, { pulled: PULLED }),
		[],
	],
	"not those that were there before": [
		planned(
			{ state: made, campaigns: one() },
			{ pulled: PULLED.map((each) => ({ ...each, at: epochMs(0) })) },
		),
		[],
	],
	"a service that was not asked": [
		planned({}, { unasked: "SHOWRUN_API_KEY is not set." }),
		["not-checked: SHOWRUN_API_KEY is not set."],
	],
};

const spot = { file: "k.campaign.yaml", line: 1, column: 1 };
const OVER = { wall: "2026-11-20T09:00", place: spot };
const AHEAD = { wall: "2026-11-25T09:00", place: spot };
const SMALL = { name: "small", place: spot, export: { resolution: "480p" }, clips: {} } as const;

const lines: Readonly<Record<string, readonly [Plan, readonly string[]]>> = {
	"a time that is over, before the clips are paid for": [
		planned({ campaigns: one(at("2026-11-20T09:00")) }),
		[`attention ${TALK}: posts-over`, `attention ${POSTS}: too-late`],
	],
	"not where another post of the video is ahead": [
		planned({
			campaigns: [
				campaign({ posts: [post({ at: OVER }), post({ name: "later", at: AHEAD, clips: { top: 1 } })] }),
			],
		}),
		[
			`attention ${POSTS}: too-late`,
			`submit ${TALK}: absent`,
			'publish-bounded k.post.later["talk@*"].tube: clips-unknown',
		],
	],
	"nor where the clips are rendered for download": [
		planned({
			campaigns: [campaign({ posts: [post({ at: OVER })], videos: [video({ renditions: [SMALL] })] })],
		}),
		[`attention ${POSTS}: too-late`, `submit ${TALK}: absent`, "wait k.rendition.talk.small: clips-unknown"],
	],
	"nor where a person asks for the video by name": [
		planned({
			campaigns: [campaign({ posts: [post({ at: OVER })] })],
			state: snapshot({ [TALK]: { ...settledVideo(), status: "FAILED" } }),
			options: { replace: [TALK] },
		}),
		[`attention ${POSTS}: too-late`, `resubmit ${TALK}: replaced`],
	],
	"a schedule that is over": [
		planned({ campaigns: scheduled({}, { until: "2026-11-20" }) }),
		[`attention ${TALK}: posts-over`, `attention ${POSTS}: slot-none`],
	],
};

const nameless = clip(0, {
	title: "my_rec_2026-11-22, 0:00–0:40",
	description: "my_rec_2026-11-22, 0:00–0:40",
});
const titles: Readonly<Record<string, readonly [readonly Campaign[], string]>> = {
	"a title that would be the name of a file": [one(), "text-refused"],
	"not where the template has words of its own": [one(titled("{{ clip.title }} | Acme")), "clip-chosen"],
	"nor where the rule is only a warning": [
		[campaign({ posts: [post({ clips: { top: 1 } })], rules: { "title-file-name": "warning" } })],
		"clip-chosen",
	],
};

const foreseen = suite("what can be known before anything is paid");
for (const [title, [made, expected]] of Object.entries(notes))
	foreseen(title, () => assert.equal(notesOf(made), expected));
for (const [title, [made, expected]] of Object.entries(lines))
	foreseen(title, () => assert.equal(linesOf(made), expected));
for (const [title, [campaigns, reason]] of Object.entries(titles))
	foreseen(title, () => {
		const { changes } = planned({ campaigns, state: snapshot({ [TALK]: settledVideo([nameless]) }) });
		assert.equal(
			changes.map((change) => change.reason),
			[reason],
		);
	});
foreseen("what was handed over under such a title stays", () => {
	const { changes } = planned({ campaigns: [campaign({ posts: [] })], state: found() });
	assert.equal(changes, []);
});
foreseen.run();
