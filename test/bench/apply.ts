import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { follow } from "../builders/children.ts";
import { bareSending } from "./bare-sending.ts";
import { type Candidate, type Cost, once, withProgram } from "./measure.ts";
import { writeTerraform } from "./terraform.ts";
import { writeState, writeWorkspace } from "./workspace.ts";

const POSTS = [100, 1_000, 10_000] as const;
/** Terraform writes its whole state for each resource: ten thousand would take it hours. */
const RESOURCES = [100, 1_000] as const;
/** As many at a time as Terraform does by itself. */
const AT_ONCE = 10;
const GOAL = 1.2;
/** As many posts are compared with Terraform, and with sending alone, so many at a time. */
const COMPARED = 1_000;
const PEER_GOALS = [
	{ atOnce: AT_ONCE, share: 7 },
	{ atOnce: 32, share: 15 },
] as const;
const LIMIT_MS = 30 * 60_000;

/** What one apply took and wrote. */
interface Applied extends Cost {
	readonly count: number;
	readonly atOnce: number;
	/** Bytes given to the file system: state, journal, memory, caches, everything. */
	readonly bytes: number;
}

/**
 * How apply grows with the number of posts beside a service that answers at once, in time and in
 * bytes written, and how Terraform grows; and how far it is from sending alone.
 */
export async function benchApply(): Promise<void> {
	await withProgram(({ folder, program }) =>
		withInstant(async (url) => {
			const ground = { folder, program, url };
			const ours: Applied[] = [];
			for (const count of POSTS) ours.push(await applied(ground, { count, atOnce: AT_ONCE }));
			print("showrun apply", ours, `growth against linear (goal: at most ${GOAL})`);
			const theirs: Applied[] = [];
			for (const count of RESOURCES)
				if (writeTerraform(join(folder, `terraform-${count}`), count))
					theirs.push(await terraform(folder, count));
			if (theirs.length < RESOURCES.length) console.log("terraform apply: not run: terraform");
			else print("terraform apply", theirs, "growth against linear");
			const other = theirs.find(({ count }) => count === COMPARED);
			for (const { atOnce, share } of PEER_GOALS) {
				const wanted = { count: COMPARED, atOnce };
				const mine = ours.find((each) => each.count === COMPARED && each.atOnce === atOnce);
				const file = join(folderOf(ground, wanted), "c0.campaign.yaml");
				const made = mine ?? (await applied(ground, wanted));
				compareWith(other, { ...made, bareMs: await bareSending(file, { url, ...wanted }) }, share);
			}
		}),
	);
}

async function withInstant(work: (url: string) => Promise<void>): Promise<void> {
	const script = fileURLToPath(new URL("instant.ts", import.meta.url));
	const child = spawn(process.execPath, ["--import", "tsx", script], { stdio: ["pipe", "pipe", "inherit"] });
	const service = follow(child, { limitMs: LIMIT_MS });
	try {
		await work((await service.said(/^at http/)).slice("at ".length));
	} finally {
		child.stdin.end();
		await service.ended();
	}
}

interface Ground {
	readonly folder: string;
	readonly program: string;
	readonly url: string;
}

type Wanted = Pick<Applied, "count" | "atOnce">;

function folderOf({ folder }: Pick<Ground, "folder">, { count, atOnce }: Wanted): string {
	return join(folder, `apply-${count}-${atOnce}`);
}

async function applied({ folder, program, url }: Ground, wanted: Wanted): Promise<Applied> {
	const { count, atOnce } = wanted;
	const cwd = folderOf({ folder }, wanted);
	await writeWorkspace(cwd, { posts: count });
	await writeState(cwd, { done: false });
	const limits = { requests_per_minute: 1_000_000, running_tasks: 1_000 };
	writeFileSync(join(cwd, "showrun.config.json"), JSON.stringify({ service: { url, limits } }));
	const env = {
		XDG_CACHE_HOME: join(folder, "cache"),
		XDG_STATE_HOME: join(folder, `memory-${count}-${atOnce}`),
		SHOWRUN_API_KEY: "bench",
		CI: "",
	};
	const ours: Candidate = {
		name: "apply",
		command: process.execPath,
		args: [program, "apply", "--auto-approve", "--parallelism", String(atOnce)],
		cwd,
		env,
	};
	await once({ ...ours, name: "adopt", args: [program, "state", "adopt", "--auto-approve"] });
	await receivedAt(url);
	const measured = await counted(ours);
	const bytes = measured.bytes - (await receivedAt(url));
	const posted = Object.keys(
		JSON.parse(readFileSync(join(cwd, ".showrun", "state.json"), "utf8")).ledger,
	).length;
	if (posted !== count) throw new Error(`${posted} of ${count} were posted.`);
	return { ...measured, bytes, count, atOnce };
}

async function receivedAt(url: string): Promise<number> {
	return Number(await (await fetch(`${url}/received`, { headers: { connection: "close" } })).text());
}

async function terraform(folder: string, count: number): Promise<Applied> {
	const args = ["apply", "-input=false", "-no-color", "-auto-approve"];
	return {
		...(await counted({
			name: "terraform apply",
			command: "terraform",
			args,
			cwd: join(folder, `terraform-${count}`),
		})),
		count,
		atOnce: AT_ONCE,
	};
}

/** The shell adds up what its children wrote; what it tells is read from the kernel once they are gone. */
const COUNTING = '"$@"; code=$?; cat /proc/$$/io > "$BENCH_IO"; exit $code';

/** Runs a command once and counts the bytes that it wrote, to files and to the service. */
async function counted({
	command,
	args,
	env,
	...rest
}: Candidate): Promise<Cost & { readonly bytes: number }> {
	const told = join(rest.cwd, "io.txt");
	const cost = await once({
		...rest,
		command: "/bin/sh",
		args: ["-c", COUNTING, "sh", command, ...args],
		env: { ...env, BENCH_IO: told },
	});
	return { ...cost, bytes: Number(/^wchar: (\d+)$/m.exec(readFileSync(told, "utf8"))?.[1]) };
}

function print(name: string, all: readonly Applied[], words: string): void {
	console.log(`\n${name}: ${words}`);
	for (const [at, each] of all.entries()) {
		const { count, ms, bytes, mib } = each;
		const took = `${(ms / 1_000).toFixed(2).padStart(9)} s${(bytes / 2 ** 20).toFixed(2).padStart(10)} MiB written${mib.toFixed(0).padStart(7)} MiB memory`;
		// Starting up weighs most in the smallest, and would hide a growth between the others.
		const smaller = all.slice(0, at).reverse();
		console.log(
			`${String(count).padStart(7)}${took}  ${smaller.map((from) => grownFrom(from, each)).join("; ")}`,
		);
	}
}

function grownFrom(from: Applied, to: Applied): string {
	return `from ${from.count}: time ${growth(to, from, "ms")}, bytes ${growth(to, from, "bytes")}`;
}

function growth(to: Applied, from: Applied, of: "ms" | "bytes"): string {
	return `${(to[of] / from[of] / (to.count / from.count)).toFixed(2)} x linear`;
}

/** Beside Terraform, and beside sending alone: where that takes longer than the goal, nobody can reach it. */
function compareWith(
	other: Applied | undefined,
	{ count, atOnce, ms, bytes, bareMs }: Applied & { readonly bareMs: number },
	share: number,
): void {
	const seconds = (each: number) => `${(each / 1_000).toFixed(2)} s`;
	const alone = `${(ms / bareMs).toFixed(2)} x reading and sending alone (${seconds(bareMs)})`;
	console.log(`\n${count} posts, ${atOnce} at once: ${seconds(ms)}, ${alone}`);
	if (other === undefined) return;
	const [time, least] = [ms, bareMs].map((each) => `1/${(other.ms / each).toFixed(1)}`);
	const written = `1/${(other.bytes / bytes).toFixed(1)} of the bytes it writes`;
	console.log(
		`  ${time} of Terraform's time (goal: at most 1/${share}; sending alone is ${least}), ${written}`,
	);
}
