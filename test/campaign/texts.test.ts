import { suite } from "uvu";
import * as assert from "uvu/assert";
import { daysOf } from "../../src/campaign/schedules.ts";
import { loadFirst, withFiles } from "./files.ts";

const base = `campaign: c
accounts:
  tube: { platform: youtube, username: A }
  tok: { platform: tiktok, username: B }
presets:
  tall: { export: { reframe: { ratio: "9:16" }, resolution: 720p } }
  sharp: { export: { resolution: 1080p } }
defaults:
  export: { caption: {} }
  text: { description: d, tags: [a], tiktok: { description: t } }
schedules:
  s: { slots: { "mon-tue": ["17:30", "09:00", "09:00"], "fri-mon": ["10:00"] }, from: 2026-12-01, except: [2026-12-24..2026-12-26, 2027-01-01], missed: post-within 2h }
videos:
  talk: { source: talk.mp4, preset: [tall, sharp], renditions: { small: { resolution: 480p, clips: { top: 1 } } } }
  other: { like: talk, export: { resolution: 2k } }
posts:
  p:
    from: talk
    schedule: s
    handover: 48h
    review: required
    repeat: 2
    clips: { duration: 15s..90s, match: launch, pin: ["1:23-1:58"], skip: [0-30] }
    text: { title: base, youtube: { title: tube } }
    to: [tube, tok]
`;

const texts = suite("what is said at several places of a campaign");

texts("a platform's text wins over the base, the post's over the defaults", () =>
	withFiles({ "c.campaign.yaml": base, "talk.mp4": "video" }, async (cwd) => {
		const { posts } = await loadFirst(cwd);
		assert.equal(
			posts[0]?.targets.map(({ account, body }) => ({ account, body })),
			[
				{ account: "tube", body: { title: "tube", description: "d", tags: ["a"] } },
				{ account: "tok", body: { title: "base", description: "t", tags: ["a"] } },
			],
		);
		assert.equal(posts[0]?.targets[1]?.place, { file: "c.campaign.yaml", line: 25, column: 16 });
	}),
);

texts("presets win over defaults, later ones over earlier ones, the video over all", () =>
	withFiles({ "c.campaign.yaml": base, "talk.mp4": "video" }, async (cwd) => {
		const { videos } = await loadFirst(cwd);
		const caption = { style: "temp-7", display: "original" };
		const reframe = { ratio: "9:16", layout: "Auto" };
		assert.equal(
			videos.map(({ name, export: rendering, renditions }) => [
				name,
				rendering,
				renditions.map((each) => [each.name, each.export.resolution, each.clips]),
			]),
			[
				["talk", { resolution: "1080p", caption, reframe }, [["small", "480p", { top: 1 }]]],
				["other", { resolution: "2k", caption, reframe }, [["small", "480p", { top: 1 }]]],
			],
		);
	}),
);

texts("times, lengths and stretches are numbers", () =>
	withFiles({ "c.campaign.yaml": base, "talk.mp4": "video" }, async (cwd) => {
		const { posts, schedules } = await loadFirst(cwd);
		const [post] = posts;
		assert.equal(post?.clips, {
			duration: { from: 15_000, to: 90_000 },
			match: "launch",
			pin: [{ from: 83_000, to: 118_000 }],
			skip: [{ from: 0, to: 30_000 }],
		});
		assert.equal(
			[post?.handoverMs, post?.review, post?.repeat, post?.schedule],
			[172_800_000, "required", 2, "s"],
		);
		assert.equal(schedules.s, {
			name: "s",
			place: { file: "c.campaign.yaml", line: 12, column: 3 },
			timezone: "UTC",
			slots: {
				1: ["09:00", "10:00", "17:30"],
				2: ["09:00", "17:30"],
				5: ["10:00"],
				6: ["10:00"],
				7: ["10:00"],
			},
			from: "2026-12-01",
			except: [
				{ from: "2026-12-24", to: "2026-12-26" },
				{ from: "2027-01-01", to: "2027-01-01" },
			],
			missed: { kind: "post-within", ms: 7_200_000 },
		});
	}),
);

texts("a rule for late posts is of the account, or of the schedule", () => {
	const text = base
		.replace("username: A }", "username: A, late: { max: 6h, then: hold } }")
		.replace("missed: post-within 2h }", "late: { max: 90m, then: skip } }");
	return withFiles({ "c.campaign.yaml": text, "talk.mp4": "video" }, async (cwd) => {
		const { accounts, schedules } = await loadFirst(cwd);
		assert.equal(
			[accounts.tube?.late, accounts.tok?.late, schedules.s?.late],
			[{ maxMs: 21_600_000, action: "hold" }, undefined, { maxMs: 5_400_000, action: "skip" }],
		);
	});
});

for (const [words, days] of Object.entries({
	daily: [1, 2, 3, 4, 5, 6, 7],
	mon: [1],
	"fri-mon": [5, 6, 7, 1],
	"tue,sat-sun": [2, 6, 7],
}))
	texts(`\`${words}\` means the days ${days.join(", ")}`, () => assert.equal(daysOf(words), days));

texts.run();
