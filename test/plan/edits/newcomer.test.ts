/**
 * What somebody types wrong in the first hour: each mistake is told by the plan at the latest, by a rule with
 * an id or a line of the plan, while nothing has been paid.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../../src/campaign/load.ts";
import { checkTexts } from "../../../src/compose/check.ts";
import type { Observed } from "../../../src/model/observed.ts";
import { plan } from "../../../src/plan/plan.ts";
import { ACCOUNT, NOW, snapshot, TALK } from "../../builders/world.ts";
import { withFiles } from "../../campaign/files.ts";

const FRESH = `campaign: k
timezone: Europe/Berlin
accounts:
  tube: { platform: youtube, username: Acme }
schedules:
  mornings: { slots: { daily: ["09:00"] } }
videos:
  talk:
    source: ./talk.mp4
    clipping: { duration: 30-60s, limit: 5 }
    export: { resolution: 1080p, caption: {}, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: talk
    clips: { top: 2 }
    schedule: mornings
    to:
      tube: { title: "{{ clip.title }}", visibility: public }
`;

/** What is typed instead of what, and what tells it. */
type Mistake = readonly [from: string, to: string, told: string, seen?: Partial<Observed>];

const SCHEDULE = "    schedule: mornings\n";
const PLAN = (reason: string) => `plan: ${reason}`;
const engine = { transcribes: false };

const MISTAKES: Readonly<Record<string, Mistake>> = {
	"a key that is misspelt": ["videos:", "vidoes:", "unknown-key"],
	"a tab for a blank": ["  talk:", "\ttalk:", "yaml-syntax"],
	"a bracket that is never closed": ["{ top: 2 }", "{ top: 2 ", "yaml-syntax"],
	"a colon without a blank": ["campaign: k", "campaign:k", "yaml-syntax"],
	"the same key twice": ["campaign: k", "campaign: k\ncampaign: l", "duplicate-key"],
	"a video that is not there": ["./talk.mp4", "./tlak.mp4", "missing-file"],
	"a folder for a video": ["./talk.mp4", "./media/", "unsupported-file"],
	"an empty file": ["./talk.mp4", "./none.mp4", "empty-media"],
	"a text for a video": ["./talk.mp4", "./talk.txt", "unsupported-file"],
	"a file outside of the workspace": ["./talk.mp4", "../../talk.mp4", "outside-workspace"],
	"an address with a password": ["./talk.mp4", "https://ann:pw12@example.com/a.mp4", "bad-url"],
	"a video that has another name": ["from: talk", "from: keynote", "unknown-video"],
	"an account that has another name": ["      tube:", "      youtube:", "unknown-account"],
	"a platform that is misspelt": ["platform: youtube", "platform: youtub", "unknown-value"],
	"the address of a channel": ["username: Acme", 'username: "https://youtube.com/@Acme"', "username-address"],
	"two names of one account": [
		"  tube: {",
		"  two: { platform: youtube, username: Acme }\n  tube: {",
		"duplicate-account",
	],
	"a schedule that has another name": ["schedule: mornings", "schedule: morning", "unknown-schedule"],
	"both a time and a schedule": [SCHEDULE, `${SCHEDULE}    at: 2026-12-01T09:00\n`, "two-times"],
	"a time in the past": [SCHEDULE, "    at: 2026-11-20T09:00\n", PLAN("too-late")],
	"a time in two minutes": [SCHEDULE, "    at: 2026-11-21T13:02\n", PLAN("too-late")],
	"a day that does not exist": [SCHEDULE, "    at: 2026-02-30T09:00\n", "time-invalid"],
	"a time without a T": [SCHEDULE, "    at: 2026-12-01 09:00\n", "bad-format"],
	"a schedule that is over": ['["09:00"] }', '["09:00"] }, until: 2026-11-01', PLAN("slot-none")],
	"a schedule that ends too soon": ['["09:00"] }', '["09:00"] }, until: 2026-11-22', "too-few-slots"],
	"a clock that does not exist": ['"09:00"', '"25:00"', "bad-format"],
	"a zone that does not exist": ["Europe/Berlin", "Europe/Bonn", "unknown-timezone"],
	"a range that ends before it begins": ["{ top: 2 }", "{ duration: 90s..30s }", "backwards-range"],
	"a rank for a number of clips": ["{ top: 2 }", "{ top: 2, ranks: [0] }", "clip-choice"],
	"more clips than are made": ["duration: 30-60s", "duration: 45s", "unknown-value"],
	"no title for YouTube": ['title: "{{ clip.title }}", ', "", "missing-post-text"],
	"a variable that does not exist": ["{{ clip.title }}", "{{ clip.name }}", "unknown-variable"],
	"a template that is never closed": ["{{ clip.title }}", "{{ clip.title }", "template-syntax"],
	"an input that was not declared": ["{{ clip.title }}", "{{ inputs.link }}", "unknown-variable"],
	"a title too long for YouTube": ["{{ clip.title }}", "x".repeat(101), "youtube-title-length"],
	"a visibility that YouTube does not have": ["visibility: public", "visibility: hidden", "unknown-value"],
	"nothing to export": [
		'    export: { resolution: 1080p, caption: {}, reframe: { ratio: "9:16" } }\n',
		"",
		"missing-export",
	],
	"a reframe without a ratio": ['reframe: { ratio: "9:16" }', "reframe: {}", "layout-and-ratio"],
	"a layout of another ratio": ['ratio: "9:16"', 'ratio: "1:1", layout: Split 2', "layout-and-ratio"],
	"both languages in a style that has one": ["caption: {}", "caption: { display: both }", "caption-both"],
	"an account that nobody connected": [
		"campaign: k",
		"campaign: k",
		"account-not-connected",
		{ connected: [] },
	],
	"an account whose authorization ended": [
		"campaign: k",
		"campaign: k",
		"account-not-authorized",
		{ connected: [{ ...ACCOUNT, tokenValid: false }] },
	],
	"no transcript, and nothing that can write one": [
		"campaign: k",
		"campaign: k",
		"no-transcript",
		{ engine },
	],
	"no ffmpeg": [
		"campaign: k",
		"campaign: k",
		PLAN("clips-refused"),
		{ engine: { ...engine, noFfmpeg: "None was found." } },
	],
	"no key": ["campaign: k", "campaign: k", "not-checked", { unasked: "The key is missing." }],
};

async function told(text: string, seen: Partial<Observed>): Promise<readonly string[]> {
	const files = {
		"k.campaign.yaml": text,
		"talk.mp4": "video",
		"none.mp4": "",
		"talk.txt": "words",
		"media/": "",
	};
	const { campaigns, diagnostics } = await withFiles(files, (cwd) =>
		loadCampaigns([], { cwd, signal: AbortSignal.timeout(300_000), checkTexts }),
	);
	const rules = diagnostics.map(({ rule }) => rule);
	if (campaigns.length === 0) return rules;
	const source = { kind: "file", sha256: "a".repeat(64) } as const;
	const observed = { now: NOW, sources: { [TALK]: source }, durations: { [TALK]: 90_000 }, ...seen };
	const options = { idempotency: false, publishStatus: true, replace: [] };
	const { changes, notes = [] } = plan({ campaigns, snapshot: snapshot(), observed, options });
	return [...rules, ...notes.map(({ rule }) => rule), ...changes.map(({ reason }) => PLAN(reason))];
}

const newcomer = suite("a newcomer's mistake");
for (const [title, [from, to, rule, seen = {}]] of Object.entries(MISTAKES))
	newcomer(title, async () => {
		assert.ok(FRESH.includes(from), from);
		const found = await told(
			FRESH.replace(from, () => to),
			seen,
		);
		assert.ok(found.includes(rule), `${rule} is not in ${found.join(", ")}`);
	});
newcomer("there are forty, and the campaign without them is told of none", async () => {
	assert.ok(Object.keys(MISTAKES).length >= 40);
	const fine = { connected: [ACCOUNT], engine: { transcribes: true } };
	// A recogniser is no mistake: that posts will wait for a person is a remark.
	assert.equal(await told(FRESH, fine), ["recognised-words", PLAN("absent"), PLAN("clips-unknown")]);
});
newcomer.run();
