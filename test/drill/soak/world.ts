import { execFileSync, spawn } from "node:child_process";
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtScript } from "../../journeys/built-program.ts";
import { ownEnvironment, pause, ROOM, underWay } from "../../journeys/program.ts";

export const DAY = 86_400_000;
const PLATFORMS = ["youtube", "tiktok", "twitter", "instagram", "facebook", "linkedin"];
/** Posts of one week, one a day, to one account each. */
export const POSTS = PLATFORMS.length;
/** Campaigns that a checkout changes at once. */
const FILES = 40;

/** The beginning of a video, which is all that the fake engine asks for. */
const VIDEO = "\0\0\0\x18ftypmp42\0\0\0\0mp42isom talk";

/** One of the two programs, started again whenever it was killed. */
export interface Program {
	readonly kind: "watch" | "serve";
	readonly log: string;
	pid: number;
	/** What it says of the machine it runs on, and the containers it runs in. */
	env: Readonly<Record<string, string>>;
	through: readonly string[];
	starts: number;
	/** When it was started last, in real epoch milliseconds. */
	startedAt: number;
}

/** Folders, clock and programs of one soak. */
export interface World {
	readonly folder: string;
	readonly upstream: string;
	readonly work: string;
	readonly served: string;
	readonly clockFile: string;
	readonly port: number;
	readonly began: number;
	aheadMs: number;
	readonly watch: Program;
	readonly serve: Program;
}

const SCRIPT = await builtScript(fileURLToPath(new URL("process.ts", import.meta.url)));

/** Makes the folders, with an upstream repository that campaigns come from. No cron. */
export function makeWorld(given: {
	readonly serve: number;
	readonly proxy: number;
	/** When the clock of both programs begins; epoch milliseconds. */
	readonly began: number;
}): World {
	const folder = join(ROOM, "soak");
	const [upstream, work, served] = ["upstream", "work", "served"].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	for (const each of [upstream, served]) mkdirSync(each, { recursive: true });
	const program = (kind: Program["kind"]): Program => ({
		...{ kind, log: join(folder, `${kind}.log`), pid: 0, through: [], starts: 0, startedAt: 0 },
		env: { SOAK_BOOT: "boot-1", SOAK_MACHINE: "machine", SOAK_HOST: "host" },
	});
	writeWorkspaces({ folder, upstream, work, served }, given.proxy);
	const clockFile = join(folder, "ahead");
	const aheadMs = given.began - Date.now();
	writeFileSync(clockFile, String(aheadMs));
	const programs = { watch: program("watch"), serve: program("serve") };
	return {
		folder,
		upstream,
		work,
		served,
		clockFile,
		port: given.serve,
		...programs,
		began: given.began,
		aheadMs,
	};
}

/** The settings of both programs, and the repository with its clone. */
function writeWorkspaces(
	{ folder, upstream, work, served }: Pick<World, "folder" | "upstream" | "work" | "served">,
	proxy: number,
): void {
	const accounts = PLATFORMS.map((platform) => `    - { platform: ${platform}, username: acme }\n`).join("");
	writeFileSync(join(served, "showrun.config.yaml"), `embedded:\n  models: none\n  accounts:\n${accounts}`);
	const service = `url: http://127.0.0.1:${proxy}, idempotency: true, publish_status: true`;
	writeFileSync(
		join(upstream, "showrun.config.yaml"),
		`service: { ${service}, limits: { requests_per_minute: 60000 } }\ndaemon: { cron: "0 0 29 2 *" }\n`,
	);
	writeFileSync(join(upstream, ".gitignore"), ".showrun\n");
	writeFileSync(join(upstream, "f.mp4"), `${VIDEO} that nobody posts`);
	for (let at = 0; at < FILES; at++) writeFileSync(join(upstream, `f${at}.campaign.yaml`), filler(at, "a"));
	git(upstream, "init", "-q", "-b", "main");
	commit(upstream, "begin");
	git(folder, "clone", "-q", upstream, work);
	git(work, "checkout", "-q", "-b", "other");
	for (let at = 0; at < FILES; at++) writeFileSync(join(work, `f${at}.campaign.yaml`), filler(at, "b"));
	commit(work, "other");
	git(work, "checkout", "-q", "main");
}

function filler(at: number, name: string): string {
	return `campaign: f${at}\nvideos: { talk: { source: ./f.mp4 } }\n# ${name}\n`;
}

/** What the programs take for the time. */
export function now({ aheadMs }: World): number {
	return Date.now() + aheadMs;
}

/** Sets the clock of both programs forward to a time, never back. */
export function moveTo(world: World, at: number): void {
	world.aheadMs = Math.max(world.aheadMs, at - Date.now());
	// Written in place, at once: who reads it half written reads a clock that stands.
	writeFileSync(world.clockFile, String(world.aheadMs));
}

/** Starts a program again; its log goes on. */
export function begin(world: World, program: Program): void {
	const cwd = program.kind === "watch" ? world.work : world.served;
	const log = openSync(program.log, "a");
	const [path = "", ...args] = [
		...program.through,
		process.execPath,
		SCRIPT,
		...[program.kind, world.clockFile, String(world.port)],
	];
	const memory = { XDG_STATE_HOME: join(world.folder, `memory-${program.kind}`), SHOWRUN_API_KEY: "soak" };
	const child = spawn(path, args, {
		...{ cwd, detached: true, stdio: ["ignore", log, log] },
		env: { ...ownEnvironment(), ...memory, ...program.env },
	});
	underWay.add(child);
	child.once("close", () => underWay.delete(child));
	program.pid = child.pid ?? 0;
	program.starts++;
	program.startedAt = Date.now();
}

/** Sends a signal to a program and all it was started through. */
export function signal({ pid }: Program, name: NodeJS.Signals): void {
	try {
		if (pid > 0) process.kill(-pid, name);
	} catch {}
}

/** Kills it as a power cut does, and waits until it is gone. */
export async function kill(program: Program): Promise<void> {
	signal(program, "SIGCONT");
	signal(program, "SIGKILL");
	while (isAlive(program)) await pause(20);
	program.pid = 0;
}

/** Whether the process still runs. A dead one that nobody has waited for yet does not. */
export function isAlive({ pid }: Program): boolean {
	if (pid === 0) return false;
	try {
		return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
	} catch {
		return false;
	}
}

/**
 * Whether every lock that a program and its former lives left was taken by what it says that it is now. A
 * lock of another machine and another boot is for a person to judge.
 */
export function isKnown({ folder, work, served }: World, { kind, env }: Program): boolean {
	const places = [kind === "watch" ? join(work, ".showrun") : served, join(folder, `memory-${kind}`)];
	return places.flatMap(locksIn).every((lock) => {
		try {
			const { bootId, machineId } = JSON.parse(readFileSync(lock, "utf8"));
			return bootId === env.SOAK_BOOT && machineId === env.SOAK_MACHINE;
		} catch {
			return true;
		}
	});
}

function locksIn(folder: string): readonly string[] {
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
	return names.filter((name) => /\.lock(\.break-\w+)?$/.test(name)).map((name) => join(folder, name));
}

/** Notes in a program's log what is done to it. */
export function note(program: Program, text: string): void {
	appendFileSync(program.log, `--- ${text}\n`);
}

export function git(cwd: string, ...args: readonly string[]): void {
	const name = ["-c", "user.name=soak", "-c", "user.email=soak@example.com", "-c", "commit.gpgsign=false"];
	execFileSync("git", [...name, ...args], { cwd, stdio: "pipe" });
}

function commit(cwd: string, title: string): void {
	git(cwd, "add", "-A");
	git(cwd, "commit", "-q", "-m", title);
}

/** A post that is wanted, with its minute as the judge reads it. */
export interface Wanted {
	readonly key: string;
	readonly at: number;
}

/** Adds the campaign of a week to the upstream repository: one post a day at 09:00 in Berlin. */
export function publishWeek({ upstream, began }: World, week: number): readonly Wanted[] {
	const days = PLATFORMS.map((_, day) => berlinDay(began + (2 + week * 7 + day) * DAY));
	const accounts = PLATFORMS.map((platform, at) => `  a${at}: { platform: ${platform}, username: acme }\n`);
	const text = '{ title: "{{ clip.title }}", description: "{{ clip.title }}" }';
	const posts = days.map(
		(day, at) => `  p${at}: { from: talk, clips: { top: 1 }, at: "${day}T09:00", to: { a${at}: ${text} } }\n`,
	);
	const video = `videos:\n  talk: { source: ./w${week}.mp4, clipping: { duration: 0-30s, limit: 1 }, export: { resolution: 480p } }\n`;
	writeFileSync(join(upstream, `w${week}.mp4`), `${VIDEO} of week ${week}`);
	writeFileSync(
		join(upstream, `w${week}.campaign.yaml`),
		`campaign: w${week}\ntimezone: Europe/Berlin\naccounts:\n${accounts.join("")}${video}posts:\n${posts.join("")}`,
	);
	commit(upstream, `week ${week}`);
	return days.map((day, at) => ({ key: `${PLATFORMS[at]} w${week}`, at: berlinNine(day) }));
}

function berlinDay(at: number): string {
	return new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(at);
}

/** 09:00 in Berlin is 07:00 or 08:00 UTC: whichever shows as nine there. */
function berlinNine(day: string): number {
	const hour = (at: number) =>
		new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit" }).format(at);
	const summer = Date.parse(`${day}T07:00Z`);
	return hour(summer) === "09" ? summer : summer + 3_600_000;
}
