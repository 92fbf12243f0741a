import { crc32, deflateSync } from "node:zlib";

/** A chunk of a PNG with its length and checksum. */
export function chunk(kind: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
	const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}

export interface PngParts {
	readonly width?: number;
	readonly height?: number;
	/** Bits of a sample, kind of colour, packing, filter, interlace. */
	readonly head?: readonly number[];
	/** Unpacked. */
	readonly pixels?: Uint8Array;
	/** Between the head and the pixels. */
	readonly before?: readonly Buffer[];
	readonly end?: Buffer;
}

export const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** A PNG of one colour, RGBA, or whatever else its parts make of it. */
export function png(given: PngParts = {}, colour: readonly number[] = [230, 0, 90, 255]): Buffer {
	const { width = 40, height = 16, head = [8, 6, 0, 0, 0], before = [], end = chunk("IEND") } = given;
	const sizes = Buffer.alloc(8);
	sizes.writeUInt32BE(width, 0);
	sizes.writeUInt32BE(height, 4);
	const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
	const { pixels = Buffer.concat(Array.from({ length: height }, () => row)) } = given;
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", Buffer.concat([sizes, Buffer.from(head)])),
		...before,
		chunk("IDAT", deflateSync(pixels)),
		end,
	]);
}
