import { stat } from "node:fs/promises";
import { join } from "node:path";
import { watchFiles } from "../../../daemon/triggers.ts";
import type { Settings } from "../../../model/settings.ts";
import { suspensionFile } from "../../../system/suspension.ts";

/** Tells when what pages show may have changed. */
export interface Freshness {
	/** Calls back at every change, until the function it returns is called. */
	listen(changed: (by: ChangedBy) => void): () => void;
	/** Says that something has changed. */
	changed(by: ChangedBy): void;
	stop(): Promise<void>;
}

/** Where something has changed: in files that are watched, or in what makes the pages, which knows of it. */
export type ChangedBy = "files" | "pages";

/** How often the state is looked at; pages are to follow within a second. Milliseconds. */
const LOOK_MS = 250;

/** Watches campaigns, clips and settings files, and the files of the state. */
export async function watchFreshness(settings: Settings, paths: readonly string[]): Promise<Freshness> {
	const listeners = new Set<(by: ChangedBy) => void>();
	const changed = (by: ChangedBy) => {
		for (const listener of [...listeners]) listener(by);
	};
	const files = await watchFiles(paths.length === 0 ? ["."] : paths, () => changed("files"));
	const watched = [
		settings.state,
		`${settings.state}.journal`,
		suspensionFile(settings.root),
		join(settings.root, ".showrun", "cache", "watch.json"),
	];
	let before = await marksOf(watched);
	let isLooking = false;
	const look = async () => {
		if (isLooking) return;
		isLooking = true;
		const now = await marksOf(watched);
		isLooking = false;
		if (now === before) return;
		before = now;
		changed("files");
	};
	const timer = setInterval(() => void look(), LOOK_MS);
	timer.unref();
	return {
		changed,
		listen(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		async stop() {
			clearInterval(timer);
			await files.stop();
		},
	};
}

async function marksOf(files: readonly string[]): Promise<string> {
	const marks = await Promise.all(
		files.map((file) =>
			stat(file).then(
				({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
				() => "none",
			),
		),
	);
	return marks.join("\n");
}
