import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Largest number of boxes looked at on one level; hostile files have more. */
const MOST_BOXES = 64;

/**
 * The length an MP4 or MOV states in its movie header, in milliseconds. Undefined for anything else: the
 * caller does without. Throws for a file that cannot be opened.
 */
export async function movieDurationMs(path: string): Promise<number | undefined> {
	// Opening a pipe would wait for its other end.
	const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const about = await handle.stat();
		const movie = about.isFile() ? await findBox(handle, "moov", { from: 0, to: about.size }) : undefined;
		const header = movie && (await findBox(handle, "mvhd", movie));
		return header && durationIn(await bytes(handle, header.from, Math.min(32, header.to - header.from)));
	} finally {
		await handle.close();
	}
}

interface Span {
	readonly from: number;
	readonly to: number;
}

async function findBox(handle: FileHandle, type: string, within: Span): Promise<Span | undefined> {
	let at = within.from;
	for (let count = 0; count < MOST_BOXES && at + 8 <= within.to; count++) {
		const head = await bytes(handle, at, 16);
		if (head.length < 8) return undefined;
		const short = head.readUInt32BE(0);
		const long = short === 1 && head.length === 16;
		const [size, start] = long
			? [Number(head.readBigUInt64BE(8)), 16]
			: [short === 0 ? within.to - at : short, 8];
		if (size < start) return undefined;
		if (head.toString("latin1", 4, 8) === type)
			return { from: at + start, to: Math.min(within.to, at + size) };
		at += size;
	}
	return undefined;
}

/** All ones, or none, say that the length is not known. */
function durationIn(header: Buffer): number | undefined {
	const wide = header[0] === 1;
	if (header.length < (wide ? 32 : 20)) return undefined;
	const scale = header.readUInt32BE(wide ? 20 : 12);
	const units = wide ? header.readBigUInt64BE(24) : BigInt(header.readUInt32BE(16));
	const ms = Math.round((Number(units) * 1000) / scale);
	return units === (wide ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn) || !Number.isSafeInteger(ms) || ms <= 0
		? undefined
		: ms;
}

async function bytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
	return buffer.subarray(0, bytesRead);
}
