import { spawn } from "node:child_process";
import { once as happens } from "node:events";
import { join } from "node:path";
import { writeState, writeWorkspace } from "./workspace.ts";

const ROUNDS = 5;
/** Ends a hang; it judges nothing. Milliseconds. */
const LIMIT_MS = 120_000;

interface Place {
	readonly folder: string;
	readonly program: string;
}

/** How long `/metrics` of a watch takes with so many posts: the first scrape after a pass, and the median. */
export async function benchScrapes({ folder, program }: Place, posts: number): Promise<void> {
	const cwd = join(folder, "watched");
	await writeWorkspace(cwd, { posts, accounts: 5 });
	await writeState(cwd, { done: true });
	const child = watching({ folder, program }, cwd);
	let text = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (text += piece));
	const late = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
	try {
		const url = () => /"url":"(http[^"]+)","msg":"metrics"/.exec(text)?.[1];
		const scrape = async () => {
			const begun = performance.now();
			const body = await fetch(url() ?? "").then((answer) => answer.text());
			return { ms: performance.now() - begun, body };
		};
		while (
			url() === undefined ||
			!/last_successful_pass_timestamp_seconds [1-9]/.test((await scrape()).body)
		) {
			if (child.exitCode !== null) throw new Error(`showrun watch ended: ${text}`);
			await new Promise((settle) => setTimeout(settle, 50));
		}
		const times: number[] = [];
		for (let round = 0; round < ROUNDS; round++) times.push((await scrape()).ms);
		const median = [...times].sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
		console.log(
			`${"a scrape of /metrics by Prometheus, median".padEnd(47)}${median.toFixed(0).padStart(8)} ms`,
		);
		console.log(
			`${"the slowest of them".padEnd(47)}${Math.max(...times)
				.toFixed(0)
				.padStart(8)} ms`,
		);
	} finally {
		clearTimeout(late);
		child.kill("SIGTERM");
		if (child.exitCode === null && child.signalCode === null) await happens(child, "exit");
	}
}

function watching({ folder, program }: Place, cwd: string) {
	const own = { XDG_CACHE_HOME: join(folder, "cache"), XDG_STATE_HOME: join(folder, "state"), CI: "" };
	return spawn(process.execPath, [program, "watch", "--metrics", "0"], {
		cwd,
		env: { ...process.env, ...own },
		stdio: ["ignore", "pipe", "pipe"],
	});
}
