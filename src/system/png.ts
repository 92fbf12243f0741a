import { crc32, inflateSync } from "node:zlib";

/** A picture that is safe to hand to a decoder. */
export interface Png {
	readonly width: number;
	readonly height: number;
	/** What is needed to draw it, and nothing else that the file held. */
	readonly bytes: Buffer;
}

const PNG_LIMITS = { bytes: 4 * 1024 ** 2, side: 4_096, pixels: 4_000_000, least: 8 } as const;

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const DRAWN = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];
/** Samples of a pixel, and the bits they may have, by the kind of colour. */
const KINDS: Readonly<Record<number, { readonly samples: number; readonly bits: readonly number[] }>> = {
	0: { samples: 1, bits: [1, 2, 4, 8, 16] },
	2: { samples: 3, bits: [8, 16] },
	3: { samples: 1, bits: [1, 2, 4, 8] },
	4: { samples: 2, bits: [8, 16] },
	6: { samples: 4, bits: [8, 16] },
};

/**
 * Checks a PNG to its last byte: sizes, checksums, and that its data unpack to exactly its pixels. Throws
 * `RangeError` that says what is wrong, as in "the file …".
 */
export function readPng(file: Buffer): Png {
	if (file.length > PNG_LIMITS.bytes) throw new RangeError("is larger than 4 MB");
	if (!file.subarray(0, 8).equals(SIGNATURE)) throw new RangeError("is not a PNG");
	const chunks = chunksOf(file);
	const [head] = chunks;
	if (head?.kind !== "IHDR" || head.data.length !== 13) throw new RangeError("is not a whole PNG");
	if (chunks.some(({ kind }) => kind === "acTL")) throw new RangeError("is an animation");
	const unknown = chunks.find(({ kind }) => /^[A-Z]/.test(kind) && !DRAWN.includes(kind));
	if (unknown) throw new RangeError("needs a part of PNG that is not known");
	const size = checkedHead(head.data);
	checkPixels(
		head.data,
		chunks.filter(({ kind }) => kind === "IDAT").map(({ data }) => data),
	);
	const drawn = chunks.filter(({ kind }) => DRAWN.includes(kind)).map(({ whole }) => whole);
	return { ...size, bytes: Buffer.concat([SIGNATURE, ...drawn]) };
}

interface Chunk {
	readonly kind: string;
	readonly data: Buffer;
	readonly whole: Buffer;
}

function chunksOf(file: Buffer): readonly Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = 8; at < file.length; ) {
		const end = at + 12 + (at + 8 <= file.length ? file.readUInt32BE(at) : Number.POSITIVE_INFINITY);
		if (end > file.length) throw new RangeError("is cut off");
		const [kind, data] = [file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, end - 4)];
		if (!/^[A-Za-z]{4}$/.test(kind) || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4))
			throw new RangeError("is damaged");
		chunks.push({ kind, data, whole: file.subarray(at, end) });
		at = end;
		if (kind === "IEND") return chunks;
	}
	throw new RangeError("is cut off");
}

function checkedHead(head: Buffer): Pick<Png, "width" | "height"> {
	const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
	const { side, pixels, least } = PNG_LIMITS;
	if (Math.min(width, height) < least) throw new RangeError(`is smaller than ${least} pixels`);
	if (Math.max(width, height) > side || width * height > pixels)
		throw new RangeError(`has ${width}x${height} pixels, more than 4 million or ${side} on a side`);
	const [bits = 0, colour = -1, packing, filter, interlace = 2] = head.subarray(8);
	if (!KINDS[colour]?.bits.includes(bits) || packing !== 0 || filter !== 0 || interlace > 1)
		throw new RangeError("is damaged");
	return { width, height };
}

/** Its rows and columns, pass by pass where it is interlaced (Adam7): first one, and step. */
const PASSES = [
	[0, 8, 0, 8],
	[4, 8, 0, 8],
	[0, 4, 4, 8],
	[2, 4, 0, 4],
	[0, 2, 2, 4],
	[1, 2, 0, 2],
	[0, 1, 1, 2],
] as const;

function checkPixels(head: Buffer, data: readonly Buffer[]): void {
	const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
	const [bits = 0, colour = 0, , , interlace] = head.subarray(8);
	const bitsOfPixel = bits * (KINDS[colour]?.samples ?? 0);
	const bytesOf = (across: number, down: number) =>
		across > 0 ? down * (1 + Math.ceil((across * bitsOfPixel) / 8)) : 0;
	const expected =
		interlace === 0
			? bytesOf(width, height)
			: PASSES.reduce(
					(sum, [x, stepX, y, stepY]) =>
						sum + bytesOf(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)),
					0,
				);
	const unpacked = unpackedLength(Buffer.concat(data), expected);
	if (unpacked !== expected) throw new RangeError("is damaged");
}

function unpackedLength(packed: Buffer, expected: number): number {
	try {
		return inflateSync(packed, { maxOutputLength: expected + 1 }).length;
	} catch {
		return -1;
	}
}
