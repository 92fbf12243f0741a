import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { builds } from "../engine/media.ts";
import { pulled } from "../models/real/pulled.ts";
import { processesOf } from "./cpu.ts";
import { withProgram } from "./measure.ts";

const PICTURE = "talk75s_720p.mp4";
const SOUND = "librivox6097.wav";
const MINUTES = 120;
const GOAL_MB = 500;
const EVERY_MS = 500;
const TIMES_SLOWER = 3;

/** What all processes hold at once: bytes, with shared pages counted in each of them, and counted once. */
interface Held {
	readonly resident: number;
	readonly own: number;
	/** The largest first, as they are shown. */
	readonly parts: readonly string[];
}

/**
 * Prints the most that `apply` and all programs it starts hold at once, from a source of two hours to its
 * clips, with all models that are pulled. Linux only.
 */
export async function benchMemory(given: {
	readonly media: string | undefined;
	readonly minutes?: number;
}): Promise<void> {
	const { media = "", minutes = MINUTES } = given;
	const lacking = [PICTURE, SOUND].filter((name) => !existsSync(join(media, name)));
	for (const name of lacking) console.log(`lacks ${name} (--media DIR names the folder of samples)`);
	const models = await pulled("speech");
	const [build] = await builds();
	if (lacking.length > 0 || !models || !build) return;
	await withProgram(async ({ folder, program }) => {
		const workspace = join(folder, "workspace");
		makeWorkspace(workspace, models.folder);
		makeTalk(join(workspace, "talk.mp4"), { ffmpeg: build.path, media, minutes });
		const env = { XDG_CACHE_HOME: join(folder, "cache"), XDG_STATE_HOME: join(folder, "state"), CI: "" };
		const child = spawn(process.execPath, [program, "apply", "--auto-approve"], {
			cwd: workspace,
			env: { ...process.env, ...env },
			stdio: ["ignore", "ignore", "inherit"],
		});
		const ended = new Promise<number | null>((settle) => child.once("close", settle));
		const limit = setTimeout(() => child.kill(), TIMES_SLOWER * minutes * 60_000);
		const most = await largest(String(child.pid), ended);
		clearTimeout(limit);
		const code = await ended;
		if (code !== 0) throw new Error(`apply ended with ${code}`);
		console.log(`\nMemory of all processes, from ${minutes} minutes of video to its clips, in MB (10^6)`);
		console.log(`${megabytes(most.own)} with shared pages counted once (goal: under ${GOAL_MB})`);
		console.log(`${megabytes(most.resident)} as the sum of what each has resident: ${most.parts.join(", ")}`);
	});
}

function makeWorkspace(folder: string, models: string): void {
	mkdirSync(folder);
	writeFileSync(join(folder, "showrun.config.yaml"), `embedded: { models: ${JSON.stringify(models)} }\n`);
	writeFileSync(
		join(folder, "talk.campaign.yaml"),
		"campaign: talk\nvideos:\n  talk:\n    source: ./talk.mp4\n    clipping: { limit: 3 }\n",
	);
}

/** The picture over and over, under the sound over and over, which is encoded once. */
function makeTalk(
	file: string,
	{ ffmpeg, media, minutes }: { readonly ffmpeg: string; readonly media: string; readonly minutes: number },
): void {
	const quiet = options("-hide_banner -nostdin -loglevel error -y");
	const sound = `${file}.m4a`;
	execFileSync(ffmpeg, [...quiet, "-i", join(media, SOUND), ...options("-c:a aac"), sound]);
	const loop = options("-stream_loop -1 -i");
	const copied = options(`-map 0:v -map 1:a -c copy -t ${60 * minutes}`);
	execFileSync(ffmpeg, [...quiet, ...loop, join(media, PICTURE), ...loop, sound, ...copied, file]);
}

/** The most that was held at once until it ended. */
async function largest(pid: string, ended: Promise<unknown>): Promise<Held> {
	let going = true;
	void ended.then(() => {
		going = false;
	});
	let [most, own]: [Held, number] = [{ resident: 0, own: 0, parts: [] }, 0];
	while (going) {
		const held = heldBy(pid);
		if (held.resident > most.resident) most = held;
		own = Math.max(own, held.own);
		await wait(EVERY_MS);
	}
	return { ...most, own };
}

function heldBy(pid: string): Held {
	const processes = processesOf(pid)
		.map(memoryOf)
		.sort((a, b) => b.resident - a.resident);
	return {
		resident: processes.reduce((sum, each) => sum + each.resident, 0),
		own: processes.reduce((sum, each) => sum + each.own, 0),
		parts: processes.map(({ name, resident }) => `${name} ${megabytes(resident)}`),
	};
}

/** Nothing where it has ended meanwhile. */
function memoryOf(pid: string): { readonly name: string; readonly resident: number; readonly own: number } {
	try {
		const [name = "", ...given] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
		const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
		const bytes = (of: string) => 1024 * Number(new RegExp(`^${of}: +(\\d+)`, "m").exec(rollup)?.[1] ?? 0);
		const script = given.find((each) => /\.[cm]?js$/.test(each));
		return { name: lastPart(script ?? name), resident: bytes("Rss"), own: bytes("Pss") };
	} catch {
		return { name: "", resident: 0, own: 0 };
	}
}

function lastPart(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(0);
}
