import { type FileHandle, open } from "node:fs/promises";

/** Largest number of top-level boxes looked at; hostile files have more. */
const MOST_BOXES = 64;

/** The length an MP4 or MOV states in its movie header, in milliseconds. Undefined for anything else: the caller does without. */
export async function movieDurationMs(path: string): Promise<number | undefined> {
	const handle = await open(path, "r");
	try {
		const movie = await findBox(handle, "moov", { from: 0, to: (await handle.stat()).size });
		const header = movie && (await findBox(handle, "mvhd", movie));
		return header && durationIn(await bytes(handle, header.from, 32));
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
		const size = long ? Number(head.readBigUInt64BE(8)) : short === 0 ? within.to - at : short;
		if (size < 8) return undefined;
		if (head.toString("latin1", 4, 8) === type) return { from: at + (long ? 16 : 8), to: Math.min(within.to, at + size) };
		at += size;
	}
	return undefined;
}

function durationIn(header: Buffer): number | undefined {
	if (header.length < 32) return undefined;
	const wide = header[0] === 1;
	const scale = header.readUInt32BE(wide ? 20 : 12);
	const units = wide ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
	return scale > 0 && units > 0 ? Math.round((units * 1000) / scale) : undefined;
}

async function bytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
	return buffer.subarray(0, bytesRead);
}
