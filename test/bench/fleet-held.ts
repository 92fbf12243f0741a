/** Many posts of many workspaces in one database: what watches of them hold, and how late due posts leave. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type EpochMs, epochMs } from "../../src/model/brand.ts";
import { handoverOf } from "../../src/plan/window.ts";
import { type Judge, withJudge } from "../drill/judge.ts";
import { until } from "../journeys/program.ts";
import { type Daemon, type Machine, machines, settingsFor } from "../postgres/machines.ts";
import { postgresServer } from "../postgres/server.ts";
import { cpuSecondsOf } from "./cpu.ts";
import { accountOf, campaignOf, insertState } from "./held-state.ts";

/** How long everything until the first passes may take, a workspace and altogether at least. Milliseconds. */
const START_MS = 400;
const STARTS_MS = 90_000;
/** For so long posts are due one after the other; then those of every second workspace at once. */
const SPREAD_MS = 120_000;
const IDLE_MS = 20_000;
const LIMIT_MS = 1_800_000;

/** What is measured. */
interface Held {
	readonly workspaces: number;
	readonly judge: Judge;
	readonly daemons: readonly Daemon[];
	readonly machine: Machine;
	/** When the post of a workspace that is still here is due. */
	readonly dueAt: (workspace: number) => EpochMs;
}

/** Prints what two watches hold and cost, what a plan beside them takes, and how late due posts leave. */
export async function benchHeld(workspaces: number): Promise<void> {
	await withJudge(async (judge) => {
		const { url } = await (await postgresServer()).database();
		const indices = Array.from({ length: workspaces }, (_, index) => index);
		const service = await judge.cell("held", {
			...{ faults: [], idempotency: false },
			accounts: [...new Set(indices.map(accountOf))].map(wireAccount),
		});
		const first = Date.now() + Math.max(STARTS_MS, workspaces * START_MS);
		const dueAt = (index: number) =>
			epochMs(first + (index % 2 ? SPREAD_MS : (index / workspaces) * SPREAD_MS));
		const { commitFiles, machine } = machines(service);
		const files: Record<string, string> = {};
		for (const index of indices) {
			files[`w/${index}/talk.campaign.yaml`] = campaignOf(index, Date.now(), atOf(dueAt(index)));
			files[`w/${index}/showrun.config.yaml`] = settingsFor(service, `w${index}`);
		}
		commitFiles(files);
		const at = { limitMs: 2 * LIMIT_MS };
		const [one, other] = [machine("a", url.reveal(), at), machine("b", url.reveal(), at)];
		// The workspaces are those below.
		for (const { folder } of [one, other]) rmSync(join(folder, "showrun.config.yaml"));
		for (const index of indices)
			await insertState(index, { url, service, folder: join(one.folder, "w", String(index)) });
		const daemons = [one.watch(), other.watch()];
		try {
			await measure({ workspaces, judge, daemons, dueAt, machine: one });
		} finally {
			for (const daemon of daemons) daemon.kill("SIGTERM");
			await Promise.all(daemons.map(({ ended }) => ended));
		}
	});
}

async function measure({ workspaces, judge, daemons, machine, dueAt }: Held): Promise<void> {
	const began = performance.now();
	const passed = () => new Set(daemons.flatMap(({ lines }) => lines("pass").map((line) => line.workspace)));
	await until(() => atLast(() => passed().size === workspaces), { ms: LIMIT_MS });
	const [seconds, cpu] = [(performance.now() - began) / 1_000, cpuOf(daemons)];
	if (Date.now() > dueAt(0)) throw new Error(`the first passes took ${seconds.toFixed(0)} s`);
	console.log(`\n${workspaces} workspaces with 100 scheduled posts each, in one database, by two watches`);
	console.log(
		`  first passes: ${seconds.toFixed(0)} s, ${((cpu / workspaces) * 1_000).toFixed(0)} ms of CPU each`,
	);
	// Who joined late got its part after that, and makes the same passes.
	await until(() => areAtRest(daemons), { ms: LIMIT_MS });
	const before = cpuOf(daemons);
	await pause(IDLE_MS);
	if (Date.now() > dueAt(0)) throw new Error("posts were due before nothing happened for a while");
	const share = ((cpuOf(daemons) - before) / IDLE_MS) * 100_000;
	console.log(`  nothing due: ${share.toFixed(1)} % of a core, ${daemons.map(mibOf).join(" and ")} MiB`);
	const { ms, code } = await machine.run(["plan", "w/0"]);
	console.log(`  a plan of one workspace beside them: ${ms.toFixed(0)} ms (${code})`);
	await until(() => atLast(() => judge.commits("held").length >= workspaces), { ms: LIMIT_MS });
	const late = judge.commits("held").map(({ identity, at }) => {
		const index = Number(/w(\d+)/.exec(identity)?.[1]);
		return { index, ms: at - dueAt(index) };
	});
	const [spread, atOnce] = [0, 1].map((rest) => late.filter(({ index }) => index % 2 === rest));
	console.log(`  left after their time, one after the other: ${quantiles(spread)}`);
	console.log(`  left after their time, all at once: ${quantiles(atOnce)}`);
}

const REST_MS = 5_000;

async function areAtRest(daemons: readonly Daemon[]): Promise<boolean> {
	const passes = () => daemons.reduce((sum, daemon) => sum + daemon.lines("pass").length, 0);
	const before = passes();
	await pause(REST_MS);
	return passes() === before;
}

/** Looks once a second: reading logs whole takes the processor from those that are measured. */
async function atLast(holds: () => boolean): Promise<boolean> {
	await pause(1_000);
	return holds();
}

/** Time of a post that the service takes from a moment on. */
function atOf(due: EpochMs): EpochMs {
	return epochMs(due + (due - handoverOf(due)));
}

function wireAccount(username: string): object {
	const shown = { platform: "youtube", platform_username: username, platform_avatar: null };
	return { id: username, ...shown, token_valid: true, token_expiring_soon: false };
}

function quantiles(late: readonly { readonly ms: number }[] = []): string {
	const sorted = late.map(({ ms }) => ms).sort((a, b) => a - b);
	const at = (share: number) =>
		`${((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) / 1_000).toFixed(1)} s`;
	return `half within ${at(0.5)}, 99 % within ${at(0.99)}, the last ${at(1)}`;
}

function cpuOf(daemons: readonly Daemon[]): number {
	return daemons.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
}

function mibOf({ pid }: Daemon): string {
	const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
	return (Number(kib) / 1_024).toFixed(0);
}
