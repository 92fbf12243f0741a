import pLimit from "p-limit";
import type { Test } from "uvu";
import * as assert from "uvu/assert";
import { withJudge } from "../drill/judge.ts";
import { unseemly } from "../journeys/program.ts";
import { type World, withWorld } from "./world.ts";

/** What is done; what its last command said is judged. */
type Work = (world: World) => Promise<{ readonly out: string; readonly err: string }>;

/** What the service must have executed in the end, by its own log, and what the last command must say. */
export interface Expected {
	readonly posts: number;
	readonly submits?: number;
	readonly said?: RegExp;
	/** Nothing that a client can do prevents it, or a person asked for it: the same moment twice. */
	readonly twice?: true;
}

export type Rows = Readonly<Record<string, readonly [Work, Expected]>>;

/** The plan names an earlier post of the moment, and nothing is posted. */
export const TAKEN = /already posted to this account/;
export const NOTHING = /No changes/;

const AT_ONCE = 3;

/** Runs every row with one service, a few at a time; each is a test that says whether it held. */
export async function addSituations(tests: Test, rows: Rows): Promise<void> {
	const inTurn = pLimit(AT_ONCE);
	const results = await withJudge((judge) =>
		Promise.all(
			Object.entries(rows).map(async ([title, [work, expected]]) => {
				const tried = inTurn(() => withWorld(judge, (world) => tryRow(world, work, expected)));
				return [title, await Promise.allSettled([tried])] as const;
			}),
		),
	);
	for (const [title, [result]] of results)
		tests(title, () => {
			if (result.status === "rejected") throw result.reason;
		});
}

async function tryRow(world: World, work: Work, { posts, submits, said, twice }: Expected): Promise<void> {
	const { out, err } = await work(world);
	assert.equal(unseemly(out + err), [], out + err);
	assert.is(world.executed("publish"), posts, out + err);
	if (submits !== undefined) assert.is(world.executed("submit"), submits, out + err);
	if (!twice) assert.equal(world.twice(), [], out + err);
	if (said) assert.match((out + err).replace(/\s+/g, " "), said);
}
