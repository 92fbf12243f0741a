import { access, mkdir, rename, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import { sha256OfFile, syncFolder } from "../../system/files.ts";
import type { StoredFile } from "../store/shapes.ts";
import { dial, type Resolve } from "./client.ts";
import { FetchFault, PassingFault, TooLargeFault } from "./faults.ts";
import { type Place, placeOf } from "./partial-download.ts";
import { REACH, received, versionOf } from "./receive.ts";
import { answered } from "./request.ts";
import { fetchable, titleOf } from "./video-address.ts";
import { fromSite } from "./yt-dlp.ts";

/** What fetching may do. */
export interface FetchLimits {
	readonly privateAddresses: boolean;
	readonly maxBytes: number;
	/** Everything, in milliseconds. */
	readonly limitMs: number;
	/** Pages of video sites are fetched with yt-dlp, which is looked for on the PATH of this environment. Absent: they are refused. */
	readonly ytDlp?: { readonly env: Readonly<Record<string, string | undefined>> };
	/** How names are resolved; absent: as the machine does. */
	readonly resolve?: Resolve;
	/** Pause before going on after a break, in milliseconds; twice as long each time. Absent: a second. */
	readonly pauseMs?: number;
	/** How long hardly anything may come, in milliseconds. Absent: a minute. */
	readonly slowMs?: number;
	/** Room left on the disk by videos that do not say how large they are. Absent: half a gigabyte. */
	readonly reserveBytes?: number;
}

export interface Fetching {
	/** Folder for what is under way. */
	readonly folder: string;
	readonly sourcePath: (file: StoredFile) => string;
	readonly limits: FetchLimits;
}

export interface Fetched extends StoredFile {
	readonly title: string;
}

const BREAKS = 5;
const ENOUGH_BYTES = 16_384;
/** A container other than this says by itself what it is, whatever the name ends with. */
const EXTENSION = "mp4";

/**
 * Fetches a video from an address into the sources, going on with what an interrupted attempt left. Throws `FetchFault`, or the signal's reason;
 * what was fetched until then stays, unless it is not wanted at all.
 */
export async function fetchVideo(
	address: string,
	{ folder, sourcePath, limits }: Fetching,
	run: Run,
): Promise<Fetched> {
	const url = fetchable(address, limits);
	const place = await placeOf(folder, url.href);
	const late = AbortSignal.timeout(limits.limitMs);
	const signal = AbortSignal.any([run.signal, late]);
	try {
		const work: Work = { url, place, limits, sourcePath, run: { ...run, signal } };
		const file = await attempts(work, BREAKS, limits.pauseMs ?? 1_000);
		return file === "page" ? await fromPage(work) : { ...file, title: titleOf(url) };
	} catch (error) {
		if (late.aborted && !run.signal.aborted) throw tookTooLong(url, limits);
		throw error;
	}
}

interface Work {
	readonly url: URL;
	readonly place: Place;
	readonly limits: FetchLimits;
	readonly sourcePath: Fetching["sourcePath"];
	readonly run: Run;
}

/** Connections break: what came is kept, and the next attempt goes on there. An attempt that brought more than a little does not count. */
async function attempts(work: Work, left: number, pauseMs: number): Promise<StoredFile | "page"> {
	const before = await work.place.size();
	try {
		return await attempt(work);
	} catch (error) {
		work.run.signal.throwIfAborted();
		if (error instanceof Fault && !(error instanceof PassingFault)) throw error;
		if (isOfDisk(error)) throw error;
		if (left === 0)
			throw error instanceof Fault
				? error
				: new FetchFault(`${work.url.host} cannot be reached (${codeOf(error)}).`, REACH);
		await sleep(pauseMs, undefined, { signal: work.run.signal });
		const further = (await work.place.size()) - before >= ENOUGH_BYTES;
		return attempts(work, further ? BREAKS : left - 1, further ? pauseMs : 2 * pauseMs);
	}
}

async function attempt(work: Work): Promise<StoredFile | "page"> {
	const { url, place, limits, sourcePath, run } = work;
	const [known, size] = [await place.known(), await place.size()];
	const whole = known.file && (await isThere(sourcePath(known.file))) ? known.file : undefined;
	const from = whole || known.version === undefined ? 0 : size;
	const client = await dial(limits);
	try {
		const headers = {
			accept: "video/*, */*;q=0.5",
			"accept-encoding": "identity",
			"user-agent": "showrun",
			...conditions(known.version, { whole: whole !== undefined, from }),
		};
		const answer = await answered(url, {
			client,
			headers,
			privateAddresses: limits.privateAddresses,
			signal: run.signal,
		});
		if (answer.status === 304 && whole) {
			answer.body.destroy();
			await usedNow(sourcePath(whole));
			return whole;
		}
		const page = await received(answer, { ...work, from });
		return page ? "page" : await kept(work, versionOf(answer));
	} finally {
		await client.destroy();
	}
}

/** A version that is there is asked about, one that is half there is asked for from there on. */
function conditions(
	version: string | undefined,
	{ whole, from }: { readonly whole: boolean; readonly from: number },
): Readonly<Record<string, string>> {
	if (version === undefined) return {};
	if (whole) return version.startsWith('"') ? { "if-none-match": version } : { "if-modified-since": version };
	return from > 0 ? { range: `bytes=${from}-`, "if-range": version } : {};
}

/** Into the sources, named by what it holds. */
async function kept({ place, sourcePath, run }: Work, version: string | undefined): Promise<StoredFile> {
	const file = { sha256: await sha256OfFile(place.part, run.signal), extension: EXTENSION };
	await mkdir(dirname(sourcePath(file)), { recursive: true });
	await rename(place.part, sourcePath(file));
	await syncFolder(dirname(sourcePath(file)));
	await place.know(defined({ file, version }));
	return file;
}

async function fromPage({ url, place, limits, sourcePath, run }: Work): Promise<Fetched> {
	if (!limits.ytDlp)
		throw new FetchFault(`${url.host} gives a page, not a video.`, {
			remedy:
				"Name the address of the video file itself. For pages of video sites install yt-dlp and set embedded.urls.yt_dlp: true; or download the video and name the file.",
		});
	const { path, title } = await fromSite(
		url,
		{ env: limits.ytDlp.env, folder: place.folder, limits },
		run,
	).catch(async (error: unknown) => {
		if (error instanceof TooLargeFault) await place.clear();
		throw error;
	});
	await rename(path, place.part);
	const file = await kept({ url, place, limits, sourcePath, run }, undefined);
	await place.clear();
	return { ...file, title: title ?? titleOf(url) };
}

function tookTooLong(url: URL, { limitMs }: FetchLimits): FetchFault {
	return new FetchFault(
		`Fetching the video from ${url.host} took longer than ${Math.round(limitMs / 1000)} s.`,
		{
			remedy:
				"Submit it again: it goes on where it stopped. Or raise embedded.urls.time_limit in the settings.",
		},
	);
}

function isOfDisk(error: unknown): boolean {
	return (
		["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM"].includes(codeOf(error)) &&
		error instanceof Error &&
		"syscall" in error &&
		error.syscall !== "connect"
	);
}

function codeOf(error: unknown): string {
	const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "string" && /^[A-Z_0-9]{3,40}$/.test(code) ? code : "the connection broke";
}

/** Whoever makes room in the sources goes by this time. */
async function usedNow(path: string): Promise<void> {
	const now = new Date();
	await utimes(path, now, now);
}

async function isThere(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}
