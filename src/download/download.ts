import { stat } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import type { Service } from "../api/port.ts";
import { clipName } from "../model/clip-name.ts";
import { defined } from "../model/defined.ts";
import type { DownloadEvent, Downloaded, DownloadReport } from "../model/download.ts";
import { Fault } from "../model/fault.ts";
import type { Clock } from "../system/clock.ts";
import { sha256OfFile } from "../system/files.ts";
import { UnrenderedFault } from "./download-fault.ts";
import { type DownloadLimits, FETCH_LIMITS, fetchFile } from "./fetch.ts";
import { holdFolder } from "./folder-lock.ts";
import { openLinks } from "./links.ts";
import { type Manifest, openManifest } from "./manifest.ts";
import { withReader } from "./reader.ts";
import type { RenderedClip } from "./rendered.ts";
import type { LinkReader } from "./request.ts";

/** What a download needs. */
export interface Downloading {
	readonly service: Service;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** Absolute. */
	readonly folder: string;
	/** How many files are fetched at the same time. */
	readonly parallel: number;
	readonly emit: (event: DownloadEvent) => void;
	readonly limits?: DownloadLimits & Pick<LinkReader, "idleMs">;
}

/** Which clips go into which files of the folder, given what lies there already. */
export type Naming = (listed: readonly Downloaded[]) => ReadonlyMap<RenderedClip, string>;

/**
 * Fetches clips into the folder and lists them in its manifest; what is there already, byte for byte, is not
 * asked for. A clip that fails is told and holds up no other, unless all would fail the same way. Throws
 * `LockedFault`, `FolderFault` and `StopFault` for the folder, or the signal's reason; parts are kept.
 */
export async function download(naming: Naming, downloading: Downloading): Promise<DownloadReport> {
	const release = await holdFolder(downloading.folder, downloading.signal);
	try {
		const manifest = await openManifest(downloading.folder);
		const { signal, limits = FETCH_LIMITS } = downloading;
		return await withReader(signal, limits.idleMs, (reader) =>
			fetchAll(naming(manifest.entries()), { ...downloading, reader, manifest }),
		);
	} finally {
		await release();
	}
}

interface Work extends Downloading {
	readonly reader: LinkReader;
	readonly manifest: Manifest;
}

async function fetchAll(files: ReadonlyMap<RenderedClip, string>, work: Work): Promise<DownloadReport> {
	const links = openLinks(work.service, work.signal);
	const counts = { downloaded: 0, kept: 0, failed: 0, left: 0 };
	let isFatal = false;
	const limit = pLimit(work.parallel);
	const one = async (rendered: RenderedClip, file: string) => {
		if (isFatal || work.signal.aborted) return void counts.left++;
		try {
			counts[await bring(rendered, file, { ...work, link: (stale) => links.of(rendered, stale) })]++;
		} catch (error) {
			if (work.signal.aborted) return void counts.left++;
			if (!(error instanceof Fault)) throw error;
			if (error instanceof UnrenderedFault) return work.emit(whatFailed("waiting", error, rendered));
			counts.failed++;
			isFatal ||= error.fatal;
			work.emit(whatFailed("failed", error, rendered));
		}
	};
	const done = await Promise.allSettled([...files].map(([rendered, file]) => limit(one, rendered, file)));
	work.signal.throwIfAborted();
	for (const each of done) if (each.status === "rejected") throw each.reason;
	return counts;
}

function whatFailed(
	type: "waiting" | "failed",
	{ message, remedy }: Fault,
	{ address, clip }: RenderedClip,
): DownloadEvent {
	return defined({ type, address, moment: clip.moment, message, remedy });
}

/** Brings one clip into its file. */
async function bring(
	{ address, clip, taskId }: RenderedClip,
	file: string,
	work: Work & { readonly link: (stale?: string) => Promise<string> },
): Promise<"downloaded" | "kept"> {
	const { manifest, emit, folder, reader, clock, limits = FETCH_LIMITS } = work;
	const { moment, title, score } = clip;
	const known = manifest.entry(clipName(address, moment));
	const about = { address, moment, task: taskId, title, score, file };
	if (
		known &&
		known.task === taskId &&
		known.file === file &&
		(await isSame(join(folder, file), known, work.signal))
	) {
		emit({ type: "kept", ...known });
		return "kept";
	}
	let percent = -1;
	const progress = (share: number) => {
		if (Math.floor(share * 100) === percent) return;
		percent = Math.floor(share * 100);
		emit({ type: "downloading", address, moment, file, share });
	};
	const fetched = await fetchFile(join(folder, file), {
		...reader,
		clock,
		limits,
		link: work.link,
		progress,
	});
	const entry: Downloaded = { ...about, ...fetched };
	await manifest.put(entry);
	emit({ type: "downloaded", ...entry });
	return "downloaded";
}

/** Only its bytes say whether a file is still what was fetched. */
async function isSame(path: string, { bytes, sha256 }: Downloaded, signal: AbortSignal): Promise<boolean> {
	const size = await stat(path).then(
		(about) => about.size,
		() => undefined,
	);
	if (size !== bytes) return false;
	const found = await sha256OfFile(path, signal).catch(() => undefined);
	return found === sha256;
}
