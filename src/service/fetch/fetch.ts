import { rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import { sha256OfFile } from "../../system/files.ts";
import { openClient } from "../../system/guarded/client.ts";
import { guardedRequest } from "../../system/guarded/request.ts";
import { sourceName } from "../media/names.ts";
import type { StoredFile } from "../store/shapes.ts";
import { FetchFault, TemporaryFault, TooLargeFault } from "./fetch-fault.ts";
import type { Fetching, FetchLimits } from "./limits.ts";
import { openPartialDownload, type PartialDownload } from "./partial-download.ts";
import { RETRY_LATER, receiveVideo, versionOf } from "./receive.ts";
import { guardOf, parseVideoAddress, titleOf } from "./video-address.ts";
import { fetchWithYtDlp } from "./yt-dlp.ts";

export interface Fetched extends StoredFile {
	readonly title: string;
}

const BREAKS = 5;
const ENOUGH_BYTES = 16_384;
/** Files of another container are recognised by their content, whatever their extension. */
const EXTENSION = "mp4";

/**
 * Fetches a video from an address into the sources and resumes what an interrupted attempt left.
 * Throws `FetchFault`, or the signal's reason; what was fetched by then stays, unless it is not a video or
 * too large.
 */
export async function fetchVideo(
	address: string,
	{ folder, media, limits }: Fetching,
	run: Run,
): Promise<Fetched> {
	const url = parseVideoAddress(address, limits);
	const partial = await openPartialDownload(folder, url.href);
	const late = AbortSignal.timeout(limits.limitMs);
	const signal = AbortSignal.any([run.signal, late]);
	try {
		const fetch: VideoFetch = { url, partial, limits, media, run: { ...run, signal } };
		const file = await fetchWithRetries(fetch, BREAKS, limits.pauseMs ?? 1_000);
		return file === "page" ? await fetchPage(fetch) : { ...file, title: titleOf(url) };
	} catch (error) {
		if (late.aborted && !run.signal.aborted) throw timeoutFault(url, limits);
		throw error;
	}
}

interface VideoFetch {
	readonly url: URL;
	readonly partial: PartialDownload;
	readonly limits: FetchLimits;
	readonly media: Fetching["media"];
	readonly run: Run;
}

/**
 * Connections break: the next attempt resumes. An attempt that brought more than a little does not count as
 * one.
 */
async function fetchWithRetries(
	fetch: VideoFetch,
	left: number,
	pauseMs: number,
): Promise<StoredFile | "page"> {
	const before = await fetch.partial.size();
	try {
		return await attempt(fetch);
	} catch (error) {
		fetch.run.signal.throwIfAborted();
		if (error instanceof Fault && !(error instanceof TemporaryFault)) throw error;
		if (isDiskError(error)) throw error;
		if (left === 0)
			throw error instanceof Fault
				? error
				: new FetchFault(`${fetch.url.host} cannot be reached (${codeOf(error)}).`, RETRY_LATER);
		await sleep(pauseMs, undefined, { signal: fetch.run.signal });
		const further = (await fetch.partial.size()) - before >= ENOUGH_BYTES;
		return fetchWithRetries(fetch, further ? BREAKS : left - 1, further ? pauseMs : 2 * pauseMs);
	}
}

async function attempt(fetch: VideoFetch): Promise<StoredFile | "page"> {
	const { url, partial, limits, media, run } = fetch;
	const [version, size] = [await partial.version(), await partial.size()];
	const whole = version.file && (await media.find(sourceName(version.file))) ? version.file : undefined;
	const from = whole || version.version === undefined ? 0 : size;
	const guard = guardOf(limits);
	const client = await openClient(guard);
	try {
		const headers = {
			accept: "video/*, */*;q=0.5",
			"accept-encoding": "identity",
			"user-agent": "showrun",
			...conditions(version.version, { whole: whole !== undefined, from }),
		};
		const answer = await guardedRequest(url, { client, headers, guard, signal: run.signal });
		if (answer.status === 304 && whole) {
			answer.body.destroy();
			await media.touch(sourceName(whole));
			return whole;
		}
		const page = await receiveVideo(answer, { ...fetch, from });
		return page ? "page" : await storeVideo(fetch, versionOf(answer));
	} finally {
		await client.destroy();
	}
}

/** Asks whether a whole file is still current, and for the rest of one that is not whole. */
function conditions(
	version: string | undefined,
	{ whole, from }: { readonly whole: boolean; readonly from: number },
): Readonly<Record<string, string>> {
	if (version === undefined) return {};
	if (whole) return version.startsWith('"') ? { "if-none-match": version } : { "if-modified-since": version };
	return from > 0 ? { range: `bytes=${from}-`, "if-range": version } : {};
}

/** Moves the video to the sources, named by the hash of its content. */
async function storeVideo(
	{ partial, media, run }: VideoFetch,
	version: string | undefined,
): Promise<StoredFile> {
	const file = { sha256: await sha256OfFile(partial.path, run.signal), extension: EXTENSION };
	await media.put(sourceName(file), partial.path, run.signal);
	await partial.saveVersion(defined({ file, version }));
	return file;
}

async function fetchPage({ url, partial, limits, media, run }: VideoFetch): Promise<Fetched> {
	if (!limits.ytDlp)
		throw new FetchFault(`${url.host} sent a web page, not a video.`, {
			remedy:
				"Use the address of the video file. For pages of video sites, install yt-dlp and " +
				"set embedded.urls.yt_dlp: true. Or download the video and name the file.",
		});
	const { path, title } = await fetchWithYtDlp(
		url,
		{ env: limits.ytDlp.env, folder: partial.folder, limits },
		run,
	).catch(async (error: unknown) => {
		if (error instanceof TooLargeFault) await partial.clear();
		throw error;
	});
	await rename(path, partial.path);
	const file = await storeVideo({ url, partial, limits, media, run }, undefined);
	await partial.clear();
	return { ...file, title: title ?? titleOf(url) };
}

function timeoutFault(url: URL, { limitMs }: FetchLimits): FetchFault {
	return new FetchFault(
		`Fetching the video from ${url.host} took longer than ${Math.round(limitMs / 1000)} s.`,
		{
			remedy: "Submit it again to resume, or raise embedded.urls.time_limit in the settings.",
		},
	);
}

function isDiskError(error: unknown): boolean {
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
