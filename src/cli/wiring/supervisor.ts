import { openSupervisor, type Supervisor } from "../../system/supervisor.ts";
import type { Log } from "../terminal/log.ts";

/** Tells the service manager of a command's life: signs of it while it is alive, and that it stops. */
export function superviseBy({
	log,
	signal,
	isAlive,
}: {
	readonly log: Log;
	readonly signal: AbortSignal;
	readonly isAlive: () => boolean;
}): Supervisor {
	const supervisor = openSupervisor({
		env: process.env,
		isAlive,
		failed: (error) =>
			log({ level: "warn", message: "systemd is not told how this process is", why: String(error) }),
	});
	signal.addEventListener("abort", () => void supervisor.stopping(), { once: true });
	return supervisor;
}
