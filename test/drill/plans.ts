import { cpSync } from "node:fs";
import { join } from "node:path";
import { STEPS, type Step } from "./cell.ts";
import { publishing } from "./contention.ts";
import { doubled, type Judge } from "./judge.ts";
import type { Found, Ground } from "./part.ts";
import { campaignOf, ended, place, remove, write } from "./place.ts";

const KILLS: readonly Step[] = [
	"never",
	"before the intent",
	"intent synced",
	"all but the last byte sent",
	"outcome synced",
	"before the rename",
	"after the rename",
];

/**
 * Kills a run of a saved plan at each step, goes on with it, and applies it once more: that must
 * be refused by name.
 */
export async function plansAreUsedOnce({ judge, settled, only }: Ground): Promise<Found> {
	const broken = [...(await usedInCopy(judge))];
	for (const step of only === "copy" ? [] : KILLS) {
		const { here, name } = await publishing(judge, settled, `plan-${STEPS.indexOf(step)}`);
		const say = (words: string) => broken.push(`killed at ${step}: ${words}`);
		const made = await ended(here, ["plan", ".", "--out", "plan.json"]);
		if (made.code !== 0 && made.code !== 2) say(`no plan: ${made.err}`);
		await ended(here, ["apply", "plan.json", "--auto-approve"], { step });
		const second = await ended(here, ["apply", "plan.json", "--auto-approve"]);
		const again = step === "never" ? second : await ended(here, ["apply", "plan.json", "--auto-approve"]);
		if (step !== "never" && second.code !== 0 && !/applied already/.test(second.err))
			say(`it did not go on (${second.code}): ${second.out}${second.err}`);
		if (again.code === 0 || !/applied already/.test(again.err))
			say(`a used plan was taken again (${again.code}): ${again.out}${again.err}`);
		const commits = judge.commits(name);
		if (commits.length !== 1 || doubled(commits).length > 0) say(`executed ${commits.length} times`);
		remove(here);
	}
	return { cases: KILLS.length + 1, broken };
}

/** A copy of a workspace that has no state yet applies the same plan. */
async function usedInCopy(judge: Judge): Promise<readonly string[]> {
	const name = "plan-in-a-copy";
	const here = place();
	const url = await judge.cell(name, { faults: [], idempotency: false });
	write(here, { url, campaign: campaignOf("publish"), idempotency: false });
	await ended(here, ["plan", ".", "--out", "plan.json"]);
	const copy = { ...here, cwd: join(here.folder, "copy") };
	cpSync(here.cwd, copy.cwd, { recursive: true });
	const [first, second] = [
		await ended(here, ["apply", "plan.json"]),
		await ended(copy, ["apply", "plan.json"]),
	];
	const commits = judge.commits(name);
	remove(here);
	return [
		...(first.code === 0 ? [] : [`the plan was not applied (${first.code}): ${first.err}`]),
		...(/was applied by workspace/.test(second.err) ? [] : [`a copy applied the plan again: ${second.out}`]),
		...doubled(commits).map((each) => `a copy did again: ${each}`),
	];
}
