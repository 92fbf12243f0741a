import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyFolder } from "../builders/copy-folder.ts";
import { builtScript } from "../journeys/built-program.ts";
import { type At, type Ended, ROOM, type Running, start } from "../journeys/program.ts";
import { showrunWarm } from "../journeys/warm.ts";
import type { Step, WriteKind } from "./cell.ts";
import type { Judge } from "./judge.ts";

/** Loaded before the program: see `hook.ts`. */
export const HOOK = await builtScript(fileURLToPath(new URL("hook.ts", import.meta.url)));

const LIMIT_MS = 300_000;

/** A workspace with a memory of its own, as a machine of its own has. */
export interface Place {
	readonly folder: string;
	readonly cwd: string;
}

/** How a command is disturbed. */
export interface Disturbed {
	/** Where it ends itself. */
	readonly step?: Step;
	/** Where it stops itself instead. */
	readonly stop?: Step;
	/** How far its clock is ahead, in milliseconds. */
	readonly clockMs?: number;
	/** The wall clock alone is set forward: the machine runs no longer for it. */
	readonly setMs?: number;
	/** Bare writes end halfway. */
	readonly short?: true;
	/** More of its environment. */
	readonly env?: Readonly<Record<string, string>>;
}

/** Starts a command at a place. */
export function run(place: Place, args: readonly string[], disturbed: Disturbed = {}): Running {
	return start(args, at(place, disturbed));
}

/** Where and how a command of a place runs. */
export function at(place: Place, { step, stop, clockMs, setMs, short, env: more }: Disturbed): At {
	const hooks = {
		...(step !== undefined && step !== "never" && { DRILL_STEP: step }),
		...(stop !== undefined && { DRILL_STOP: stop }),
		...(clockMs !== undefined && { DRILL_CLOCK_MS: String(clockMs), DRILL_BOOT_MS: String(clockMs) }),
		...(setMs !== undefined && { DRILL_CLOCK_MS: String(setMs) }),
		...(short && { DRILL_SHORT: "1" }),
	};
	const env = {
		SHOWRUN_API_KEY: "drill",
		XDG_STATE_HOME: join(place.folder, "memory"),
		NODE_OPTIONS: `--import=${HOOK}`,
		...hooks,
		...more,
	};
	return { cwd: place.cwd, env, limitMs: LIMIT_MS };
}

/** Whether a process of its own has kept the code that V8 compiled: those that are killed keep none. */
let isCodeKept = false;

/** Runs a command to its end. */
export async function ended(
	place: Place,
	args: readonly string[],
	disturbed: Disturbed = {},
): Promise<Ended> {
	if (isCodeKept || args[0] !== "apply") return showrunWarm(args, at(place, disturbed));
	const first = await run(place, args, disturbed).ended;
	isCodeKept = first.code === 0;
	return first;
}

export const APPLY = ["apply", ".", "--auto-approve"];

/** A campaign that makes exactly one write of the kind once its video is there. */
export function campaignOf(kind: WriteKind): string {
	return `${VIDEO}${kind === "export" ? RENDITION : kind === "publish" ? POST : ""}`;
}

const SOURCE_URL = "https://videos.example.com/talk.mp4";
const VIDEO = `campaign: talk
timezone: UTC
accounts:
  yt: { platform: youtube, username: Acme }
videos:
  talk:
    source: ${SOURCE_URL}
    clipping: { duration: 0-30s, limit: 3 }
    export: { resolution: 480p }
`;
const RENDITION = "    renditions: { small: { resolution: 720p } }\n";
const POST = `posts:
  shorts:
    from: talk
    clips: { top: 1 }
    to: { yt: { title: "{{ clip.title }}" } }
`;

/** Writes the campaign and the settings of a place. */
export function write(
	place: Place,
	{
		url,
		campaign,
		idempotency,
	}: { readonly url: string; readonly campaign: string; readonly idempotency: boolean },
): void {
	mkdirSync(place.cwd, { recursive: true });
	writeFileSync(join(place.cwd, "talk.campaign.yaml"), campaign);
	const service = `service:\n  url: ${url}\n  idempotency: ${idempotency}\n  publish_status: true\n  limits: { requests_per_minute: 60000 }\n`;
	writeFileSync(join(place.cwd, "showrun.config.yaml"), service);
}

/** An empty place, or a copy of another: what was remembered there too. */
export function place(from?: Place): Place {
	const folder = mkdtempSync(join(ROOM, "cell-"));
	if (from) copyFolder(from.folder, folder);
	return { folder, cwd: join(folder, "work") };
}

export function remove({ folder }: Place): void {
	rmSync(folder, { recursive: true, force: true });
}

/** A place whose video is submitted and read, so that what follows needs one write. */
export async function settledPlace(judge: Judge): Promise<Place> {
	const made = place();
	const url = await judge.cell("settled", { faults: [], idempotency: false });
	write(made, { url, campaign: campaignOf("submit"), idempotency: false });
	const { code, out, err } = await ended(made, APPLY);
	if (code !== 0) throw new Error(`no settled place: ${out}${err}`);
	return made;
}
