import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { follow } from "../builders/children.ts";
import { type Candidate, type Cost, once, withProgram } from "./measure.ts";
import { writeTerraform } from "./terraform.ts";
import { writeState, writeWorkspace } from "./workspace.ts";

const POSTS = [100, 1_000, 10_000] as const;
/** Terraform writes its whole state for each resource: ten thousand would take it hours. */
const RESOURCES = [100, 1_000] as const;
/** As many at a time as Terraform does by itself. */
const AT_ONCE = "10";
const GOAL = 1.2;
const PEER_GOAL = 7;
const LIMIT_MS = 30 * 60_000;

/** What one apply took and wrote. */
interface Applied extends Cost {
	readonly count: number;
	/** Bytes given to the file system: state, journal, memory, caches, everything. */
	readonly bytes: number;
}

/**
 * How apply grows with the number of posts beside a service that answers at once, in time and in
 * bytes written, and how Terraform grows.
 */
export async function benchApply(): Promise<void> {
	await withProgram(({ folder, program }) =>
		withInstant(async (url) => {
			const ours: Applied[] = [];
			for (const count of POSTS) ours.push(await applied({ folder, program, url }, count));
			print("showrun apply", ours, `growth against linear (goal: at most ${GOAL})`);
			const theirs: Applied[] = [];
			for (const count of RESOURCES)
				if (writeTerraform(join(folder, `terraform-${count}`), count))
					theirs.push(await terraform(folder, count));
			if (theirs.length < RESOURCES.length) console.log("terraform apply: not run: terraform");
			else print("terraform apply", theirs, "growth against linear");
			compareAt(1_000, ours, theirs);
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

async function applied({ folder, program, url }: Ground, count: number): Promise<Applied> {
	const cwd = join(folder, `apply-${count}`);
	await writeWorkspace(cwd, { posts: count });
	await writeState(cwd, { done: false });
	const limits = { requests_per_minute: 1_000_000, running_tasks: 1_000 };
	writeFileSync(join(cwd, "showrun.config.json"), JSON.stringify({ service: { url, limits } }));
	const env = {
		XDG_CACHE_HOME: join(folder, "cache"),
		XDG_STATE_HOME: join(folder, `memory-${count}`),
		SHOWRUN_API_KEY: "bench",
		CI: "",
	};
	const ours: Candidate = {
		name: "apply",
		command: process.execPath,
		args: [program, "apply", "--auto-approve", "--parallelism", AT_ONCE],
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
	return { ...measured, bytes, count };
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

function compareAt(count: number, ours: readonly Applied[], theirs: readonly Applied[]): void {
	const [mine, other] = [ours, theirs].map((all) => all.find((each) => each.count === count));
	if (mine === undefined || other === undefined) return;
	const ratio = (of: "ms" | "bytes") => (other[of] / mine[of]).toFixed(1);
	console.log(
		`\n${count} posts: 1/${ratio("ms")} of Terraform's time (goal: at most 1/${PEER_GOAL}), 1/${ratio("bytes")} of the bytes it writes`,
	);
}
