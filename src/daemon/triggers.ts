import { basename, dirname, resolve } from "node:path";
import { StopFault } from "../model/fault.ts";
import { clipsFileOf } from "../model/review.ts";

/** Something that triggers until it is stopped. */
export interface Trigger {
	stop(): Promise<void>;
}

/** Watches files until it is stopped. */
export interface FileTrigger extends Trigger {
	/** Watches these files too, and those in these folders, wherever they are. */
	also(paths: readonly string[]): void;
}

/**
 * Saves come in bursts: an editor's rename, a checkout of many files. Milliseconds without a further change.
 */
const QUIET_MS = 150;

/** Folders that never hold campaigns but change often. */
const IGNORED_FOLDERS = new Set(["node_modules", "outbox"]);

/**
 * Calls `changed` once a burst of changes to the paths, or to campaign, clips, shared, settings and
 * environment files below them. Resolves when it watches.
 */
export async function watchFiles(paths: readonly string[], changed: () => void): Promise<FileTrigger> {
	let timer: NodeJS.Timeout | undefined;
	const named = new Set(paths.map((path) => resolve(path)));
	const further = new Set<string>();
	const isOf = (path: string) => further.has(path) || further.has(dirname(path));
	const matters = (path: string) => canChangePlan(path) || named.has(resolve(path)) || isOf(resolve(path));
	const soon = (_: string, path: string) => {
		if (!matters(path)) return;
		clearTimeout(timer);
		timer = setTimeout(changed, QUIET_MS);
	};
	const { watch } = await import("chokidar");
	// A campaign that is named itself is watched together with the file beside it.
	const beside = paths.filter((path) => /\.(ya?ml|json)$/.test(path)).map(clipsFileOf);
	const watcher = watch([...paths, ...beside], {
		ignoreInitial: true,
		ignored: (path, about) =>
			(isIgnored(path) && !further.has(resolve(path))) || (about?.isFile() === true && !matters(path)),
	});
	watcher.on("all", soon);
	await new Promise<void>((ready, failed) => watcher.once("ready", ready).once("error", failed));
	watcher.on("error", () => soon("", "showrun.config.yaml"));
	return {
		also(more) {
			const fresh = more.map((path) => resolve(path)).filter((path) => !further.has(path));
			for (const path of fresh) further.add(path);
			if (fresh.length > 0) watcher.add([...fresh]);
		},
		async stop() {
			clearTimeout(timer);
			await watcher.close();
		},
	};
}

/** Whether a change of this file can change a plan. Temporary files end otherwise. */
function canChangePlan(path: string): boolean {
	return (
		/\.(campaign|clips|shared)\.ya?ml$/.test(path) ||
		basename(dirname(path)) === "envs" ||
		/^(showrun\.config\.(ya?ml|json)|package\.json)$/.test(basename(path))
	);
}

function isIgnored(path: string): boolean {
	const name = basename(path);
	return (name.startsWith(".") && name.length > 1) || IGNORED_FOLDERS.has(name);
}

/**
 * Calls `due` at the times of a cron expression, in local time. Missed times are not repeated: one pass
 * covers them all. Throws `StopFault` for an invalid expression.
 */
export async function atTimes(expression: string, due: () => void): Promise<Trigger> {
	const { schedule, validate } = await import("node-cron");
	if (!validate(expression))
		throw new StopFault(`"${expression}" is not a cron expression.`, {
			remedy: 'Write daemon.cron like "*/10 * * * *" (minute hour day month weekday).',
		});
	const task = schedule(expression, due);
	return {
		async stop() {
			await task.destroy();
		},
	};
}
