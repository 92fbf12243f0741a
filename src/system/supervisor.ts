import { run } from "./run.ts";

/** The service manager that started this process, such as systemd; tells it how the process is. */
export interface Supervisor {
	/** Started, or started again with other settings. */
	ready(status: string): Promise<void>;
	reloading(): Promise<void>;
	stopping(): Promise<void>;
	/** Tells no more signs of life. Resolves when all is told. */
	close(): Promise<void>;
}

/** What is known of the service manager. */
export interface SupervisorParts {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Whether the process does what it is for; where not, the service manager gets no sign of life. */
	readonly isAlive: () => boolean;
	/** Told once why the service manager cannot be reached. */
	readonly failed: (error: unknown) => void;
}

/** A program that answers slower has hung. Milliseconds. */
const LIMIT_MS = 5_000;

/**
 * Speaks the protocol of `sd_notify` where `NOTIFY_SOCKET` is set, through the program `systemd-notify`:
 * Node has no datagram sockets of files. Units need `NotifyAccess=all` for that.
 */
export function openSupervisor({ env, isAlive, failed }: SupervisorParts): Supervisor {
	if (!env.NOTIFY_SOCKET) return NOBODY;
	let hasFailed = false;
	let stopping = Promise.resolve();
	const tell = async (...facts: readonly string[]) => {
		const program = { path: "systemd-notify", args: facts, env, limitMs: LIMIT_MS };
		await run({ ...program, signal: new AbortController().signal }).catch((error: unknown) => {
			if (!hasFailed) failed(error);
			hasFailed = true;
		});
	};
	const everyMs = watchdogMs(env);
	const timer =
		everyMs === undefined ? undefined : setInterval(() => void (isAlive() && tell("WATCHDOG=1")), everyMs);
	timer?.unref();
	return {
		ready: (status) => tell("READY=1", `STATUS=${status}`),
		// systemd wants to know since when, on the monotonic clock, in microseconds.
		reloading: () => tell("RELOADING=1", `MONOTONIC_USEC=${process.hrtime.bigint() / 1_000n}`),
		stopping: () => (stopping = tell("STOPPING=1")),
		close: () => {
			clearInterval(timer);
			return stopping;
		},
	};
}

const NOBODY: Supervisor = {
	ready: async () => {},
	reloading: async () => {},
	stopping: async () => {},
	close: async () => {},
};

/** A third of what the service manager waits for a sign of life. Undefined: it waits for none of ours. */
function watchdogMs({ WATCHDOG_USEC, WATCHDOG_PID }: SupervisorParts["env"]): number | undefined {
	const us = Number(WATCHDOG_USEC ?? 0);
	const isOurs = !WATCHDOG_PID || Number(WATCHDOG_PID) === process.pid;
	return us > 0 && isOurs ? us / 3_000 : undefined;
}
