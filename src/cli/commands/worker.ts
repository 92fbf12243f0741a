import { once } from "node:events";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { startWorker } from "../../service/embedded.ts";
import type { WorkFlags } from "../flags/work.ts";
import { logService, openLog } from "../terminal/log.ts";
import { err, stopSignal } from "../terminal/terminal.ts";
import { tendOwnFolders } from "../wiring/own-folders.ts";
import { embeddedOptions } from "../wiring/service.ts";
import { superviseBy } from "../wiring/supervisor.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface WorkerFlags extends WorkFlags {
	/** Seconds that tasks under way may take to end. Absent: none, they are given back at once. */
	readonly drain?: number;
}

/** `showrun worker`: works on the tasks and posts of a service that is shared, until Ctrl-C or SIGTERM. */
export async function worker(path: string, { queues, concurrency, drain = 0 }: WorkerFlags): Promise<void> {
	if (queues.length === 0)
		throw new StopFault("A worker that works on nothing is of no use.", {
			remedy: "Leave --queues out, or name tasks, posts or both.",
		});
	const [signal, log] = [stopSignal(), openLog()];
	const supervisor = superviseBy({ log, signal, isAlive: () => true });
	const settings = await settingsIn(path);
	await tendOwnFolders(settings);
	const options = await embeddedOptions(settings, { host: "127.0.0.1", port: 0 });
	const working = await startWorker({
		...options,
		...{ queues, log: logService(log) },
		deadLetters: (letter) => log({ level: "error", message: "webhook dead letter", ...letter }),
		...defined({ tasksAtOnce: concurrency }),
	});
	const { lost = signal } = working;
	err(
		`Working on ${queues.join(" and ")} of what is in the database, with the media in ${options.media?.where("") ?? options.data}.\n`,
	);
	log({ level: "info", message: "working", queues: queues.join(",") });
	await supervisor.ready(`working on ${queues.join(", ")}`);
	if (!signal.aborted && !lost.aborted) await once(AbortSignal.any([signal, lost]), "abort");
	await working.close(drain * 1_000);
	await supervisor.close();
	if (!signal.aborted) lost.throwIfAborted();
}
