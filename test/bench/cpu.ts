import { readdirSync, readFileSync } from "node:fs";

/** Ticks of the kernel's clock in a second: always 100 for programs on Linux. */
const TICKS = 100;
/** Places in /proc/PID/stat behind the name: user and system time, own and of children that have ended. */
const TIMES = [11, 12, 13, 14] as const;

/** CPU seconds some work takes, of this process and of every program it starts. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
	const before = cpuSeconds();
	await work();
	return cpuSeconds() - before;
}

/**
 * CPU seconds used so far, by programs that it started too; by this process alone where there is no /proc.
 */
export function cpuSeconds(): number {
	try {
		return ticksOf("self") / TICKS;
	} catch {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1_000_000;
	}
}

/** The same of another process. */
export function cpuSecondsOf(pid: number): number {
	return ticksOf(String(pid)) / TICKS;
}

/** Of a process, of its programs that have ended, and of those that have not. */
function ticksOf(pid: string): number {
	const text = readFileSync(`/proc/${pid}/stat`, "utf8");
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const own = TIMES.reduce((sum, at) => sum + Number(fields[at]), 0);
	return childrenOf(pid).reduce((sum, child) => sum + whileThere(child), own);
}

/** A process and every program it started, and those they started. */
export function processesOf(pid: string): readonly string[] {
	return [pid, ...childrenOf(pid).flatMap(processesOf)];
}

function childrenOf(pid: string): readonly string[] {
	return tasksOf(pid).flatMap((task) => {
		try {
			return readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean);
		} catch {
			return [];
		}
	});
}

function tasksOf(pid: string): readonly string[] {
	try {
		return readdirSync(`/proc/${pid}/task`);
	} catch {
		return [];
	}
}

function whileThere(pid: string): number {
	try {
		return ticksOf(pid);
	} catch {
		return 0;
	}
}
