import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import { sha256 } from "../../src/system/files.ts";
import { load, loadFirst, withFiles } from "./files.ts";

const keynote = `# yaml-language-server: $schema=../../schemas/campaign.schema.json
campaign: keynote-2026
timezone: Europe/Berlin                    # IANA; wall-clock times below are in it

accounts:                                  # names used below
  youtube-main: { platform: youtube, username: Acme }
  tiktok-main:  { platform: tiktok,  username: acme }

defaults:
  clipping: { language: en, duration: 30-60s, limit: 8 }
  export:
    resolution: 1080p
    caption: { style: temp-7, display: original }
    hook: { style: excited, position: beginning }
    reframe: { ratio: "9:16", layout: Auto }

videos:                                    # one entry = one clipping task
  keynote:
    source: ./media/keynote.mp4
  keynote-square:
    like: keynote                          # starts from that entry
    export: { reframe: { ratio: "1:1" } }

posts:
  shorts:
    from: keynote
    clips: { top: 5, min_score: 60 }
    at: 2026-12-01T09:00
    resolution: 1080p
    to:
      youtube-main:
        title: "{{ clip.title | truncate: 100 }}"
        description: "{{ clip.description }}"
        tags: "{{ clip.tags }}"
        visibility: public
      tiktok-main:
        description: "{{ clip.title }}"
        allow_duet: false
`;

const file = "shows/keynote.campaign.yaml";
const at = (line: number, column: number) => ({ file, line, column });
const clipping = {
	language: "en",
	duration: "30-60s",
	limit: 8,
	moreResults: false,
	express: false,
} as const;
const rendering = {
	resolution: "1080p",
	caption: { style: "temp-7", display: "original" },
	hook: { style: "excited", position: "beginning" },
	reframe: { ratio: "9:16", layout: "Auto" },
} as const;
const shorts: Campaign["posts"][number] = {
	name: "shorts",
	place: at(25, 3),
	from: "keynote",
	clips: { top: 5, minScore: 60 },
	at: { wall: "2026-12-01T09:00", place: at(28, 9) },
	repeat: 1,
	resolution: "1080p",
	targets: [
		{
			account: "youtube-main",
			place: at(31, 7),
			body: {
				title: "{{ clip.title | truncate: 100 }}",
				description: "{{ clip.description }}",
				tags: "{{ clip.tags }}",
				visibility: "public",
			},
			places: { title: at(32, 16), description: at(33, 22), tags: at(34, 15), visibility: at(35, 21) },
		},
		{
			account: "tiktok-main",
			place: at(36, 7),
			body: { description: "{{ clip.title }}", allowDuet: false },
			places: { description: at(37, 22), allowDuet: at(38, 21) },
		},
	],
};

/** The campaign of the design's example in a folder. */
function keynoteIn(cwd: string): Campaign {
	const source = {
		kind: "file",
		path: `${cwd}/shows/media/keynote.mp4`,
		shown: "./media/keynote.mp4",
		transcript: `${cwd}/shows/media/keynote.vtt`,
	} as const;
	const rest = { timezone: "Europe/Berlin", premium: false };
	return {
		name: "keynote-2026",
		file,
		digest: sha256(keynote),
		timezone: "Europe/Berlin",
		accounts: {
			"youtube-main": { platform: "youtube", username: "Acme", place: at(6, 3), ...rest },
			"tiktok-main": { platform: "tiktok", username: "acme", place: at(7, 3), ...rest },
		},
		videos: [
			{ name: "keynote", place: at(18, 3), source, clipping, export: rendering, renditions: [] },
			{
				name: "keynote-square",
				place: at(20, 3),
				source,
				clipping,
				export: { ...rendering, reframe: { ratio: "1:1", layout: "Auto" } },
				renditions: [],
			},
		],
		posts: [shorts],
		inputs: {},
		schedules: {},
		hashtags: {},
		rules: {},
		moved: [],
	};
}

const normal = suite("a campaign as a value");

normal("the example of the design becomes exactly this", () =>
	withFiles(
		{
			[file]: keynote,
			"shows/media/keynote.mp4": "video",
			"shows/media/keynote.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\nhi\n",
		},
		async (cwd) => {
			const { campaigns, diagnostics } = await loadCampaigns(["shows"], {
				cwd,
				signal: AbortSignal.timeout(300_000),
			});
			assert.equal(diagnostics, []);
			assert.equal(campaigns, [keynoteIn(cwd)]);
		},
	),
);
normal("times of clips are inherited with the source alone, and where each is written is known", () =>
	withFiles(
		{
			"a.campaign.yaml": `campaign: a
defaults: { clipping: { limit: 2, add: ["2:00-2:30"] } }
videos:
  talk: { source: talk.mp4, clipping: { add: ["1:23.5-1:58", "0:10-0:20"] } }
  square: { like: talk, export: { reframe: { ratio: "1:1" } } }
  other: { like: talk, source: other.mp4 }
`,
			...{ "talk.mp4": "video", "other.mp4": "video" },
		},
		async (cwd) => {
			const { videos } = await loadFirst(cwd);
			const times = videos.map(({ clipping: { added }, addedAt = [] }) => [
				added?.map(({ from, to }) => `${from}-${to}`),
				addedAt.map(({ line, column }) => `${line}:${column}`),
			]);
			const own = [
				["10000-20000", "83500-118000"],
				["4:62", "4:47"],
			];
			assert.equal(times, [own, own, [undefined, []]]);
		},
	),
);

normal("how many clips are rendered stands beside the export settings, and may be inherited", () =>
	withFiles(
		{
			[file]: keynote
				.replace("    resolution: 1080p\n    caption", "    limit: 2\n    resolution: 1080p\n    caption")
				.replace('export: { reframe: { ratio: "1:1" } }', "export: { limit: 5 }"),
			"shows/media/keynote.mp4": "video",
		},
		async (cwd) => {
			const { campaigns } = await loadCampaigns(["shows"], { cwd, signal: AbortSignal.timeout(300_000) });
			assert.equal(
				campaigns[0]?.videos.map(({ exportLimit, export: exported }) => [exportLimit, exported]),
				[
					[2, rendering],
					[5, rendering],
				],
			);
		},
	),
);

normal.run();

const plainClipping = { duration: "0-90s", moreResults: false, express: false };
const videos: Record<string, [entries: string, expected: readonly unknown[]]> = {
	"without settings the service's defaults hold, and nothing is rendered": [
		"  a: { source: talk.mp4 }",
		[{ clipping: plainClipping, export: undefined }],
	],
	"an empty export renders with the service's defaults": [
		"  a: { source: talk.mp4, export: {} }",
		[{ clipping: plainClipping, export: { resolution: "480p" } }],
	],
	"empty caption and hook are on, with the service's defaults": [
		"  a: { source: talk.mp4, export: { caption: {}, hook: {} } }",
		[
			{
				clipping: plainClipping,
				export: {
					resolution: "480p",
					caption: { style: "temp-7", display: "original" },
					hook: { style: "serious", position: "beginning" },
				},
			},
		],
	],
	"the service's own words mean the same": [
		"  a: { source: talk.mp4, clipping: { duration: DURATION_60_90 }, export: { resolution: QHD_2K, reframe: { ratio: RATIO_4_5 } } }",
		[
			{
				clipping: { ...plainClipping, duration: "60-90s" },
				export: { resolution: "2k", reframe: { ratio: "4:5", layout: "Auto" } },
			},
		],
	],
	"a ratio needs no quotes": [
		"  a: { source: talk.mp4, export: { reframe: { ratio: 9:16 } } }",
		[{ clipping: plainClipping, export: { resolution: "480p", reframe: { ratio: "9:16", layout: "Auto" } } }],
	],
	"null removes what is inherited": [
		"  a: { source: talk.mp4, clipping: { limit: 3, language: en }, export: { caption: {} } }\n  b: { like: a, clipping: { limit: null }, export: { caption: null } }\n  c: { like: a, clipping: null, export: null }",
		[
			{
				clipping: { ...plainClipping, limit: 3, language: "en" },
				export: { resolution: "480p", caption: { style: "temp-7", display: "original" } },
			},
			{ clipping: { ...plainClipping, language: "en" }, export: { resolution: "480p" } },
			{ clipping: plainClipping, export: undefined },
		],
	],
	"like goes through several entries, in any order": [
		"  c: { like: b, clipping: { express: true } }\n  b: { like: a, clipping: { limit: 2 } }\n  a: { source: talk.mp4, clipping: { limit: 1, duration: 0-30s } }",
		[
			{ clipping: { duration: "0-30s", limit: 2, moreResults: false, express: true }, export: undefined },
			{ clipping: { duration: "0-30s", limit: 2, moreResults: false, express: false }, export: undefined },
			{ clipping: { duration: "0-30s", limit: 1, moreResults: false, express: false }, export: undefined },
		],
	],
};

const merged = suite("settings of a video");
for (const [title, [entries, expected]] of Object.entries(videos))
	merged(title, async () => {
		const { campaigns, diagnostics } = await load(`campaign: c\nvideos:\n${entries}\n`);
		assert.equal(diagnostics, []);
		assert.equal(
			campaigns[0]?.videos.map((video) => ({ clipping: video.clipping, export: video.export })),
			expected,
		);
	});

merged("what a video says wins over defaults, also through like", async () => {
	const { campaigns } = await load(
		"campaign: c\ndefaults: { clipping: { limit: 9, language: de }, export: {} }\nvideos:\n  a: { source: talk.mp4, clipping: { limit: 1 } }\n  b: { like: a, export: null }\n",
	);
	assert.equal(
		campaigns[0]?.videos.map((video) => [
			video.clipping.limit,
			video.clipping.language,
			video.export?.resolution,
		]),
		[
			[1, "de", "480p"],
			[1, "de", undefined],
		],
	);
});
merged.run();

const transcripts: Record<string, [entry: string, expected: string | undefined]> = {
	"a transcript beside the source is found, .srt first": ["{ source: both.mp4 }", "both.srt"],
	"a .vtt does as well": ["{ source: vtt.mp4 }", "vtt.vtt"],
	"a .json with the time of each word comes first": ["{ source: words.mp4 }", "words.json"],
	"a .json with times of lines comes last": ["{ source: lines.mp4 }", "lines.srt"],
	"a .json alone does as well": ["{ source: json.mp4 }", "json.json"],
	"other JSON beside a video is none, without a word": ["{ source: other.mp4 }", "other.vtt"],
	"a given transcript wins": ["{ source: both.mp4, transcript: vtt.vtt }", "vtt.vtt"],
	"null turns it off": ["{ source: both.mp4, transcript: null }", undefined],
	"none is fine": ["{ source: alone.mp4 }", undefined],
	"an empty one beside the source does not count": ["{ source: empty.mp4 }", undefined],
	"it is inherited with the source": ["{ like: base }", "vtt.vtt"],
	"it is not inherited without the source": ["{ like: base, source: alone.mp4 }", undefined],
};

const TIMED = "00:00:00,000 --> 00:00:01,000\nhi\n";
const LINE = '{"segments":[{"start":0,"end":1,"text":"a line"}]}';
const JSON_BESIDE: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		["words.mp4", "words.srt", "lines.mp4", "lines.srt", "json.mp4", "other.mp4", "other.vtt"].map((name) => [
			name,
			name.endsWith(".mp4") ? "x" : TIMED,
		]),
	),
	"words.json": '[{"word":"a","start":0,"end":1}]',
	"lines.json": LINE,
	"json.json": LINE,
	"other.json": '{"id":"x","title":"Talk","chapters":[{"start_time":0,"end_time":1,"title":"Intro"}]}',
};

const sidecar = suite("transcripts");
for (const [title, [entry, expected]] of Object.entries(transcripts))
	sidecar(title, () => {
		const media = Object.fromEntries(
			["both.mp4", "both.srt", "both.vtt", "vtt.mp4", "vtt.vtt", "alone.mp4", "empty.mp4"].map((name) => [
				name,
				name.endsWith(".mp4") ? "x" : TIMED,
			]),
		);
		const text = `campaign: c\nvideos:\n  a: ${entry}\n  base: { source: both.mp4, transcript: vtt.vtt }\n`;
		return withFiles({ ...media, ...JSON_BESIDE, "empty.srt": "", "a.campaign.yaml": text }, async (cwd) => {
			const { campaigns, diagnostics } = await loadCampaigns([], {
				cwd,
				signal: AbortSignal.timeout(300_000),
			});
			assert.equal(
				diagnostics.map(({ rule }) => rule),
				entry.includes("empty") ? ["transcript-unusable"] : [],
			);
			const source = campaigns[0]?.videos[0]?.source;
			assert.is(source?.kind === "file" ? source.transcript : "no file", expected && `${cwd}/${expected}`);
		});
	});

sidecar("a web address is kept as it is", async () => {
	const { campaigns } = await load(
		'campaign: c\nvideos: { a: { source: "https://example.com/watch?v=a#t=1" } }\n',
	);
	assert.equal(campaigns[0]?.videos[0]?.source, { kind: "url", url: "https://example.com/watch?v=a#t=1" });
});
sidecar.run();
