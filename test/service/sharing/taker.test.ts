import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Jobs } from "../../../src/service/jobs/jobs.ts";
import type { OpenTask, SharedTasks } from "../../../src/service/sharing/shared-tasks.ts";
import { openTaker, type TenantTasks } from "../../../src/service/sharing/taker.ts";
import { until } from "../world.ts";

const takers = suite("which tasks a process takes");

interface Kept {
	/** Ids of those that wait, the oldest first. */
	readonly waiting: string[];
	/** How many of this tenant are worked on, wherever. */
	claimed: number;
	/** Ids that another process is faster with. */
	readonly faster?: readonly string[];
	/** Ids that stand still in this process. */
	readonly stuck?: readonly string[];
}

/** Tasks of a tenant that are begun and never end; `begun` gets their ids. */
function tenant(kept: Kept, begun: string[]): TenantTasks {
	const here: OpenTask[] = [];
	const no = () => Promise.reject(new Error("not asked for"));
	const tasks: SharedTasks = {
		...{ books: {} as SharedTasks["books"], offer: no, cancel: no, count: no, progress: no, offerAll: no },
		waiting: async () => ({
			free: kept.waiting.map((id) => ({ kind: "clipping", id, isExpress: id.startsWith("x") })),
			claimed: kept.claimed,
		}),
		begin: async (_, task) => {
			const { id } = task;
			kept.waiting.splice(kept.waiting.indexOf(id), 1);
			kept.claimed += 1;
			if (kept.faster?.includes(id)) return false;
			here.push(task);
			begun.push(id);
			return true;
		},
		look: async () => {},
		here: () => here,
		givenBack: async () => {},
	};
	const stuck = (id: string) => (kept.stuck?.includes(id) ? "its outcome could not be written" : undefined);
	return { tasks, jobs: { close: async () => {}, stuck } as Jobs };
}

async function taken(kept: readonly Kept[], atOnce: number, count: number): Promise<readonly string[]> {
	const begun: string[] = [];
	const tenants = kept.map((each) => tenant(each, begun));
	const failures: unknown[] = [];
	const taker = openTaker(() => tenants, {
		atOnce,
		mayTake: () => true,
		failed: (error) => failures.push(error),
	});
	await until(
		async () => begun.length,
		(length) => length >= count,
	);
	await taker.close(0);
	assert.equal(failures, []);
	return begun;
}

takers("as many as it may, the oldest first", async () => {
	assert.equal(await taken([{ waiting: ["1", "2", "3"], claimed: 0 }], 2, 2), ["1", "2"]);
});

takers("of the tenant first of whose tasks the fewest are worked on, one by one", async () => {
	const [many, few] = [
		{ waiting: ["a1", "a2", "a3"], claimed: 2 },
		{ waiting: ["b1", "b2", "b3"], claimed: 0 },
	];
	assert.equal(await taken([many, few], 4, 4), ["b1", "b2", "a1", "b3"]);
});

takers("the next where another process was faster", async () => {
	const kept = { waiting: ["1", "2", "3"], claimed: 0, faster: ["1"] };
	assert.equal(await taken([kept], 1, 1), ["2"]);
});

takers("none that stands still here", async () => {
	assert.equal(await taken([{ waiting: ["1", "2", "3"], claimed: 0, stuck: ["1"] }], 2, 2), ["2", "3"]);
});

takers("those in express mode beside the others, as many again", async () => {
	const kept = { waiting: ["1", "2", "x3", "x4"], claimed: 0 };
	assert.equal(await taken([kept], 1, 2), ["x3", "1"]);
});

takers.run();
