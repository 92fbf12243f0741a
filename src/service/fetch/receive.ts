import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import type { GuardedResponse } from "../../system/guarded/request.ts";
import { startsLikeVideo } from "../../system/video-signature.ts";
import { FetchFault, TemporaryFault, TooLargeFault } from "./fetch-fault.ts";
import type { FetchLimits } from "./limits.ts";
import { append, type PartialDownload } from "./partial-download.ts";

/** One response, and where its bytes go. */
interface Reception {
	readonly url: URL;
	readonly partial: PartialDownload;
	readonly limits: Pick<FetchLimits, "maxBytes" | "slowMs" | "reserveBytes">;
	/** How many bytes are there already. */
	readonly from: number;
	readonly run: Run;
}

const SIGNATURE_BYTES = 512;
const ROOM = { remedy: "Free some space, or point embedded.data to a larger disk." };
export const RETRY_LATER = {
	remedy: "Check the address and the network, then submit it again: the download resumes.",
};

/** Appends the body of the response to what is there; true: it is a web page, not a video. */
export async function receiveVideo(answer: GuardedResponse, reception: Reception): Promise<boolean> {
	const { url, partial, limits, run } = reception;
	const { maxBytes } = limits;
	const { start, total } = extentOf(answer, reception.from, url);
	if (/^text\/html\b/i.test(answer.header("content-type") ?? "") && start === 0) {
		answer.body.destroy();
		return true;
	}
	if (start <= 0) await partial.clear();
	// What is there is longer than the file: it belongs to another version.
	if (start < 0) throw new TemporaryFault(`The video at ${url.host} has changed.`, RETRY_LATER);
	if (total !== undefined && total > maxBytes) throw new TooLargeFault(url.host, maxBytes);
	if (total !== undefined) await requireRoomFor(partial.path, total - start);
	const version = versionOf(answer);
	await partial.saveVersion(defined({ version }));
	let checked = start > 0;
	const [checkSpeed, checkFreeSpace] = [
		requireSpeed(reception, start),
		total === undefined ? requireFreeSpace(reception) : async () => {},
	];
	const check = async (bytes: number) => {
		if (bytes > maxBytes) throw new TooLargeFault(url.host, maxBytes);
		checkSpeed(bytes);
		await checkFreeSpace(bytes);
		if (!checked && bytes >= SIGNATURE_BYTES) await checkVideo(reception);
		checked ||= bytes >= SIGNATURE_BYTES;
		if (total !== undefined) run.progress(bytes / total);
	};
	await append({ path: partial.path, from: start, check }, answer.body).catch(async (error: unknown) => {
		if (error instanceof FetchFault) await partial.clear();
		throw error;
	});
	const size = await partial.size();
	if (total !== undefined && size < total)
		throw new TemporaryFault(`${url.host} closed the connection in the middle of the video.`, RETRY_LATER);
	await checkVideo(reception);
	return false;
}

/** Throws where the disk has less space than the video needs. */
async function requireRoomFor(file: string, bytes: number): Promise<void> {
	const { bavail, bsize } = await statfs(dirname(file));
	if (bavail * bsize >= bytes) return;
	const [needed, free] = [bytes, bavail * bsize].map((each) => (each / 1e9).toFixed(1));
	throw new FetchFault(
		`Not enough disk space for the video: it needs ${needed} GB, ${free} GB are free.`,
		ROOM,
	);
}

/** The least speed that is accepted, and how long it may be under that, in milliseconds. */
const SLOW = { bytesPerSecond: 4_096, overMs: 60_000 } as const;

/** Throws for a server that sends hardly anything for a while: other tasks wait for this one. */
function requireSpeed({ url, limits }: Reception, from: number): (bytes: number) => void {
	const overMs = limits.slowMs ?? SLOW.overMs;
	let since = { at: performance.now(), bytes: from };
	return (bytes) => {
		const passedMs = performance.now() - since.at;
		if (passedMs < overMs) return;
		if (((bytes - since.bytes) * 1000) / passedMs < SLOW.bytesPerSecond)
			throw new FetchFault(
				`${url.host} sends the video too slowly: less than ${SLOW.bytesPerSecond / 1024} KB/s.`,
				{
					remedy: "Try again later, or fetch it yourself and name the file.",
				},
			);
		since = { at: performance.now(), bytes };
	};
}

/** Disk space that stays free, and after how many bytes it is checked again. */
const RESERVE_BYTES = 2 ** 29;
const CHECK_EVERY_BYTES = 2 ** 26;

/** Throws before the disk is full, for a video of unknown size. */
function requireFreeSpace({ partial, limits, url }: Reception): (bytes: number) => Promise<void> {
	let next = 0;
	return async (bytes) => {
		if (bytes < next) return;
		next = bytes + CHECK_EVERY_BYTES;
		const { bavail, bsize } = await statfs(dirname(partial.path));
		if (bavail * bsize >= (limits.reserveBytes ?? RESERVE_BYTES)) return;
		throw new FetchFault(
			`Not enough disk space: ${url.host} does not tell the size of the video, and the disk is nearly full.`,
			ROOM,
		);
	};
}

/**
 * Where the bytes of the response belong, and the size of the video. Throws for a response that has no part
 * of it.
 */
function extentOf(
	{ status, header }: GuardedResponse,
	from: number,
	url: URL,
): { readonly start: number; readonly total?: number } {
	const whole = Number.parseInt(header("content-length") ?? "", 10);
	if (status === 200) return defined({ start: 0, total: whole >= 0 ? whole : undefined });
	const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(header("content-range") ?? "") ?? [];
	if (status === 206 && Number(start) === from && total !== undefined)
		return { start: from, total: Number(total) };
	if (status === 416 && from > 0) return { start: -1 };
	if (status === 429 || status >= 500)
		throw new TemporaryFault(`${url.host} answered with status ${status}.`, RETRY_LATER);
	const why = (
		{
			401: "requires a login",
			403: "denies access",
			404: "has no such file",
			410: "no longer has the file",
		} as const
	)[status as 401];
	throw new FetchFault(
		why === undefined
			? `${url.host} answered with status ${status} instead of a video.`
			: `${url.host} ${why} (${status}).`,
		{
			remedy:
				"Check that the address works in a browser without a login, or download the video and name the file.",
		},
	);
}

/** The validator of this version of the file: its strong ETag, or its date. */
export function versionOf({ header }: GuardedResponse): string | undefined {
	const tag = header("etag");
	return tag?.startsWith('"') ? tag : header("last-modified");
}

async function checkVideo({ partial, url }: Pick<Reception, "partial" | "url">): Promise<void> {
	if (await startsLikeVideo(partial.path)) return;
	await partial.clear();
	throw new FetchFault(`${url.host} did not send a video.`, {
		remedy: "Use the address of the video file (mp4, mov, webm, mkv …), not of a playlist or a page.",
	});
}
