import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Candidate, compare, once, row, times, withProgram } from "./measure.ts";
import { writeTerraform } from "./terraform.ts";
import { writeState, writeWorkspace } from "./workspace.ts";

/**
 * What a plan without changes costs, beside Terraform's for as many resources, and starting up
 * beside an empty program of Node's.
 */
export async function benchPlan(): Promise<void> {
	await withProgram(async ({ folder, program }) => {
		await start(folder, program);
		for (const posts of [10, 1_000, 10_000]) await noop({ folder, program, posts });
		await oneChanged(folder, program);
	});
}

async function start(folder: string, program: string): Promise<void> {
	const node = { name: "node -e 0", command: process.execPath, args: ["-e", "0"], cwd: folder };
	const [empty, version] = await compare(
		[node, { ...node, name: "version", args: [program, "version"] }],
		11,
	);
	if (empty === undefined || version === undefined) return;
	console.log(
		`\nStart-up\n${row("node -e 0", empty)}\n${row("showrun version", version, times(version, empty, { than: "node -e 0", goal: 1.15 }))}`,
	);
}

interface Size {
	readonly folder: string;
	readonly program: string;
	readonly posts: number;
}

async function noop({ folder, program, posts }: Size): Promise<void> {
	const cwd = join(folder, `plan-${posts}`);
	await writeWorkspace(cwd, { posts });
	await writeState(cwd, { done: true });
	const env = { XDG_CACHE_HOME: join(folder, "cache"), XDG_STATE_HOME: join(folder, "state"), CI: "" };
	const ours: Candidate = { name: "plan", command: process.execPath, args: [program, "plan"], cwd, env };
	const node: Candidate = { name: "node -e 0", command: process.execPath, args: ["-e", "0"], cwd };
	await pause(STATE_AGE_MS);
	await once(ours);
	const theirs = terraform(folder, posts);
	const rounds = posts > 1_000 ? 3 : 7;
	const [warm, cold, empty, other] = await compare(
		[ours, { ...ours, args: [...ours.args, "--no-cache"] }, node, ...(theirs ? [theirs] : [])],
		rounds,
	);
	if (warm === undefined || cold === undefined || empty === undefined) return;
	console.log(`\nA plan without changes, ${posts} posts`);
	const goal = posts === 10 ? { than: "node -e 0", goal: 1.6 } : { than: "node -e 0" };
	const beside = (cost: typeof warm) =>
		other
			? `, 1/${(other.ms / cost.ms).toFixed(1)} of Terraform's time, 1/${(other.mib / cost.mib).toFixed(1)} of its memory`
			: "";
	console.log(row("showrun plan, files unchanged", warm, `${times(warm, empty, goal)}${beside(warm)}`));
	console.log(
		row("showrun plan --no-cache", cold, `${times(cold, warm, { than: "unchanged" })}${beside(cold)}`),
	);
	console.log(other ? row("terraform plan", other) : "terraform plan: no terraform on the PATH");
	rmSync(cwd, { recursive: true, force: true });
}

/**
 * As many resources with eight fields, applied, offline. Undefined without a terraform, or where
 * it cannot work.
 */
function terraform(folder: string, count: number): Candidate | undefined {
	const cwd = join(folder, `terraform-${count}`);
	if (!writeTerraform(cwd, count)) return undefined;
	writeFileSync(join(cwd, "terraform.tfstate"), terraformState(count));
	return { name: "terraform plan", command: "terraform", args: ["plan", "-input=false", "-no-color"], cwd };
}

/**
 * Applying ten thousand resources would take Terraform hours, so its state is written the way it
 * would write it.
 */
function terraformState(count: number): string {
	const resources = Array.from({ length: count }, (_, index) => {
		const value = Object.fromEntries(
			Array.from({ length: 8 }, (_, field) => [`f${field}`, `value ${index} ${field}`]),
		);
		const typed = {
			value,
			type: ["object", Object.fromEntries(Object.keys(value).map((key) => [key, "string"]))],
		};
		const attributes = { id: `id-${index}`, input: typed, output: typed, triggers_replace: null };
		return {
			...{
				mode: "managed",
				type: "terraform_data",
				name: `p${index}`,
				provider: 'provider["terraform.io/builtin/terraform"]',
			},
			instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
		};
	});
	return JSON.stringify({
		version: 4,
		terraform_version: "1.0.0",
		serial: 1,
		lineage: "00000000-0000-0000-0000-000000000000",
		outputs: {},
		resources,
	});
}

/** A state that was written a moment ago may be about to change, and no plan of it is kept. Milliseconds. */
const STATE_AGE_MS = 2_500;

/** One file of a hundred changed: only that one is parsed. Beside it a plan that is made with none parsed. */
async function oneChanged(folder: string, program: string): Promise<void> {
	const cwd = join(folder, "changed");
	await writeWorkspace(cwd, { posts: 10_000, files: 100 });
	await writeState(cwd, { done: true });
	const env = { XDG_CACHE_HOME: join(folder, "cache"), XDG_STATE_HOME: join(folder, "state"), CI: "" };
	const ours: Candidate = { name: "plan", command: process.execPath, args: [program, "plan"], cwd, env };
	await once(ours);
	const pairs: [number, number][] = [];
	for (let round = 0; round < 5; round++) {
		// In another environment no plan was kept.
		const before = await once({ ...ours, env: { ...env, BENCH_ROUND: String(round) } });
		writeFileSync(join(cwd, "c0.campaign.yaml"), `# round ${round}\n`, { flag: "a" });
		pairs.push([before.ms, (await once(ours)).ms]);
	}
	const [same = 0, edited = 0] = [0, 1].map(
		(side) => pairs.map((pair) => pair[side] ?? 0).sort((a, b) => a - b)[2],
	);
	console.log(
		`\nOne of 100 files changed (10,000 posts)\n  ${edited.toFixed(0)} ms, ${(edited / same).toFixed(2)} x one that is made with none parsed (goal: at most 1.5)`,
	);
}
