// May share a process: what it starts ends with it, and each machine is a folder of its own.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOM, type Running, showrun, start, until } from "../journeys/program.ts";

/** Machines with a clone each, whose state is in one database. */
export interface Machines {
	/** A clone on a machine of its own, which reaches the database by `url`. */
	machine(name: string, url: string, over?: MachineOptions): Machine;
	/** Commits a campaign at the origin; machines have it once they pull. */
	commit(campaign: string): string;
	/** The same with files of any name. */
	commitFiles(files: Readonly<Record<string, string>>): string;
}

/** What is special about a machine. */
export interface MachineOptions {
	/** Not the usual ones. */
	readonly settings?: string;
	/** How far its clock is ahead, in milliseconds. */
	readonly aheadMs?: number;
	/** When a command that goes on is killed, in milliseconds. Absent: after three minutes. */
	readonly limitMs?: number;
}

/** A machine. */
export interface Machine {
	readonly name: string;
	readonly folder: string;
	/** Starts `showrun watch`. */
	watch(): Daemon;
	run(args: readonly string[]): ReturnType<typeof showrun>;
	pull(): void;
}

/** A `showrun watch` of a machine. */
export interface Daemon extends Running {
	/** Lines of its log with that message. */
	lines(message: string): readonly Readonly<Record<string, unknown>>[];
	/** Waits until it logged so many lines with a message. */
	logged(message: string, count?: number): Promise<void>;
	hasEnded(): boolean;
	/** What `/readyz` answers. */
	ready(): Promise<{ readonly status: string; readonly standby: string }>;
}

/** Far more than a daemon needs for anything it is waited for. Milliseconds. */
const LIMIT_MS = 60_000;

/** Begins with an empty origin. `service`: address of the service. */
export function machines(service: string): Machines {
	const room = mkdtempSync(join(ROOM, "fleet-"));
	const origin = join(room, "origin");
	mkdirSync(origin);
	git(origin, ["init", "-q", "-b", "main"]);
	writeFileSync(join(origin, ".gitignore"), ".showrun/\n");
	writeFileSync(join(origin, "showrun.config.yaml"), settingsFor(service));
	const commitFiles: Machines["commitFiles"] = (files) => {
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(dirname(join(origin, name)), { recursive: true });
			writeFileSync(join(origin, name), text);
		}
		git(origin, ["add", "."]);
		git(origin, ["commit", "-q", "--allow-empty", "-m", "campaign"]);
		return git(origin, ["rev-parse", "HEAD"]).trim();
	};
	return {
		machine: (name, url, over = {}) => machineIn(room, { name, url, ...over }),
		commit: (campaign) => commitFiles({ "talk.campaign.yaml": campaign }),
		commitFiles,
	};
}

/** Settings of a workspace of the database. */
export function settingsFor(service: string, workspace = "shows"): string {
	return `state: { postgres: { workspace: ${workspace} } }
daemon: { port: 0, metrics: 0 }
service:
  url: ${service}
  publish_status: true
  limits: { requests_per_minute: 60000 }
`;
}

function machineIn(
	room: string,
	{
		name,
		url,
		settings,
		aheadMs = 0,
		limitMs = 3 * LIMIT_MS,
	}: { readonly name: string; readonly url: string } & MachineOptions,
): Machine {
	const folder = join(room, name);
	git(room, ["clone", "-q", "origin", name]);
	if (settings !== undefined) writeFileSync(join(folder, "showrun.config.yaml"), settings);
	const memory = join(room, `${name}-memory`);
	const at = {
		...{ cwd: folder, limitMs },
		env: { SHOWRUN_API_KEY: "drill", DATABASE_URL: url, XDG_STATE_HOME: memory, ...clockOf(aheadMs) },
	};
	const skew = aheadMs === 0 ? [] : ["--allow-skew"];
	return {
		...{ name, folder },
		watch: () => daemonOf(start(["watch", ...skew], at)),
		run: (args) => showrun(args, at),
		pull: () => void git(folder, ["pull", "-q", "--ff-only"]),
	};
}

/** A wall clock of its own: time runs as everywhere. */
function clockOf(aheadMs: number): Readonly<Record<string, string>> {
	if (aheadMs === 0) return {};
	const hook = `const { now } = Date; Date.now = () => now() + ${aheadMs};`;
	return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
}

function daemonOf(running: Running): Daemon {
	const lines = (message: string) =>
		running
			.said()
			.split("\n")
			.filter((line) => line.includes(`"msg":${JSON.stringify(message)}`))
			.map((line) => JSON.parse(line));
	const logged = (message: string, count = 1) =>
		until(() => lines(message).length >= count, { running, ms: LIMIT_MS });
	let over = false;
	const end = () => {
		over = true;
	};
	void running.ended.then(end, end);
	return {
		...{ ...running, lines, logged, hasEnded: () => over },
		async ready() {
			const [watching] = lines("watching");
			const url = String(watching?.health).replace("healthz", "readyz");
			return (await fetch(url)).json() as ReturnType<Daemon["ready"]>;
		},
	};
}

/** A campaign whose video makes so many posts. */
export function campaignWith(posts: number): string {
	return `campaign: talk
timezone: UTC
accounts:
  yt: { platform: youtube, username: Acme }
videos:
  talk:
    source: https://videos.example.com/talk.mp4
    clipping: { duration: 0-30s, limit: 3 }
    export: { resolution: 480p }
${posts === 0 ? "" : `posts:\n  shorts:\n    from: talk\n    clips: { top: ${posts} }\n    to: { yt: { title: "{{ clip.title }}" } }\n`}`;
}

function git(folder: string, args: readonly string[]): string {
	const who = ["-c", "user.name=x", "-c", "user.email=x@localhost"];
	return execFileSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" });
}
