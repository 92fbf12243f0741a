import { accountKeys, type HeadingParts, heading, key, post } from "../starter.ts";

/** What a workspace may be for. */
export const KINDS = ["podcast", "conference", "weekly-show"] as const;
export type Kind = (typeof KINDS)[number];

/** A video that a new campaign names. */
export interface NamedVideo {
	readonly key: string;
	readonly title: string;
	/** A path from the campaign's folder, or an address. */
	readonly source: string;
	readonly transcript?: string;
	readonly language?: string;
}

export interface KindParts extends Omit<HeadingParts, "about" | "schedule" | "duration"> {
	/** Whether each clip waits for a person. */
	readonly review: boolean;
	/** At least one, unless there is a feed. */
	readonly videos: readonly NamedVideo[];
	/** Address of a feed; absent in a podcast: a list is followed. */
	readonly feed?: string;
}

/** The file that a podcast without the address of its feed follows. */
export const LIST = {
	path: "episodes.csv",
	text: (video: string) => `id,title,source\nsample,A sample of eleven seconds,${video}\n`,
};

/** A commented campaign of a kind, or of a folder of videos, valid and formatted. */
export function kindCampaign(kind: Kind | "folder", parts: KindParts): string {
	return kind === "podcast" ? podcast(parts) : ofVideos(FRAMES[kind], parts);
}

function podcast({ feed, ...parts }: KindParts): string {
	const from =
		feed === undefined
			? `# To try it, episodes are rows of a list. Put the address of your feed in its place:
#   podcast: { rss: "https://example.com/feed.xml", newest: 1 }
feeds:
  podcast: { file: ./${LIST.path}, newest: 1 }
`
			: `feeds:
  podcast: { rss: ${JSON.stringify(feed)}, newest: 1 }
`;
	return `${heading({
		...parts,
		duration: "0-90s",
		about:
			"# A podcast: every new episode gets its best clips on weekday mornings, and nobody edits a file.\n",
		schedule: slots("weekday-mornings", '{ mon-fri: ["09:00"] }'),
	})}# Where episodes appear. The first apply takes the newest one; from then on each new one is taken.
${from}
# One clipping task for every episode.
videos:
  episodes: { each: podcast }

# The best clips of every episode, in the next free slots; \`item\` is what the feed says of it.
# From cron or CI, \`showrun apply\` sees what is new; \`showrun watch\` does so by itself.
posts:
${post("shorts", { ...parts, keys: accountKeys(parts.accounts), video: "episodes", schedule: "weekday-mornings" })}`;
}

interface Frame {
	readonly about: string;
	readonly schedule: string;
	readonly slots: string;
	readonly top: number;
	/** In front of the videos. */
	readonly next: string;
}

const FRAMES: Readonly<Record<Exclude<Kind, "podcast"> | "folder", Frame>> = {
	conference: {
		about: "# A conference: two clips of each talk, two a day, so that it is heard of for weeks.\n",
		schedule: "talks",
		slots: '{ mon-fri: ["09:00", "16:00"] }',
		top: 2,
		next: `# One entry a talk. \`showrun new talks/ada.mp4\` adds one with its posts, \`showrun import talks.csv\` a list of them.
# Square ones as well: matrix: { ratio: ["9:16", "1:1"] } in \`defaults\`, and \`where\` in the posts.
`,
	},
	"weekly-show": {
		about: "# A weekly show: three clips of each episode, spread over the week after it.\n",
		schedule: "after-the-show",
		slots: '{ tue: ["12:00"], thu: ["12:00"], sat: ["10:00"] }',
		top: 3,
		next: `# One entry an episode. Each week: \`showrun new media/episode-2.mp4\` adds the next, with posts like the last one's.
`,
	},
	folder: {
		about: "",
		schedule: "weekday-mornings",
		slots: '{ mon-fri: ["09:00"] }',
		top: 2,
		next: `# One entry is one clipping task. \`showrun new FILE\` adds another, with posts like the last one's.
`,
	},
};

function ofVideos(frame: Frame, parts: KindParts): string {
	const { videos, accounts, review } = parts;
	const keys = accountKeys(accounts);
	const schedule = slots(frame.schedule, frame.slots);
	const posts = videos.map(({ key: video, title }) =>
		post(video, { video, title, accounts, keys, review, schedule: frame.schedule, top: frame.top }),
	);
	return `${heading({ ...parts, about: frame.about, schedule, duration: "0-90s" })}${frame.next}videos:
${videos.map(videoText).join("")}
# The best clips of each, in the next free slots. A clip keeps its slot; \`showrun calendar\` shows them.
posts:
${posts.join("\n")}`;
}

function videoText({ key: name, source, transcript, language }: NamedVideo): string {
	const lines = [
		`source: ${JSON.stringify(source)}`,
		...(transcript === undefined ? [] : [`transcript: ${JSON.stringify(transcript)}`]),
		...(language === undefined ? [] : [`clipping: { language: ${key(language)} }`]),
	];
	return `  ${key(name)}:\n${lines.map((line) => `    ${line}\n`).join("")}`;
}

function slots(name: string, times: string): string {
	return `\nschedules:\n  ${name}: { slots: ${times} }\n`;
}
