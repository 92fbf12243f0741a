import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "uvu";
import { UNTIDIED, UNTIDIED_REMOTE } from "../builders/untidied.ts";
import type { CellPlan, Commit } from "../drill/cell.ts";
import { type Judge, withJudge } from "../drill/judge.ts";
import { APPLY, campaignOf, type Disturbed, ended, type Place, run } from "../drill/place.ts";
import { type Ended, HOME, ROOM, type Running } from "./program.ts";

/** A bare repository whose clones post one clip, and the judge's log of what was posted. */
export interface Team {
	readonly remote: string;
	/** Name of the cell at the judge. */
	readonly name: string;
	/** A machine of its own with a clone of its own. */
	clone(who: string, depth?: number): Place;
	/** Runs showrun in a clone, to its end. */
	run(place: Place, args: readonly string[], disturbed?: Disturbed): Promise<Ended>;
	/** Starts it. */
	start(place: Place, args: readonly string[], disturbed?: Disturbed): Running;
	/** What was executed. */
	commits(): readonly Commit[];
	/** Takes the remote away, as a network does, until the returned function is called. */
	cutOff(): () => void;
	/** Removes the repository and its clones. */
	remove(): void;
}

/** No user name, no configuration of the machine: as on a fresh runner. */
export function git(folder: string, ...args: string[]): string {
	const env = { PATH: process.env.PATH, HOME, GIT_CONFIG_NOSYSTEM: "1", ...UNTIDIED };
	return execFileSync("git", args, {
		cwd: folder,
		encoding: "utf8",
		env,
		stdio: ["ignore", "pipe", "pipe"],
	}).trim();
}

/** A repository with a campaign and settings that keep the state on its remote. */
export function repository(files: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(join(ROOM, "team-"));
	const [remote, seed] = [join(folder, "remote.git"), join(folder, "seed")];
	git(folder, "init", "-q", "--bare", "-b", "main", remote);
	git(remote, ...UNTIDIED_REMOTE);
	git(folder, "clone", "-q", remote, seed);
	git(seed, "checkout", "-q", "-b", "main");
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(join(seed, path, ".."), { recursive: true });
		writeFileSync(join(seed, path), text);
	}
	git(seed, "add", "-A");
	git(seed, "-c", "user.name=ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", "Campaigns");
	git(seed, "push", "-q", "origin", "main");
	return remote;
}

/**
 * Settings of a service elsewhere, with state on the remote. The service's address comes from the
 * environment.
 */
const SETTINGS = "state: git\nservice: { publish_status: true, limits: { requests_per_minute: 60000 } }\n";

/**
 * A repository whose video is submitted and read already, so that what follows is one post. Its
 * state was begun for runners.
 */
export async function settledRepository(judge: Judge): Promise<string> {
	const remote = repository({ "talk.campaign.yaml": campaignOf("publish"), "showrun.config.yaml": SETTINGS });
	const team = await teamOf(judge, { remote, name: "settled-on-a-remote", faults: [] });
	const ann = team.clone("ann");
	writeFileSync(join(ann.cwd, "talk.campaign.yaml"), campaignOf("submit"));
	for (const args of [["state", "adopt", "--empty", "--auto-approve"], APPLY]) {
		const { code, out, err } = await team.run(ann, args);
		if (code !== 0) throw new Error(`no settled repository: ${out}${err}`);
	}
	return remote;
}

/** Begins a test with a judge and the settled repository, which is made once: each works on copies. */
export function settledJourney(journeys: Test) {
	let settled: Promise<string> | undefined;
	return (title: string, work: (judge: Judge, settled: string) => Promise<void>): void =>
		journeys(title, () =>
			withJudge(async (judge) => {
				settled ??= settledRepository(judge);
				await work(judge, await settled);
			}),
		);
}

/** A copy of the repository, with a service of its own. */
export async function teamFrom(
	judge: Judge,
	settled: string,
	{ name, faults = [] }: { readonly name: string; readonly faults?: Faults },
): Promise<Team> {
	const remote = join(mkdtempSync(join(ROOM, "team-")), "remote.git");
	cpSync(settled, remote, { recursive: true });
	return teamOf(judge, { remote, name, faults });
}

type Faults = CellPlan["faults"];

async function teamOf(
	judge: Judge,
	{ remote, name, faults }: Pick<Team, "remote" | "name"> & { readonly faults: Faults },
): Promise<Team> {
	const url = await judge.cell(name, { faults, idempotency: false });
	const serving = (disturbed: Disturbed = {}) => ({
		...disturbed,
		env: { SHOWRUN_SERVICE_URL: url, ...UNTIDIED, ...disturbed.env },
	});
	return {
		remote,
		name,
		clone(who, depth) {
			const folder = join(remote, "..", who);
			mkdirSync(folder);
			const cwd = join(folder, "work");
			git(
				folder,
				"clone",
				"-q",
				...(depth === undefined ? [] : [`--depth=${depth}`]),
				`file://${remote}`,
				cwd,
			);
			return { folder, cwd };
		},
		run: (place, args, disturbed) => ended(place, args, serving(disturbed)),
		start: (place, args, disturbed) => run(place, args, serving(disturbed)),
		commits: () => judge.commits(name),
		remove: () => rmSync(join(remote, ".."), { recursive: true, force: true }),
		cutOff() {
			renameSync(remote, `${remote}.away`);
			return () => renameSync(`${remote}.away`, remote);
		},
	};
}
