import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import { pause } from "../journeys/program.ts";
import { doubled } from "./judge.ts";
import { EMBARGO_MS, unknownIn } from "./matrix.ts";
import type { Found, Ground } from "./part.ts";
import { APPLY, ended, type Place, place, remove, run, write } from "./place.ts";
import { randomFrom } from "./random.ts";

const CAMPAIGN = `campaign: talk
timezone: UTC
accounts:
  yt: { platform: youtube, username: Acme }
  tt: { platform: tiktok, username: acme }
videos:
  talk:
    source: https://videos.example.com/talk.mp4
    clipping: { duration: 0-30s, limit: 3 }
    export: { resolution: 480p }
    renditions: { small: { resolution: 720p } }
posts:
  shorts:
    from: talk
    clips: { top: 3 }
    to: { yt: { title: "{{ clip.title }}" }, tt: { description: "{{ clip.title }}" } }
`;
/** Submission, rendering, three clips to two accounts. */
const WRITES = 8;
/** A process that is left alone ends within this after its first entry, more or less. Milliseconds. */
const SPREAD_MS = 900;

/**
 * Kills a real process at random, again and again, until so many were killed; then everything is
 * once where it belongs.
 */
export async function killAtRandom(
	{ judge }: Ground,
	{ kills, seed }: { readonly kills: number; readonly seed: number },
): Promise<Found> {
	const random = randomFrom(seed);
	const tally: Tally = { killed: 0, midway: 0, asked: 0, stories: 0 };
	const broken: string[] = [];
	const story = async () => {
		while (tally.killed < kills) {
			const name = `kills-${++tally.stories}`;
			broken.push(...(await live(name, { judge, random, tally })).map((each) => `${name}: ${each}`));
		}
	};
	const inTurn = pLimit(2);
	await Promise.all([inTurn(story), inTurn(story)]);
	if (tally.midway < tally.killed / 10)
		broken.push(`only ${tally.midway} of ${tally.killed} kills fell into the work: they prove little`);
	const note = `seed ${seed}; ${tally.midway} fell into the work; ${tally.stories} campaigns brought home; a person was asked ${tally.asked} times`;
	return { cases: tally.killed, broken, note };
}

interface Tally {
	killed: number;
	/** Left a journal behind. */
	midway: number;
	asked: number;
	stories: number;
}

interface Living {
	readonly judge: Ground["judge"];
	readonly random: (limit: number) => number;
	readonly tally: Tally;
}

async function live(name: string, { judge, random, tally }: Living): Promise<readonly string[]> {
	const here = place();
	write(here, {
		url: await judge.cell(name, { faults: [], idempotency: false }),
		campaign: CAMPAIGN,
		idempotency: false,
	});
	const commits = () => judge.commits(name);
	for (let kills = 0; kills < 12; kills++) {
		if (
			!(await killedWithin(here, {
				ms: random(SPREAD_MS),
				from: random(3) === 0 ? "its start" : "its first entry",
			}))
		)
			break;
		tally.killed++;
		if (changedAt(here) !== undefined) tally.midway++;
	}
	for (let runs = 0; runs < 12; runs++) {
		const { code, out, err } = await ended(here, APPLY);
		if (code === 0) break;
		if (code !== 4) return [`a later run ended with ${code}: ${out}${err}`];
		for (const { id } of await unknownIn(here)) {
			tally.asked++;
			const made = commits().find(({ key }) => key === id);
			const word = made ? ["--posted", "--task-id", made.id] : ["--not-posted"];
			await ended(here, ["resolve", id, ...word], { clockMs: EMBARGO_MS });
		}
	}
	const [twice, { length }] = [doubled(commits()), commits()];
	const broken = [
		...twice.map((each) => `executed twice: ${each}`),
		...(length === WRITES ? [] : [`${length} writes instead of ${WRITES}`]),
	];
	if (broken.length === 0) remove(here);
	return broken;
}

/**
 * False: it had ended by then. On a busy machine starting takes longer than all the work, so most
 * kills are counted from the first entry.
 */
async function killedWithin(
	here: Place,
	{ ms, from }: { readonly ms: number; readonly from: "its start" | "its first entry" },
): Promise<boolean> {
	const before = changedAt(here);
	const running = run(here, APPLY);
	const over = new AbortController();
	const killer = (async () => {
		while (
			from === "its first entry" &&
			!over.signal.aborted &&
			[undefined, before].includes(changedAt(here))
		)
			await pause(5);
		await wait(ms, undefined, { signal: over.signal });
		running.kill("SIGKILL");
	})().catch(() => {});
	const { code } = await running.ended;
	over.abort();
	await killer;
	return code === null;
}

/** When the journal was last written to. Undefined: there is none. */
function changedAt({ cwd }: Place): number | undefined {
	return statSync(join(cwd, ".showrun", "state.json.journal"), { throwIfNoEntry: false })?.ctimeMs;
}
