import { readFileSync } from "node:fs";

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
 * CPU seconds used so far, by programs that have ended too; by this process alone where there is no /proc.
 */
export function cpuSeconds(): number {
	let text: string;
	try {
		text = readFileSync("/proc/self/stat", "utf8");
	} catch {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1_000_000;
	}
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	return TIMES.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS;
}
