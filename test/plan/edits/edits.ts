import { type Edited, edited, reviewed } from "./handed-over.ts";

const edit = (...changes: readonly (readonly [string, string])[]): Edited => ({ text: edited(...changes) });
const fixed = (from: string, to: string) => edit([from, to]);
const AT = "at: 2026-12-01T09:00";
const DUET = "allow_duet: true";

/** One edit each, of each thing that a post asks for. */
export const EDITS: Readonly<Record<string, Edited>> = {
	nothing: edit(),
	"a comment": edit(["campaign: k", "# Of Tuesday.\ncampaign: k"]),
	"time: later": fixed(AT, "at: 2026-12-01T12:00"),
	"time: earlier": fixed(AT, "at: 2026-11-25T09:00"),
	"time: another day beyond the window": fixed(AT, "at: 2027-03-01T09:00"),
	"time: the same, written in another zone": edit(["timezone: Europe/Berlin", "timezone: Europe/Paris"]),
	"time: another zone": edit(["timezone: Europe/Berlin", "timezone: America/New_York"]),
	"time: into the past": fixed(AT, "at: 2026-11-20T09:00"),
	"time: taken away": fixed(`    ${AT}\n`, ""),
	"time: a schedule instead": fixed(AT, "schedule: mornings"),
	"time: a schedule that has that very time": edit(
		[AT, "schedule: mornings"],
		["from: 2026-12-02", "from: 2026-12-01"],
	),
	"time: of a public post": fixed("ranks: [4] }\n", "ranks: [4] }\n    at: 2026-12-05T09:00\n"),
	"time: of a public post, by a schedule": fixed("ranks: [4] }\n", "ranks: [4] }\n    schedule: mornings\n"),
	"hand-over: another lead": fixed(`${AT}\n`, `${AT}\n    handover: 48h\n`),
	"slot: one blackout date moves one post": fixed(
		"from: 2026-12-02 }",
		"from: 2026-12-02, except: [2026-12-03] }",
	),
	"slot: another time of day": fixed('daily: ["09:00"]', 'daily: ["10:00"]'),
	"slot: one more time of day": fixed('daily: ["09:00"]', 'daily: ["09:00", "18:00"]'),
	"slot: only on weekdays": fixed('daily: ["09:00"]', 'mon-wed: ["09:00"]'),
	"slot: a later beginning": fixed("from: 2026-12-02", "from: 2026-12-03"),
	"slot: an end": fixed("from: 2026-12-02", "from: 2026-12-02, until: 2026-12-03"),
	"slot: a schedule of another name with the same slots": edit(
		["  mornings: {", "  daily: {"],
		["schedule: mornings", "schedule: daily"],
	),
	"slot: a fixed time instead": fixed("schedule: mornings", "at: 2026-12-02T09:00"),
	"slot: none": fixed("    schedule: mornings\n", ""),
	"slot: what becomes of missed ones": fixed("from: 2026-12-02", "from: 2026-12-02, missed: next-slot"),
	"limits: fewer a day": fixed("username: Acme }", "username: Acme, max_per_day: 1, min_gap: 48h }"),
	"account: another one of the platform": fixed("username: Acme }", "username: Other }"),
	"account: one that is not connected": fixed("username: Acme }", "username: Gone }"),
	"account: in capitals, with a sign": fixed("username: Acme }", 'username: "@ACME" }'),
	"account: another entry to another account": edit(
		["  tik: {", "  more: { platform: youtube, username: Other }\n  tik: {"],
		[
			'to: { tube: { title: "{{ clip.title }}" } }\n  short',
			'to: { more: { title: "{{ clip.title }}" } }\n  short',
		],
	),
	"account: another entry to another account, beside what was handed over": edit(
		["  tik: {", "  more: { platform: youtube, username: Other }\n  tik: {"],
		[
			'to: { tube: { title: "{{ clip.title }}" } }\n  short',
			'keep: true\n    to: { more: { title: "{{ clip.title }}" } }\n  short',
		],
	),
	"account: renamed without a word, beside what was handed over": edit(
		["  tube: {", "  channel: {"],
		["      tube:\n", "      channel:\n"],
		[
			'to: { tube: { title: "{{ clip.title }}" } }\n  short',
			'keep: true\n    to: { channel: { title: "{{ clip.title }}" } }\n  short',
		],
		['to: { tube: { title: "{{ clip.title }}" } }\n', 'to: { channel: { title: "{{ clip.title }}" } }\n'],
	),
	"account: another one of the platform, beside what was handed over": edit(
		["username: Acme }", "username: Other }"],
		["    resolution: 720p\n    to:", "    resolution: 720p\n    keep: true\n    to:"],
		["    schedule: mornings\n", "    schedule: mornings\n    keep: true\n"],
	),
	"account: renamed in the campaign alone": edit(
		["  tube: {", "  channel: {"],
		["      tube:\n", "      channel:\n"],
		[
			'to: { tube: { title: "{{ clip.title }}" } }\n  short',
			'to: { channel: { title: "{{ clip.title }}" } }\n  short',
		],
		['to: { tube: { title: "{{ clip.title }}" } }\n', 'to: { channel: { title: "{{ clip.title }}" } }\n'],
		["campaign: k", "campaign: k\nmoved: [{ from: account.tube, to: account.channel }]"],
	),
	"platform: another one": fixed("tik: { platform: tiktok", "tik: { platform: instagram"),
	"title: other words": fixed("{{ clip.title }} live", "Live: {{ clip.title }}"),
	"title: the same in another way": fixed("{{ clip.title }} live", "{{ clip.title }}{{ ' live' }}"),
	"title: of a public post": fixed(
		'ranks: [4] }\n    to: { tube: { title: "{{',
		'ranks: [4] }\n    to: { tube: { title: "New {{',
	),
	"description: other words": fixed("{{ inputs.link }} {{", "{{"),
	"description: taken away": fixed(
		'        description: "{{ clip.description }} {{ inputs.link }} {{ hashtags.brand }}"\n',
		"",
	),
	"an input that a text names": fixed('https://example.com/talk" }', 'https://example.com/other" }'),
	"an input that no text names": fixed("inputs: { link", "inputs: { more: { default: a }, link"),
	"hashtags that a text names": fixed('["#acme"]', '["#acme", "#live"]'),
	"tags: others": fixed('tags: "{{ clip.tags }}"', 'tags: ["a", "c"]'),
	"tags: taken away": fixed('        tags: "{{ clip.tags }}"\n', ""),
	"visibility: public": fixed("visibility: unlisted", "visibility: public"),
	"visibility: taken away": fixed("        visibility: unlisted\n", ""),
	"visibility: of a public post": fixed(
		"ranks: [4] }\n    to: { tube: {",
		"ranks: [4] }\n    to: { tube: { visibility: private,",
	),
	"thumbnail_url: added": fixed(
		"visibility: unlisted",
		"visibility: unlisted\n        thumbnail_url: https://example.com/a.jpg",
	),
	"category: another": fixed("category: Education", "category: Comedy"),
	"category: the same by its number": fixed("category: Education", 'category: "27"'),
	"category: taken away": fixed("        category: Education\n", ""),
	"allow_comment: no": fixed("allow_comment: true", "allow_comment: false"),
	"allow_comment: taken away": fixed("        allow_comment: true\n", ""),
	"allow_duet: no": fixed(DUET, "allow_duet: false"),
	"allow_stitch: no": fixed("allow_stitch: true", "allow_stitch: false"),
	"disclose_content: yes": fixed("disclose_content: false", "disclose_content: true"),
	"resolution: another": fixed("    resolution: 720p\n    to:", "    resolution: 480p\n    to:"),
	"resolution: taken away": fixed("    resolution: 720p\n    to:", "    to:"),
	"several at once": edit(
		[AT, "at: 2026-12-01T12:00"],
		["visibility: unlisted", "visibility: public"],
		["}} live", "}}"],
	),
	"clip: another one": fixed(
		"clips: { ranks: [0] }\n    at: 2026-12-01T09",
		"clips: { ranks: [5] }\n    at: 2026-12-01T09",
	),
	"clip: one less": fixed("ranks: [1, 2, 3]", "ranks: [1, 2]"),
	"clip: one more": fixed("ranks: [1, 2, 3]", "ranks: [1, 2, 3, 5]"),
	"clip: one that is public is chosen no more": fixed("ranks: [4]", "ranks: [5]"),
	"clip: refused in the clips file": { ...edit(), clips: reviewed(1, "approve: false") },
	"clip: edited words in the clips file": { ...edit(), clips: reviewed(1, "approve: true, title: Better") },
	"repeat: twice": fixed("clips: { ranks: [4] }", "clips: { ranks: [4] }\n    repeat: 2"),
	"removal: the post entry": fixed(/ {2}short:[\s\S]*(?= {2}now:)/.exec(edited())?.[0] ?? "?", ""),
	"removal: the post entry's account, beside what was handed over": fixed(
		'    to: { tube: { title: "{{ clip.title }}" } }\n  short',
		'    keep: true\n    to: { tik: { description: "{{ clip.title }}" } }\n  short',
	),
	"source: another one": {
		...fixed("talk.mp4", "other.mp4"),
		source: { kind: "url", url: "https://example.com/other.mp4" },
	},
	"removal: one account of several posts": fixed(
		'    to: { tube: { title: "{{ clip.title }}" } }\n  short',
		'    to: { tik: { description: "{{ clip.title }}" } }\n  short',
	),
	"another entry of the same clip": fixed(
		"  now:\n",
		"  again:\n    from: talk\n    clips: { ranks: [0] }\n    to: { tube: { title: A } }\n  now:\n",
	),
};
