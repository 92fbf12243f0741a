import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { tellAbilities } from "../builders/cache.ts";
import { madeMedia } from "../builders/media.ts";
import { withKeptRenders } from "./kept-renders.ts";
import { ROOM } from "./program.ts";
import { showrunWarm } from "./warm.ts";

const CODECS = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25"];

interface Footage {
	readonly seconds: number;
	readonly silent?: true;
	readonly moving?: true;
}

/** Bursts of noise that swell and fade like syllables, three seconds long with gaps. */
const SPEECH = "(random(0)-0.5)*0.5*lt(mod(t,4),3.2)*(0.6+0.4*sin(2*PI*4*t))";

/** Tells a workspace what this machine's ffmpeg can do, which each would ask twice. */
export function tellWorkspace(folder: string): void {
	for (const cache of [join(".showrun", "cache"), join(".showrun", "service", "cache")])
		tellAbilities(join(folder, cache));
}

/**
 * Makes a video with speech-like sound, once a name. Its picture is still, which is encoded in half the time,
 * unless it is to move.
 */
export function video(name: string, { seconds, silent, moving }: Footage): string {
	const file = join(ROOM, `${name}.mp4`);
	const picture = ["-f", "lavfi", "-i", `${moving ? "testsrc2" : "smptebars"}=s=320x180:r=10:d=${seconds}`];
	const sound = [
		"-f",
		"lavfi",
		"-i",
		`aevalsrc='${SPEECH}':d=${seconds}:s=16000`,
		"-c:a",
		"aac",
		"-shortest",
	];
	return madeMedia(file, [...picture, ...(silent ? [] : sound), ...CODECS]);
}

const SENTENCES = [
	"Why do most talks fail in the first minute?",
	"Nobody listens to an agenda, everybody listens to a story.",
	"One customer saved nine thousand euros with a single idea.",
	"The secret is that the customer tells the story for you.",
	"So start with the customer and never show the agenda.",
];

/** What was said in the bursts, as subtitles. */
const TRANSCRIPT = SENTENCES.map(
	(text, at) => `${at + 1}\n${stamp(at * 4)},000 --> ${stamp(at * 4 + 3)},200\n${text}\n`,
).join("\n");

function stamp(seconds: number): string {
	return `00:00:${String(seconds).padStart(2, "0")}`;
}

/** Three accounts, one video in 480p upright with captions, its clips to all of them. */
export const CAMPAIGN = `campaign: talk
timezone: Europe/Berlin
accounts:
  yt: { platform: youtube, username: Acme }
  tt: { platform: tiktok, username: acme }
  li: { platform: linkedin, username: acme-inc }
videos:
  talk:
    source: ./talk.mp4
    transcript: ./talk.srt
    clipping: { duration: 0-30s, limit: 2 }
    export: { resolution: 480p, caption: {}, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: talk
    clips: { top: 2 }
    to:
      yt: { title: "{{ clip.title | truncate: 100 }}", description: "{{ clip.description }}" }
      tt: { description: "{{ clip.title }}" }
      li: { title: "{{ clip.title | truncate: 100 }}" }
`;

/** The accounts are connected to the embedded service from the start. */
export const SETTINGS = `embedded:
  accounts:
    - { platform: youtube, username: Acme }
    - { platform: tiktok, username: acme }
    - { platform: linkedin, username: acme-inc }
`;

/** Settings of a workspace that uses a service elsewhere which knows every declared extension. */
export function remoteSettings(url: string): string {
	return `service:\n  url: ${url}\n  idempotency: true\n  publish_status: true\n  transcripts: true\n  limits: { requests_per_minute: 6000 }\n`;
}

/** Text by path, in place of or beside the usual files. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A fresh folder with a campaign, settings, a transcript and a video. */
export function workspace(source: string, files: Files = {}): string {
	const folder = mkdtempSync(join(ROOM, "ws-"));
	writeFileSync(join(folder, "talk.mp4"), readFileSync(source));
	const all: Files = {
		"talk.campaign.yaml": CAMPAIGN,
		"showrun.config.yaml": SETTINGS,
		"talk.srt": TRANSCRIPT,
		...files,
	};
	for (const [path, content] of Object.entries(all)) writeFileSync(join(folder, path), content);
	tellWorkspace(folder);
	return folder;
}

/** The same, where the clips that are made are not what is tested: those made before are there. */
export function renderedWorkspace(source: string, given: Files = {}): string {
	return withKeptRenders(workspace(source, given));
}

/**
 * Makes the clips of a workspace's campaign and posts none yet, so that a clock can run fast from then on.
 */
export async function clipped(folder: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
	const file = join(folder, "talk.campaign.yaml");
	const whole = readFileSync(file, "utf8");
	writeFileSync(file, whole.slice(0, whole.indexOf("posts:")));
	const { code, out, err } = await showrunWarm(["apply", ".", "--auto-approve"], { cwd: folder, env });
	if (code !== 0) throw new Error(`no clips: ${out}${err}`);
	writeFileSync(file, whole);
	return file;
}

/** What was delivered once, as its `post.json` tells. */
export interface Delivered {
	readonly folder: string;
	/** The moment and the account: what must never be there twice. */
	readonly key: string;
	readonly post: Readonly<Record<string, unknown>>;
}

/** Everything in the outbox of a folder. */
export function deliveredIn(folder: string): readonly Delivered[] {
	return files(join(folder, "outbox"))
		.filter((path) => path.endsWith("/post.json") && !path.includes(".tmp/"))
		.map((path) => {
			const post = JSON.parse(readFileSync(path, "utf8"));
			const key = `${post.platform}:${post.account.username} ${post.source.sha256.slice(0, 6)}@${post.clip.begin_ms}-${post.clip.end_ms}`;
			return { folder: path.slice(0, -"/post.json".length), key, post };
		});
}

/** What was read before, kept in a workspace to be read faster. */
export const CACHE = /^\.showrun($|\/\.gitignore$|\/cache($|\/))/;

/**
 * Everything below a folder with size and time of last change, folders too: equal listings mean
 * nothing was written.
 */
export function listing(folder: string, ignored: RegExp = /^$/): readonly string[] {
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
		(name) => !ignored.test(name),
	);
	return names.sort().map((name) => {
		const { mtimeMs, size, ino } = statSync(join(folder, name));
		return `${name} ${size} ${mtimeMs} ${ino}`;
	});
}

/** Full paths of the files below a folder; none when it is not there. */
export function files(folder: string): readonly string[] {
	try {
		const found = readdirSync(folder, { recursive: true, withFileTypes: true });
		return found
			.filter((entry) => !entry.isDirectory() && !entry.isSocket())
			.map((entry) => join(entry.parentPath, entry.name));
	} catch {
		return [];
	}
}

/** What the state says, by the program's own word. */
export async function stateOf(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Snapshot> {
	const { out, err } = await showrunWarm(["status", "--json"], { cwd, env });
	if (out === "") throw new Error(`no status: ${err}`);
	return JSON.parse(out);
}

/**
 * Whether the state says that an outcome is open, a post is not done, or a temporary file is left
 * in the outbox.
 */
export async function leftOpen(
	cwd: string,
	outbox = cwd,
	env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
	const { operations, resources } = await stateOf(cwd, env);
	const undone = Object.entries(resources).filter(
		([, { status }]) => status !== "DONE" && status !== "SUCCEEDED",
	);
	const temporary = files(join(outbox, "outbox")).filter((path) => path.includes(".tmp"));
	return [
		...Object.keys(operations),
		...undone.map(([address, { status }]) => `${address} ${status}`),
		...temporary,
	];
}

/** Makes an empty folder beside the workspaces. */
export function emptyFolder(): string {
	const folder = mkdtempSync(join(ROOM, "empty-"));
	mkdirSync(folder, { recursive: true });
	return folder;
}
