import type { AccountRef, Platform } from "../model/account.ts";
import { keyOf, unique } from "./beginnings/names.ts";

/** What a starter is made for. */
export interface StarterParts {
	readonly name: string;
	/** Paths from the campaign's folder, with `/`, or URLs; at least one, unless there is a feed. */
	readonly videos: readonly string[];
	/** Address of a feed, or a folder with a pattern, that videos appear in. Absent: there is none. */
	readonly feed?: string;
	/** At least one. */
	readonly accounts: readonly AccountRef[];
	/** Whether each clip waits for a person. */
	readonly review: boolean;
	/** Path of the schema from the campaign's folder. */
	readonly schema: string;
	/** IANA name. */
	readonly timezone: string;
}

/** A commented campaign that is valid, formatted, and ready to be applied with the embedded service. */
export function starterCampaign(parts: StarterParts): string {
	const keys = accountKeys(parts.accounts);
	const body = parts.feed === undefined ? ofVideos(parts, keys) : ofFeed(parts.feed, { ...parts, keys });
	return `${heading({ ...parts, ...(parts.feed !== undefined && { schedule: SCHEDULE }) })}${body}`;
}

/** What a campaign begins with, up to its defaults. */
export interface HeadingParts extends Pick<StarterParts, "name" | "accounts" | "schema" | "timezone"> {
	/** What it is for, as a comment. Absent: it goes without saying. */
	readonly about?: string;
	/** Its `schedules`. Absent: there are none. */
	readonly schedule?: string;
	/** Wanted length of clips. */
	readonly duration?: string;
}

export function heading(parts: HeadingParts): string {
	const { name, accounts, schema, timezone, about = "", schedule = "", duration = "30-60s" } = parts;
	const keys = accountKeys(accounts);
	return `# yaml-language-server: $schema=${schema}
${about}campaign: ${key(name)}
timezone: ${timezone} # wall-clock times below are in it

# Names used below, and how to find the connected account. \`showrun accounts connect youtube\` connects one.
accounts:
${accounts.map((account, at) => `  ${keys[at]}: ${accountText(account)}\n`).join("")}${schedule}
# What every video starts from.
defaults:
  clipping: { duration: ${duration}, limit: 5 }
  export:
    resolution: 1080p
    caption: {} # animated captions; {} takes the defaults
    reframe: { ratio: "9:16" }

`;
}

const SCHEDULE = `
schedules:
  weekday-mornings: { slots: { mon-fri: ["09:00"] } }
`;

function ofVideos({ videos, accounts, review }: StarterParts, keys: readonly string[]): string {
	const named = unique(videos.map((source) => (videos.length === 1 ? "talk" : keyOf(source))));
	return `# One entry is one clipping task.
videos:
${videos.map((source, at) => `  ${key(named[at] ?? "")}:\n    source: ${JSON.stringify(source)}\n`).join("")}
# The best clips of a video, to each account: as soon as possible, or \`at: 2026-12-01T09:00\`, or in the slots of a \`schedule\`.
# With a time, \`handover: 48h\` keeps a post changeable until two days before it; \`showrun watch\`, or a regular apply, must run then.
# \`showrun schema --markdown\` says everything that can be said here; editors complete it.
posts:
${named.map((video) => post(videos.length === 1 ? "shorts" : video, { video, accounts, keys, review })).join("")}`;
}

function ofFeed(feed: string, parts: Omit<PostParts, "video">): string {
	const isAddress = /^https?:/i.test(feed);
	const name = isAddress ? "podcast" : "recordings";
	return `# Where videos appear by themselves. The first apply takes the newest one; from then on each new one is taken.
feeds:
  ${name}: { ${isAddress ? "rss" : "folder"}: ${JSON.stringify(feed)}, newest: 1 }

# One clipping task for every item of the feed.
videos:
  episodes: { each: ${name} }

# The best clips of every episode, in the next free slots; \`item\` is what the feed says of it.
# \`showrun watch\`, or a regular apply, sees what is new. \`showrun schema --markdown\` says everything that can be said here.
posts:
${post("shorts", { ...parts, video: "episodes", schedule: "weekday-mornings" })}`;
}

/** Settings for the embedded service with the accounts of the starter. */
export function starterSettings(schema: string, accounts: readonly AccountRef[]): string {
	return `# yaml-language-server: $schema=${schema}
# Your mark on every clip: brand: { logo: ./logo.png, colours: { highlight: "#FFD60A" } }
# Without service.url the embedded service cuts, renders and delivers into the folder outbox.
embedded:
  accounts:
${accounts.map((account) => `    - ${accountText(account)}\n`).join("")}`;
}

/** What a post says where nothing else is wished; the lengths are the platforms'. */
const TEXTS: Readonly<Record<Platform, readonly string[]>> = {
	youtube: [
		'title: "{{ clip.title | truncate: 100 }}"',
		'description: "{{ clip.description }}"',
		'tags: "{{ clip.tags }}"',
		"visibility: public",
	],
	tiktok: ['description: "{{ clip.title }}"'],
	twitter: ['description: "{{ clip.title | truncate: 200 }}"'],
	instagram: ['description: "{{ clip.title }}"'],
	facebook: ['description: "{{ clip.title }}"'],
	linkedin: ['title: "{{ clip.title | truncate: 100 }}"', 'description: "{{ clip.description }}"'],
};

export interface PostParts {
	readonly video: string;
	readonly accounts: readonly AccountRef[];
	readonly keys: readonly string[];
	readonly review: boolean;
	/** Absent: as soon as possible. */
	readonly schedule?: string;
	/** How many clips. Absent: two. */
	readonly top?: number;
	/** What its titles say of the video. Absent: the title of its item, where there is a schedule. */
	readonly title?: string;
}

export function post(name: string, parts: PostParts): string {
	const { video, accounts, keys, review, schedule, top = 2, title } = parts;
	const texts = (platform: Platform) =>
		schedule === undefined ? TEXTS[platform] : TEXTS[platform].map((line) => withTitle(line, title));
	const to = accounts.map(
		({ platform }, at) =>
			`      ${keys[at]}:\n${texts(platform)
				.map((line) => `        ${line}\n`)
				.join("")}`,
	);
	const when = schedule === undefined ? "" : `    schedule: ${schedule}\n`;
	const wait = review
		? "    review: required # a clip waits for `approve: true`; `showrun clips` lists them\n"
		: "";
	return `  ${key(name)}:\n    from: ${key(video)}\n    clips: { top: ${top} }\n${when}${wait}    to:\n${to.join("")}`;
}

/** A title says which video its clip is of. */
function withTitle(line: string, title: string | undefined): string {
	const said =
		title === undefined
			? '"{{ clip.title | fit: 60 }} · {{ item.title | fit: 35 }}"'
			: JSON.stringify(`{{ clip.title | fit: 47 }} · ${title}`);
	return line.replace('"{{ clip.title | truncate: 100 }}"', () => said);
}

export function accountKeys(accounts: readonly AccountRef[]): readonly string[] {
	return unique(accounts.map(({ platform }) => `${platform}-main`));
}

function accountText({ platform, username }: AccountRef): string {
	const text = /^[A-Za-z][A-Za-z0-9_. -]*[A-Za-z0-9_]$/.test(username)
		? key(username)
		: JSON.stringify(username);
	return `{ platform: ${platform}, username: ${text} }`;
}

/** A name as YAML: quoted where it would be read as something else. */
export function key(name: string): string {
	return /^[A-Za-z]/.test(name) && !/^(true|false|null)$/i.test(name) ? name : JSON.stringify(name);
}
