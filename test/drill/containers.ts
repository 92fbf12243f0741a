import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { LockedFault, takeLock } from "../../src/system/lock.ts";
import { start, until } from "../journeys/program.ts";
import { STEPS } from "./cell.ts";
import type { Judge } from "./judge.ts";
import type { Found, Ground } from "./part.ts";
import { at, campaignOf, type Place, place, remove, write } from "./place.ts";

/**
 * What a container has of its own; the network is shared, for the service of the drill. The first process of
 * one cannot kill itself, so that is a shell.
 */
const CONTAINER = ["unshare", "-rpmfu", "--mount-proc", "--kill-child", "sh", "-c", '"$0" "$@"; exit $?'];
/** Where a pass is killed, in turn: all but `never`, and but those that only come with another write. */
const KILLED_AT = STEPS.filter((step) => step !== "never");

/** Kills `apply` in containers in mid-pass, and goes on in others; then tries to break a living holder. */
export async function killInContainers({ judge, settled, only }: Ground): Promise<Found> {
	if (spawnSync(CONTAINER[0] ?? "", [...CONTAINER.slice(1), "true"]).status !== 0)
		return { cases: 0, broken: [], notRun: "unshare" };
	const rounds = Number(only || 50);
	const broken: string[] = [];
	let killed = 0;
	for (let round = 0; round < rounds; round++) {
		const found = await oneKill(round, { judge, settled });
		killed += found.killed ? 1 : 0;
		broken.push(...found.broken.map((each) => `round ${round}: ${each}`));
	}
	broken.push(...(await besideLiving({ judge, settled }, rounds)));
	return { cases: 2 * rounds, broken, note: `${killed} of ${rounds} were killed in mid-pass` };
}

async function oneKill(
	round: number,
	{ judge, settled }: Pick<Ground, "judge" | "settled">,
): Promise<{ readonly killed: boolean; readonly broken: readonly string[] }> {
	const here = await posting(judge, settled, `container-${round}`);
	const step = KILLED_AT[round % KILLED_AT.length] ?? "armed synced";
	const first = await inContainer(here, ["watch", "--once"], { step }).ended;
	const second = await inContainer(here, ["watch", "--once"], {}).ended;
	const commits = judge.commits(`container-${round}`).length;
	const broken = [
		...(second.code === 0 ? [] : [`killed at ${step}, the next ended with ${second.code}: ${second.err}`]),
		...(commits === 1 ? [] : [`killed at ${step}, it was posted ${commits} times`]),
		...(/showrun unlock/.test(second.out + second.err) ? [`killed at ${step}, unlock was asked for`] : []),
	];
	remove(here);
	return { killed: first.code !== 0, broken };
}

async function besideLiving(
	{ judge, settled }: Pick<Ground, "judge" | "settled">,
	rounds: number,
): Promise<readonly string[]> {
	const here = await posting(judge, settled, "container-living");
	const running = inContainer(here, ["watch"], {});
	await until(() => running.said().includes('"msg":"pass"'), { running });
	const broken: string[] = [];
	const lock = join(here.cwd, ".showrun", "watch.lock");
	const options = { command: "drill", waitMs: 0, signal: new AbortController().signal };
	for (let round = 0; round < rounds; round++) {
		const fault = await takeLock(lock, options).catch((error: unknown) => error);
		if (!(fault instanceof LockedFault && fault.doubt === undefined))
			broken.push(`try ${round} beside a living watch: ${fault}`);
	}
	const second = await start(["watch"], at(here, {})).ended;
	if (second.code !== 1 || !/is watched already/.test(second.err))
		broken.push(`a second watch ended with ${second.code}: ${second.err}`);
	if (!existsSync(lock)) broken.push("the lock of the living watch is gone");
	running.kill("SIGKILL");
	await running.ended;
	remove(here);
	return broken;
}

async function posting(judge: Judge, settled: Place, name: string): Promise<Place> {
	const url = await judge.cell(name, { faults: [], idempotency: true });
	const here = place(settled);
	write(here, { url, campaign: campaignOf("publish"), idempotency: true });
	return here;
}

function inContainer(here: Place, args: readonly string[], disturbed: Parameters<typeof at>[1]) {
	return start(args, { ...at(here, disturbed), through: CONTAINER });
}
