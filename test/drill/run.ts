/**
 * `npm run drill`: everything that must hold when things go wrong, tried, counted, and whether it
 * held. `npm run drill -- matrix "publish, 500"`: one part, and of it what holds these words. `npm run
 * drill -- variants`: whether the drill would notice. SEED=… lives through the same histories again.
 */
import { tryGenerated } from "../conformance/service/try-generated.ts";
import { killInContainers } from "./containers.ts";
import { contend } from "./contention.ts";
import { damage } from "./damage.ts";
import { deliveries } from "./deliveries/deliveries.ts";
import { feeds } from "./feeds/feeds.ts";
import { fleet } from "./fleet/fleet.ts";
import { week } from "./fleet/week.ts";
import { fullDisk } from "./full-disk.ts";
import { liveAll, liveKnownEverywhere } from "./histories.ts";
import { withJudge } from "./judge.ts";
import { killAtRandom } from "./kills.ts";
import { takeBytes } from "./last-byte.ts";
import { SHORT_SQUARES, SQUARES, trySquares } from "./matrix.ts";
import type { Found, Ground, Part } from "./part.ts";
import { settledPlace } from "./place.ts";
import { plansAreUsedOnce } from "./plans.ts";
import { races } from "./races/races.ts";
import { killRunners } from "./remote.ts";
import { renders } from "./renders.ts";
import { room } from "./room.ts";
import { soak } from "./soak/soak.ts";
import { transport } from "./transport/transport.ts";
import { tryVariants } from "./variants.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const [named, ...more] = process.argv.slice(2).join(" ").split(" ").filter(Boolean);
const second = more.join(" ");

const PARTS: Readonly<Record<string, Part>> = {
	short: {
		claim: "writes that end halfway, and kill -9: nothing twice, nothing lost",
		run: (ground) => trySquares(SHORT_SQUARES, ground),
	},
	transport,
	races: races(SEED),
	deliveries: deliveries(SEED),
	feeds: feeds(SEED),
	fleet: fleet(SEED),
	week: week(SEED),
	contract: {
		claim: "20,000 requests made of the service's document: no failure, no hang, no answer outside of it",
		run: async ({ only }) => {
			const { statuses, problems } = await tryGenerated({ count: Number(only || 20_000), seed: SEED });
			const cases = Object.values(statuses).reduce((sum, each) => sum + each, 0);
			return { cases, broken: problems, note: `seed ${SEED}, ${JSON.stringify(statuses)}` };
		},
	},
	byte: { claim: "a connection that took the last byte may have sent it", run: takeBytes },
	plans: { claim: "a saved plan goes on after a kill, and is used once", run: plansAreUsedOnce },
	lock: { claim: "who holds the state holds it alone, also while stopped", run: contend },
	remote: {
		claim:
			"state: git: a fresh runner dies, two clones go on: nothing twice, nothing lost, the unknown named in both",
		run: killRunners,
	},
	disk: { claim: "a disk of 2 MB fills: no acknowledged entry is lost", run: fullDisk },
	room,
	known: { claim: "what posted twice, or did not settle, once does not any more", run: liveKnownEverywhere },
	state: {
		claim: "the same with one workspace whose state alone remembers",
		run: ({ only }) => liveAll({ histories: Number(only || 2_000), seed: SEED, on: "alone" }),
	},
	histories: {
		claim: "random histories: nobody sees a post twice, nothing wanted is lost",
		run: ({ only }) => liveAll({ histories: Number(only || 5_000), seed: SEED, on: "memory" }),
	},
	disks: {
		claim: "the same with the state in files, and the memory of the machine",
		run: ({ only }) => liveAll({ histories: Number(only || 200), seed: SEED, on: "disk" }),
	},
	remotes: {
		claim: "the same with state: git: clones, folders, fresh runners, refs that are set back",
		run: ({ only }) => liveAll({ histories: Number(only || 60), seed: SEED, on: "remote" }),
	},
	databases: {
		claim: "the same with state: postgres: clones, folders, fresh machines, killed holders of the lease",
		run: ({ only }) => liveAll({ histories: Number(only || 60), seed: SEED, on: "database" }),
	},
	kills: {
		claim: "random kill -9 of real applies: every write once",
		run: (ground) => killAtRandom(ground, { kills: Number(ground.only || 1_000), seed: SEED }),
	},
	renders,
	damage: { claim: "cut and flipped state is read as before, or refused with words", run: damage },
	containers: {
		claim: "killed in mid-pass in containers, no unlock is typed; a live holder in another is never broken",
		run: killInContainers,
	},
	soak: {
		claim:
			"watch and serve for a year in 30 minutes (`soak 3`: 3), with a trouble a day: each post once, in time",
		run: (ground) => soak(ground, SEED),
	},
	matrix: {
		claim: "kill -9 at every step, whatever the service does: nothing twice, nothing lost",
		run: (ground) => trySquares(SQUARES, ground),
	},
	variants: { claim: "broken protocols: each is caught", run: ({ only }) => tryVariants(only) },
};

const started = performance.now();
const chosen = Object.entries(PARTS).filter(([name]) => named === undefined || name === named);
if (chosen.length === 0) {
	const parts = Object.entries(PARTS).map(([name, { claim }]) => `  ${name.padEnd(10)} ${claim}\n`);
	console.log(
		`npm run drill [-- PART [WORDS or NUMBER]]; without a part all of them, one after the other:\n${parts.join("")}`,
	);
	process.exit(named === "--help" ? 0 : 1);
}
const rows = await withJudge(async (judge) => {
	const settled = await settledPlace(judge).catch((error: Error) => error);
	if (settled instanceof Error)
		return [
			await tryPart("start", { claim: "a video is submitted and read", run: () => Promise.reject(settled) }),
		];
	const ground: Ground = { judge, settled, only: second };
	const found: string[][] = [];
	for (const [name, part] of chosen)
		found.push(await tryPart(name, { ...part, run: () => part.run(ground) }));
	return found;
});
console.log(`\n${table([["part", "cases", "result", "seconds", "what must hold"], ...rows])}\n`);
const broken = rows.filter(([, , result]) => result === "BROKEN").map(([name]) => name);
console.log(summary());
process.exit(broken.length > 0 ? 1 : 0);

/** One line that says it all. What could not be tried did not hold. */
function summary(): string {
	const [held, notRun] = [
		rows.filter(([, , result]) => result === "held"),
		rows.filter(([, , result = ""]) => result.startsWith("not run")),
	];
	const cases = held.reduce((sum, [, count]) => sum + Number(count), 0);
	const rest =
		notRun.length === 0 ? "" : `; ${notRun.map(([name, , result]) => `${name} ${result}`).join(", ")}`;
	const minutes = ((performance.now() - started) / 60_000).toFixed(1);
	const verdict = broken.length > 0 ? `BROKEN: ${broken.join(", ")}` : "Everything that was tried held";
	return `${verdict}. ${held.length} of ${rows.length} parts held, ${cases} cases${rest}. ${minutes} minutes, seed ${SEED}.`;
}

async function tryPart(
	name: string,
	{ claim, run }: Pick<Part, "claim"> & { readonly run: () => Promise<Found> },
): Promise<string[]> {
	const began = performance.now();
	const { cases, broken, note, notRun } = await run().catch((error: unknown) => ({
		cases: 0,
		broken: [String(error)],
		note: undefined,
		notRun: undefined,
	}));
	for (const each of broken) console.log(`BROKEN ${name}: ${each}`);
	const result = broken.length > 0 ? "BROKEN" : notRun !== undefined ? `not run: ${notRun}` : "held";
	const seconds = ((performance.now() - began) / 1_000).toFixed(0);
	console.log(`${name}: ${cases} ${result} in ${seconds} s${note === undefined ? "" : ` (${note})`}`);
	return [name, String(cases), result, seconds, claim];
}

function table(lines: readonly (readonly string[])[]): string {
	const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
	return lines
		.map((line) =>
			line
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd(),
		)
		.join("\n");
}
