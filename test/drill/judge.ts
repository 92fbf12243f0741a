// May share a process: a judge ends with the work it judges.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { follow } from "../builders/children.ts";
import { builtStart } from "../journeys/built-program.ts";
import { ROOM } from "../journeys/program.ts";
import type { CellPlan, Commit, WriteKind } from "./cell.ts";
import { commitLog } from "./commit-log.ts";

/** The service of the drill in a process of its own, and its word on what was executed. */
export interface Judge {
	/** Begins a cell; returns the address of its service. */
	cell(name: string, plan: CellPlan): Promise<string>;
	/** What was executed for a cell, from the log on disk. */
	commits(name: string): readonly Commit[];
	/** How many whole writes of a kind came to a cell, executed or not. */
	came(name: string, kind: WriteKind): Promise<number>;
}

const SERVICE = fileURLToPath(new URL("service.ts", import.meta.url));

/** Starts the service, works, and ends it. */
export async function withJudge<Result>(work: (judge: Judge) => Promise<Result>): Promise<Result> {
	const folder = join(ROOM, "judge");
	mkdirSync(folder, { recursive: true });
	const child: ChildProcess = spawn(process.execPath, [await builtStart(SERVICE), folder], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	const judge = follow(child, { limitMs: LIMIT_MS });
	const logs = new Map<string, ReturnType<typeof commitLog>>();
	const logOf = (name: string) => {
		const log = logs.get(name) ?? commitLog(join(folder, `${name}.jsonl`));
		logs.set(name, log);
		return log;
	};
	try {
		const url = (await judge.said(/^at http/)).slice("at ".length);
		return await work({
			async cell(name, plan) {
				const { ok } = await fetch(`${url}/${name}`, { method: "PUT", body: JSON.stringify(plan) });
				if (!ok) throw new Error(`the judge does not know ${name}`);
				return `${url}/${name}`;
			},
			async came(name, kind) {
				const seen = await (await fetch(`${url}/${name}/seen`)).json();
				return (seen as Readonly<Record<WriteKind, number>>)[kind];
			},
			commits: (name) => logOf(name)(),
		});
	} finally {
		child.kill("SIGKILL");
		await judge.ended();
	}
}

/** Far more than the whole drill takes. Milliseconds. */
const LIMIT_MS = 5 * 60 * 60_000;

/** What was executed more than once. */
export function doubled(commits: readonly Commit[]): readonly string[] {
	const [seen, twice] = [new Set<string>(), new Set<string>()];
	for (const { identity } of commits) (seen.has(identity) ? twice : seen).add(identity);
	return [...twice];
}
