/**
 * A user with one home, several workspaces and a service whose own log is the judge: it never
 * reads a file of showrun's.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Commit, PlannedFault } from "../drill/cell.ts";
import type { Judge } from "../drill/judge.ts";
import { HOOK } from "../drill/place.ts";
import { type Ended, HOME, ROOM } from "../journeys/program.ts";
import { showrunWarm } from "../journeys/warm.ts";
import { tellWorkspace } from "../journeys/workspace.ts";

/** A connected account, as the service lists it. */
export interface ConnectedAccount {
	readonly id: string;
	readonly platform: string;
	readonly handle: string;
}

export const ACME: ConnectedAccount = { id: "acc-1", platform: "youtube", handle: "Acme" };

/** What a campaign of these situations says; every name in it can be another one. */
export interface Script {
	readonly campaign: string;
	readonly video: string;
	/** An address, or a flow map with `url` and `id`. */
	readonly source: string;
	readonly post: string;
	/** What the campaign calls the account, and the account's handle. */
	readonly account: string;
	readonly handle: string;
	readonly top: number;
	readonly limit: number;
	readonly duration: string;
	readonly resolution: string;
	readonly repeat: number;
	/** Whether each of several posts of a moment has a time of its own. */
	readonly repeated: "timed" | "untimed";
	readonly title: string;
	/** More lines of the video, of the post, and of the campaign. */
	readonly videoLines: string;
	readonly postLines: string;
	readonly lines: string;
}

export const SCRIPT: Script = {
	...{ campaign: "talk", video: "talk", source: "https://videos.example.com/talk.mp4", post: "shorts" },
	...{ duration: "0-30s", resolution: "480p", title: "{{ clip.title }}" },
	repeated: "timed",
	...{ account: "yt", handle: "Acme", top: 1, limit: 3, repeat: 1, videoLines: "", postLines: "", lines: "" },
};

/** Hours of the day, so that what takes a slot is handed over at once. */
const OFTEN = `schedules:
  often: { slots: { daily: [${Array.from({ length: 24 }, (_, hour) => `"${String(hour).padStart(2, "0")}:00"`).join(", ")}] } }
`;

/** The campaign as YAML. */
export function yamlOf(script: Script): string {
	const { campaign, video, source, post, account, handle, top, repeat, videoLines, postLines, lines } =
		script;
	const { limit, duration, resolution, title, repeated } = script;
	return `campaign: ${campaign}
timezone: UTC
${lines}${repeat > 1 && repeated === "timed" ? OFTEN : ""}accounts:
  ${account}: { platform: youtube, username: ${handle} }
videos:
  ${video}:
    source: ${source.startsWith("{") ? source : `"${source}"`}
    clipping: { duration: ${duration}, limit: ${limit} }
    export: { resolution: ${resolution} }
${videoLines}posts:
  ${post}:
    from: ${video}
    clips: { top: ${top} }
${repeat > 1 ? `    repeat: ${repeat}\n${repeated === "timed" ? "    schedule: often\n" : ""}` : ""}${postLines}    to: { ${account}: { title: "${title}" } }
`;
}

/** One situation under way. */
export interface World {
	/** The folder that everything of this user is in. */
	readonly room: string;
	/** What this user's programs remember. */
	readonly memory: string;
	/** A workspace with the campaign. */
	workspace(name: string, script?: Partial<Script>): string;
	/** Writes the campaign of a workspace anew. */
	edit(folder: string, script: Partial<Script>): void;
	/** What the service lists from now on. */
	accounts(...accounts: ConnectedAccount[]): Promise<void>;
	/** What the service does wrong from now on. */
	faults(...faults: PlannedFault[]): Promise<void>;
	/** How many whole writes of a kind came, executed or not. */
	came(kind: "publish" | "submit"): Promise<number>;
	/** Runs showrun in a workspace; `home` is another user's, or another machine's. */
	run(
		folder: string,
		args: readonly string[],
		more?: { readonly home?: string; readonly env?: Readonly<Record<string, string>> },
	): Promise<Ended>;
	/** `apply . --auto-approve`. */
	apply(folder: string, more?: Parameters<World["run"]>[2]): Promise<Ended>;
	/** The same where one post is expected, as the beginning of most situations. */
	posted(folder: string): Promise<string>;
	/** Takes and answers a question about every attempt whose outcome is unknown, with the truth. */
	resolve(folder: string): Promise<Ended>;
	/** Another file of the workspace. */
	write(folder: string, name: string, text: string): void;
	git(folder: string, ...args: string[]): string;
	/** How often the service executed what, by its own log. */
	executed(kind: "publish" | "submit"): number;
	/** What each of them was about: the address of the video, or the moment and the account. */
	identities(kind: "publish" | "submit"): readonly string[];
	/** What it executed more than once. */
	twice(): readonly string[];
	readonly url: string;
}

let count = 0;

/** Works in a world of its own and removes it. */
export async function withWorld<Result>(
	judge: Judge,
	work: (world: World) => Promise<Result>,
): Promise<Result> {
	const room = mkdtempSync(join(ROOM, "world-"));
	const cell = `situation-${++count}`;
	const listing = (accounts: readonly ConnectedAccount[]) =>
		judge.cell(cell, { faults: [], idempotency: false, accounts: accounts.map(wireOf) });
	const url = await listing([ACME]);
	const run: World["run"] = (folder, args, { home = "home", env = {} } = {}) =>
		showrunWarm(args, {
			cwd: folder,
			env: { SHOWRUN_API_KEY: "situations", XDG_STATE_HOME: join(room, home), HOME, ...env },
		});
	const world: World = {
		room,
		memory: join(room, "home", "showrun"),
		url,
		run,
		edit,
		git,
		workspace: (name, script) => workspaceIn(join(room, name), url, script),
		accounts: async (...accounts) => void (await listing(accounts)),
		faults: async (...faults) => void (await judge.cell(cell, { faults, idempotency: false })),
		came: (kind) => judge.came(cell, kind),
		apply: (folder, more) => run(folder, ["apply", ".", "--auto-approve"], more),
		posted: (folder) => postedIn(world, folder),
		resolve: (folder) => resolveIn(world, folder, judge.commits(cell)),
		write: (folder, name, text) => writeFileSync(join(folder, name), text),
		executed: (kind) => judge.commits(cell).filter((commit) => commit.kind === kind).length,
		identities: (kind) => identitiesOf(judge.commits(cell), kind),
		twice: () => repeatedIn(identitiesOf(judge.commits(cell), "publish")),
	};
	try {
		return await work(world);
	} finally {
		rmSync(room, { recursive: true, force: true });
	}
}

function workspaceIn(folder: string, url: string, script: Partial<Script> = {}): string {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "showrun.config.yaml"), settingsOf(url));
	tellWorkspace(folder);
	edit(folder, script);
	return folder;
}

function identitiesOf(commits: ReturnType<Judge["commits"]>, kind: "publish" | "submit"): readonly string[] {
	return commits.filter((commit) => commit.kind === kind).map(({ identity }) => identity);
}

function repeatedIn(texts: readonly string[]): readonly string[] {
	return texts.filter((text, at) => texts.indexOf(text) !== at);
}

function edit(folder: string, script: Partial<Script>): void {
	writeFileSync(join(folder, "talk.campaign.yaml"), yamlOf({ ...SCRIPT, ...script }));
}

function git(folder: string, ...args: readonly string[]): string {
	return execFileSync("git", ["-c", "user.name=ann", "-c", "user.email=ann@example.com", ...args], {
		cwd: folder,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "pipe"],
	}).trim();
}

async function postedIn(world: World, folder: string): Promise<string> {
	const { code, out, err } = await world.apply(folder);
	if (code !== 0 || world.executed("publish") !== 1) throw new Error(`nothing was posted: ${out}${err}`);
	return folder;
}

/** By the clock on the wall and by that of the boot. */
const LATER_MS = String(45 * 60_000);

/** Says what became of the unknown attempt, after the time that a person has to wait. */
async function resolveIn({ run }: World, folder: string, commits: readonly Commit[]): Promise<Ended> {
	const { out } = await run(folder, ["status", "--json"]);
	const [id = ""] = Object.keys(JSON.parse(out).operations);
	const made = commits.find(({ key }) => key === id);
	const word = made ? ["--posted", "--task-id", made.id] : ["--not-posted"];
	const later = { NODE_OPTIONS: `--import=${HOOK}`, DRILL_CLOCK_MS: LATER_MS, DRILL_BOOT_MS: LATER_MS };
	return run(folder, ["resolve", id, ...word], { env: later });
}

/** Makes a state what 0.1.0 would have written: of the first format, and without a ledger. */
export function unbind(folder: string): void {
	const path = join(folder, ".showrun", "state.json");
	const { checksum: _, ledgerId: __, ...state } = JSON.parse(readFileSync(path, "utf8"));
	writeFileSync(path, `${JSON.stringify({ ...state, format: 1 }, undefined, 2)}\n`);
}

function settingsOf(url: string): string {
	return `service:\n  url: ${url}\n  publish_status: true\n  limits: { requests_per_minute: 60000 }\n`;
}

function wireOf({ id, platform, handle }: ConnectedAccount): object {
	return {
		id,
		platform,
		platform_username: handle,
		platform_avatar: null,
		token_valid: true,
		token_expiring_soon: false,
	};
}
