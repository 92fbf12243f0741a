import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileStore } from "../../../src/state/file/store.ts";
import { deliveredIn } from "../../journeys/workspace.ts";
import type { Sample } from "./flatness.ts";
import { type Late, latenessOf, type Outage } from "./lateness.ts";
import { isAlive, type Program, type Wanted, type World } from "./world.ts";

/** What was delivered, by the outbox alone: the post as `publishWeek` names it, and when. */
export function delivered({ served }: World): readonly Wanted[] {
	return deliveredIn(served).map(({ post }) => ({
		key: `${post.platform} w${/w(\d+)/.exec(String(post.title))?.[1]}`,
		at: Number(post.delivered_at),
	}));
}

/** Everything that did not hold, which posts were late, and how many were found. */
export interface Verdict {
	readonly broken: readonly string[];
	readonly late: readonly Late[];
	readonly found: number;
}

/** What is judged. */
interface Judged {
	readonly world: World;
	readonly wanted: readonly Wanted[];
	readonly outages: readonly Outage[];
}

/** Every post that was due is there once, none was early, and none was late without a cause. */
export function judge({ world, wanted, outages }: Judged, due: number): Verdict {
	const all = delivered(world);
	const broken: string[] = [];
	const late: Late[] = [];
	for (const post of wanted) {
		const { key, at } = post;
		const [first, ...more] = all.filter((each) => each.key === key);
		if (more.length > 0) broken.push(`${key} was delivered ${more.length + 1} times`);
		if (first === undefined && at <= due) broken.push(`${key} was lost: due ${iso(at)}`);
		if (first === undefined) continue;
		if (first.at < at) broken.push(`${key} was early: ${iso(first.at)}, due ${iso(at)}`);
		const found = latenessOf(post, { at: first.at, outages });
		if (found) late.push(found);
		if (found && found.causes.length === 0)
			broken.push(`${key} was late for no reason: ${iso(first.at)}, due ${iso(at)}`);
	}
	for (const { key } of all)
		if (!wanted.some((each) => each.key === key)) broken.push(`${key} was not wanted`);
	return { broken, late, found: all.length };
}

function iso(at: number): string {
	return new Date(at).toISOString();
}

/** How many posts of a week the service holds or has delivered, by the client's state. */
export async function handedOver({ work }: World, week: number): Promise<number> {
	const { resources } = await readState(work);
	return Object.keys(resources).filter((address) => address.startsWith(`w${week}.post.`)).length;
}

/** What waits for a person: open outcomes and refused posts in the client's state. */
export async function needsPerson({ work }: World): Promise<readonly string[]> {
	const { operations, resources } = await readState(work);
	const failed = Object.entries(resources).filter(([, { status }]) => /ERROR|FAILED|CANCEL/.test(status));
	return [
		...Object.values(operations).map(({ address, phase }) => `${address} is ${phase}`),
		...failed.map(([address, { status }]) => `${address} is ${status}`),
	];
}

function readState(work: string) {
	return fileStore({ path: join(work, ".showrun", "state.json") }).read();
}

/** Undefined: it does not run. */
export function sample(program: Program): Sample | undefined {
	if (!isAlive(program)) return undefined;
	try {
		const outer = join("/proc", String(program.pid));
		const inner = readFileSync(join(outer, "task", String(program.pid), "children"), "utf8").trim();
		// In a container: what is seen first is the program that made it.
		const folder = program.through.length === 0 ? outer : join("/proc", inner.split(" ")[0] ?? "");
		const status = readFileSync(join(folder, "status"), "utf8");
		const fields = readFileSync(join(folder, "stat"), "utf8").split(") ")[1]?.split(" ") ?? [];
		return {
			memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
			handles: readdirSync(join(folder, "fd")).length,
			cpu: (Number(fields[11]) + Number(fields[12])) / 100,
		};
	} catch {
		return undefined;
	}
}
