import { STEPS, type Step } from "./cell.ts";
import { doubled, type Judge } from "./judge.ts";
import type { Found, Ground } from "./part.ts";
import { APPLY, campaignOf, ended, type Place, place, remove, run, write } from "./place.ts";

/** Where a process is stopped while another one tries the same. */
const STOPS: readonly Step[] = [
	"before the intent",
	"intent synced",
	"all but the last byte sent",
	"armed synced",
	"answer read",
	"outcome synced",
];

/**
 * Stops a process at each step, lets another one try, wakes the first up, and runs until nothing
 * is left to do.
 */
export async function contend({ judge, settled }: Ground): Promise<Found> {
	const broken: string[] = [];
	for (const stop of STOPS)
		broken.push(...(await contendAt(stop, { judge, settled })).map((each) => `stopped at ${stop}: ${each}`));
	return { cases: STOPS.length, broken };
}

async function contendAt(
	stop: Step,
	{ judge, settled }: Pick<Ground, "judge" | "settled">,
): Promise<readonly string[]> {
	const broken: string[] = [];
	const { here, name } = await publishing(judge, settled, `contend-${STEPS.indexOf(stop)}`);
	const first = run(here, APPLY, { stop });
	await stopped(first.pid);
	const second = await ended(here, APPLY);
	if (second.code === 0 || !/lock|another|holds/i.test(second.err))
		broken.push(`the second was not refused (${second.code}): ${second.out}${second.err}`);
	first.kill("SIGCONT");
	const { code, out, err } = await first.ended;
	if (code !== 0) broken.push(`the first ended with ${code}: ${out}${err}`);
	const third = await ended(here, APPLY);
	if (third.code !== 0) broken.push(`the third ended with ${third.code}: ${third.out}${third.err}`);
	const commits = judge.commits(name);
	if (doubled(commits).length > 0 || commits.length !== 1) broken.push(`executed ${commits.length} times`);
	remove(here);
	return broken;
}

/** A place that is about to post one clip. */
export async function publishing(
	judge: Judge,
	settled: Place,
	name: string,
): Promise<{ readonly here: Place; readonly name: string }> {
	const url = await judge.cell(name, { faults: [], idempotency: false });
	const here = place(settled);
	write(here, { url, campaign: campaignOf("publish"), idempotency: false });
	return { here, name };
}

/** Until the system says that the process is stopped. */
async function stopped(pid: number): Promise<void> {
	for (let tries = 0; tries < 1_000; tries++) {
		const { readFileSync } = await import("node:fs");
		if (/^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) return;
		await new Promise((settle) => setTimeout(settle, 20));
	}
	throw new Error("it never came to the step");
}
