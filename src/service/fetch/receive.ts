import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Run } from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { startsLikeVideo } from "../../system/video-signature.ts";
import { FetchFault, PassingFault, TooLargeFault } from "./faults.ts";
import type { FetchLimits } from "./fetch.ts";
import { append, type Place } from "./partial-download.ts";
import type { Answered } from "./request.ts";

/** What is being received. */
interface Receiving {
	readonly url: URL;
	readonly place: Place;
	readonly limits: Pick<FetchLimits, "maxBytes" | "slowMs" | "reserveBytes">;
	/** How many bytes are there that the answer goes on after. */
	readonly from: number;
	readonly run: Run;
}

const SNIFFED = 512;
const ROOM = { remedy: "Free some space, or point embedded.data to a larger disk." };
export const REACH = {
	remedy: "Check the address and the network, then submit it again; what came is kept.",
};

/** Reads the answer behind what is there; true: it is a page, not a video. */
export async function received(answer: Answered, receiving: Receiving): Promise<boolean> {
	const { url, place, limits, run } = receiving;
	const { maxBytes } = limits;
	const { start, total } = extentOf(answer, receiving.from, url);
	if (/^text\/html\b/i.test(answer.header("content-type") ?? "") && start === 0) {
		answer.body.destroy();
		return true;
	}
	if (start <= 0) await place.clear();
	// Asked for what is behind its end: what is there is of another video.
	if (start < 0) throw new PassingFault(`${url.host} has another video by now.`, REACH);
	if (total !== undefined && total > maxBytes) throw new TooLargeFault(url.host, maxBytes);
	if (total !== undefined) await mustHaveRoom(place.part, total - start);
	const version = versionOf(answer);
	await place.know(defined({ version }));
	let looked = start > 0;
	const [mustHurry, mustLeaveRoom] = [
		hurry(receiving, start),
		total === undefined ? leavingRoom(receiving) : async () => {},
	];
	const check = async (bytes: number) => {
		if (bytes > maxBytes) throw new TooLargeFault(url.host, maxBytes);
		mustHurry(bytes);
		await mustLeaveRoom(bytes);
		if (!looked && bytes >= SNIFFED) await checkVideo(receiving);
		looked ||= bytes >= SNIFFED;
		if (total !== undefined) run.progress(bytes / total);
	};
	await append({ path: place.part, from: start, check }, answer.body).catch(async (error: unknown) => {
		if (error instanceof FetchFault) await place.clear();
		throw error;
	});
	const size = await place.size();
	if (total !== undefined && size < total)
		throw new PassingFault(`${url.host} ended the connection in the middle of the video.`, REACH);
	await checkVideo(receiving);
	return false;
}

/** Throws where the disk has less room than is needed: what would be cut off need not be begun. */
async function mustHaveRoom(file: string, bytes: number): Promise<void> {
	const { bavail, bsize } = await statfs(dirname(file));
	if (bavail * bsize >= bytes) return;
	const [needed, free] = [bytes, bavail * bsize].map((each) => (each / 1e9).toFixed(1));
	throw new FetchFault(`There is no room for the video: it has ${needed} GB, and ${free} GB are free.`, ROOM);
}

/** Bytes a second that are too few to wait for, and for how long they may be so few, in milliseconds. */
const SLOW = { bytesPerSecond: 4_096, overMs: 60_000 } as const;

/** Throws where hardly anything comes for a while: everything that waits behind it would wait for nothing. */
function hurry({ url, limits }: Receiving, from: number): (bytes: number) => void {
	const overMs = limits.slowMs ?? SLOW.overMs;
	let since = { at: performance.now(), bytes: from };
	return (bytes) => {
		const passedMs = performance.now() - since.at;
		if (passedMs < overMs) return;
		if (((bytes - since.bytes) * 1000) / passedMs < SLOW.bytesPerSecond)
			throw new FetchFault(
				`${url.host} gives the video too slowly: under ${SLOW.bytesPerSecond / 1024} KB a second.`,
				{
					remedy: "Try again later, or fetch it yourself and name the file.",
				},
			);
		since = { at: performance.now(), bytes };
	};
}

/** Room that is left on the disk whatever comes, and how often it is looked at. */
const RESERVE_BYTES = 2 ** 29;
const LOOK_BYTES = 2 ** 26;

/** Throws before the disk is full, where nobody says how much will come. */
function leavingRoom({ place, limits, url }: Receiving): (bytes: number) => Promise<void> {
	let next = 0;
	return async (bytes) => {
		if (bytes < next) return;
		next = bytes + LOOK_BYTES;
		const { bavail, bsize } = await statfs(dirname(place.part));
		if (bavail * bsize >= (limits.reserveBytes ?? RESERVE_BYTES)) return;
		throw new FetchFault(
			`There is no room for the video: ${url.host} does not say how large it is, and the disk is nearly full.`,
			ROOM,
		);
	};
}

/** Where the answer's bytes belong, and how many there are in all. Throws for an answer that is no part of the video. */
function extentOf(
	{ status, header }: Answered,
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
		throw new PassingFault(`${url.host} answered with status ${status}.`, REACH);
	const why = (
		{
			401: "wants a login",
			403: "does not give it to us",
			404: "has no such file",
			410: "has it no longer",
		} as const
	)[status as 401];
	throw new FetchFault(
		why === undefined
			? `${url.host} answered with status ${status} instead of a video.`
			: `${url.host} ${why} (${status}).`,
		{
			remedy:
				"Open the address in a browser, without being logged in. Download the video and name the file, where it cannot be had otherwise.",
		},
	);
}

/** What the server calls this version of the file. */
export function versionOf({ header }: Answered): string | undefined {
	const tag = header("etag");
	return tag?.startsWith('"') ? tag : header("last-modified");
}

async function checkVideo({ place, url }: Pick<Receiving, "place" | "url">): Promise<void> {
	if (await startsLikeVideo(place.part)) return;
	await place.clear();
	throw new FetchFault(`What ${url.host} gives is not a video.`, {
		remedy: "Name the address of the video file itself (mp4, mov, webm, mkv …), not of a playlist or a page.",
	});
}
