import { readFileSync } from "node:fs";
import type { Found } from "../part.ts";
import { clockChanges } from "./dst.ts";
import { type Dated, flatnessOf } from "./flatness.ts";
import { judge } from "./judge.ts";
import type { Late, Outage } from "./lateness.ts";
import type { Network } from "./network.ts";
import { DAY, now, type Wanted, type World } from "./world.ts";

/** Lines of each log that are shown where something did not hold. */
const LOG_LINES = 60;

/** One soak under way. */
export interface Soak {
	readonly world: World;
	readonly network: Network;
	readonly wanted: Wanted[];
	readonly counts: Map<string, number>;
	readonly outages: Outage[];
	readonly samples: Record<"watch" | "serve", Dated[]>;
	readonly broken: string[];
	readonly random: () => number;
	readonly containers: boolean;
	readonly seed: number;
	/** Of the programs' time, and of real time. */
	readonly days: number;
	readonly minutes: number;
	/** Whether the folders have a disk of their own, which may be filled. */
	readonly isMounted: boolean;
	readonly startedAt: number;
}

/** Prints what the soak came to, and says what did not hold. */
export function report(soak: Soak): Found {
	const { world, samples, counts, seed, isMounted, containers } = soak;
	const broken = [...soak.broken, ...missed(soak), ...told(world)];
	const { late, found } = judge(soak, 0);
	const lines = (["watch", "serve"] as const).map((kind) => flatnessOf(kind, samples[kind]));
	broken.push(...lines.flatMap((each) => each.broken));
	const { forward, back } = clockChanges(world.began, now(world));
	const days = Math.floor((now(world) - world.began) / DAY);
	const minutes = ((Date.now() - soak.startedAt) / 60_000).toFixed(1);
	const rows = [
		["time", `${days} days in ${minutes} minutes; clocks set forward ${forward}, back ${back}; seed ${seed}`],
		["deliveries", `${found} of ${soak.wanted.length} planned, ${found - late.length} on time`],
		...lateRows(late),
		["broken", `${broken.length}`],
		["troubles", [...counts].map(([name, count]) => `${name} ${count}`).join(", ")],
		["starts", `watch ${world.watch.starts}, serve ${world.serve.starts}`],
		...lines.map(({ line }) => ["flat", line]),
		...(isMounted ? [] : [["not tried", "no disk of its own, so none was full"]]),
		...(containers ? [] : [["not tried", "no containers may be made here"]]),
	];
	console.log(`\n${rows.map(([name = "", text]) => `  ${name.padEnd(11)} ${text}`).join("\n")}\n`);
	if (broken.length > 0) showLogs(world);
	const note = `seed ${seed}, ${days} days, ${late.length} late with a cause`;
	return { cases: found, broken, note };
}

function lateRows(late: readonly Late[]): readonly string[][] {
	const byCause = new Map<string, number[]>();
	for (const { causes, ms } of late) {
		const cause = causes.at(-1) ?? "nothing that excuses it";
		byCause.set(cause, [...(byCause.get(cause) ?? []), ms]);
	}
	return [...byCause].map(([cause, ms]) => [
		"late",
		`${ms.length} after ${cause}, the latest by ${Math.round(Math.max(...ms) / 60_000)} min`,
	]);
}

/** A whole year has seen everything; a short soak what it had time for. */
function missed({ world, days, counts }: Soak): readonly string[] {
	if (days < 365) return [];
	const { forward, back } = clockChanges(world.began, now(world));
	const rare = ["a week of downtime", "an hour of downtime"].filter((name) => !counts.has(name));
	return [
		...(now(world) < world.began + days * DAY ? ["the year did not end"] : []),
		...(forward === 0 || back === 0 ? ["the clocks were not changed both ways"] : []),
		...rare.map((name) => `there was never ${name}`),
	];
}

function told({ watch, serve }: World): readonly string[] {
	const bugs = [watch, serve].filter(({ log }) => /This is a bug|unlock/.test(readFileSync(log, "utf8")));
	return bugs.map(({ kind }) => `${kind} asked for unlock, or says that it has a bug`);
}

/** The folders go with the drill, so what led to a fault is shown. */
function showLogs({ watch, serve }: World): void {
	for (const { kind, log } of [watch, serve]) {
		const lines = readFileSync(log, "utf8").split("\n");
		const said = lines.filter((line) => !/"msg":"request"|last good version/.test(line));
		const short = said.slice(-LOG_LINES).map((line) => line.slice(0, 300));
		console.log(`${kind}:\n${short.join("\n")}`);
	}
}
