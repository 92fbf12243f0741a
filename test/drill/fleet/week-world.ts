import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtScript } from "../../journeys/built-program.ts";
import { ownEnvironment, ROOM, underWay } from "../../journeys/program.ts";
import { settingsFor } from "../../postgres/machines.ts";
import type { Judge } from "../judge.ts";

const DAY = 86_400_000;
export const DAYS = 7;
/** Clips of a video; each is posted to two accounts. */
const CLIPS = 7;
/** Posts that a workspace makes a day. */
export const POSTS_A_DAY = 2 * CLIPS;
/** So many workspaces post to the same two accounts. */
const SHARING = 20;
const MACHINES = ["a", "b", "c", "d"];

/** A clone, and the watch that runs there. */
export interface Machine {
	readonly name: string;
	readonly folder: string;
	readonly log: string;
	pid: number;
	hasEnded: boolean;
}

/** What a week is lived in. */
export interface World {
	readonly origin: string;
	readonly clock: string;
	readonly machines: readonly Machine[];
	readonly workspaces: number;
	readonly url: string;
	/** When the clock begins; epoch milliseconds. */
	readonly began: number;
}

/** An origin with so many workspaces, and clones of it. */
export async function makeWeek(
	judge: Judge,
	{ workspaces, url }: Pick<World, "workspaces" | "url">,
): Promise<World> {
	const accounts = Array.from({ length: Math.ceil(workspaces / SHARING) }, (_, at) =>
		["youtube", "tiktok"].map((platform) => ({
			...{ id: `${platform}-${at}`, platform, platform_username: `acme${at}`, platform_avatar: null },
			...{ token_valid: true, token_expiring_soon: false },
		})),
	).flat();
	const service = await judge.cell("week", {
		faults: [],
		idempotency: false,
		accounts,
		clips: CLIPS,
		keptDays: 30,
	});
	const room = mkdtempSync(join(ROOM, "week-"));
	const origin = join(room, "origin");
	mkdirSync(origin);
	git(origin, "init", "-q", "-b", "main");
	const files: Record<string, string> = { ".gitignore": ".showrun/\n" };
	for (let at = 0; at < workspaces; at++)
		files[`w/${at}/showrun.config.yaml`] = settingsOf(service, `w${at}`);
	commit(origin, files);
	const machines = MACHINES.map((name) => {
		git(room, "clone", "-q", "origin", name);
		return { name, folder: join(room, name), log: join(room, `${name}.log`), pid: 0, hasEnded: true };
	});
	const began = Date.now();
	const clock = join(room, "ahead");
	writeFileSync(clock, "0");
	return { origin, clock, machines, workspaces, url, began };
}

/** Of a service that tells nothing of posts, and runs the tasks of all workspaces at once. */
function settingsOf(service: string, workspace: string): string {
	return settingsFor(service, workspace)
		.replace(/ *publish_status.*\n/, "")
		.replace("limits: { ", "limits: { running_tasks: 5000, ");
}

/** Commits what every workspace posts on a day, and lets the machines have it. */
export function beginDay({ origin, machines, workspaces, began }: World, day: number): void {
	const date = new Date(began + (day + 1) * DAY).toISOString().slice(0, 10);
	const files: Record<string, string> = {};
	for (let at = 0; at < workspaces; at++)
		files[`w/${at}/day${day}.campaign.yaml`] = campaignOf({
			day,
			date,
			at,
			account: Math.floor(at / SHARING),
		});
	commit(origin, files);
	for (const { folder } of machines) git(folder, "pull", "-q", "--ff-only");
}

function campaignOf(given: { day: number; date: string; at: number; account: number }): string {
	const { day, date, at, account } = given;
	return `campaign: w${at}-day${day}
timezone: UTC
accounts:
  yt: { platform: youtube, username: acme${account} }
  tt: { platform: tiktok, username: acme${account} }
videos:
  talk:
    source: https://videos.example.com/w${at}-d${day}.mp4
    clipping: { duration: 0-30s, limit: ${CLIPS} }
    export: { resolution: 480p }
posts:
  shorts:
    from: talk
    clips: { top: ${CLIPS} }
    at: "${date}T18:00"
    to: { yt: { title: "{{ clip.title }}" }, tt: { description: "{{ clip.title }}" } }
`;
}

const SCRIPT = await builtScript(fileURLToPath(new URL("week-process.ts", import.meta.url)));

/** Starts the watch of a machine, where it does not run. */
export function revive({ clock, url }: World, machine: Machine): void {
	if (!machine.hasEnded) return;
	const log = openSync(machine.log, "a");
	const memory = { XDG_STATE_HOME: join(dirname(machine.folder), `${machine.name}-memory`) };
	const child = spawn(process.execPath, [SCRIPT, clock], {
		...{ cwd: machine.folder, stdio: ["ignore", log, log] },
		env: { ...ownEnvironment(), ...memory, SHOWRUN_API_KEY: "drill", DATABASE_URL: url },
	});
	underWay.add(child);
	machine.hasEnded = false;
	machine.pid = child.pid ?? 0;
	child.once("close", () => {
		underWay.delete(child);
		machine.hasEnded = true;
	});
}

/** Sets the clock of all machines forward. */
export function moveOn({ clock }: World, days: number): void {
	writeFileSync(clock, String(days * DAY));
}

function commit(origin: string, files: Readonly<Record<string, string>>): void {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(origin, name)), { recursive: true });
		writeFileSync(join(origin, name), text);
	}
	git(origin, "add", ".");
	git(origin, "commit", "-q", "-m", "posts");
}

function git(folder: string, ...args: readonly string[]): void {
	const who = ["-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "gc.auto=0"];
	execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe" });
}
