import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readPng } from "../../src/system/png.ts";
import { chunk, png, SIGNATURE } from "../builders/png.ts";

const pictures = suite("PNG files from strangers");
const whole = png();
const broken = (at: number) => {
	const bytes = Buffer.from(whole);
	bytes[at] = (bytes[at] ?? 0) ^ 0x55;
	return bytes;
};

pictures("a whole one is read, with nothing but what is drawn", () => {
	const secret = [chunk("tEXt", Buffer.from("Author\0somebody")), chunk("eXIf", Buffer.alloc(40))];
	const { width, height, bytes } = readPng(png({ before: secret }));
	assert.equal([width, height, bytes.equals(whole)], [40, 16, true]);
	assert.ok(readPng(Buffer.concat([whole, Buffer.from("appended")])).bytes.equals(whole));
});

pictures("every kind of colour is read where its data are as many as its pixels", () => {
	const kinds = [
		[1, 0, 5],
		[16, 0, 80],
		[8, 2, 120],
		[4, 3, 20],
		[16, 4, 160],
		[16, 6, 320],
	] as const;
	for (const [bits, colour, bytes] of kinds)
		assert.is(
			readPng(png({ head: [bits, colour, 0, 0, 0], pixels: Buffer.alloc(16 * (1 + bytes)) })).width,
			40,
			`${bits} bits of ${colour}`,
		);
	// Adam7 of 8x8 pixels: 1+1+2+4+8+16+32 of them, in 15 rows of 7 passes.
	const adam7 = { width: 8, height: 8, head: [8, 0, 0, 0, 1], pixels: Buffer.alloc(64 + 15) };
	assert.is(readPng(png(adam7)).height, 8);
});

const hostile: Record<string, readonly [Buffer, string]> = {
	"nothing at all": [Buffer.alloc(0), "is not a PNG"],
	"another kind of file": [Buffer.from("GIF89a"), "is not a PNG"],
	"a signature alone": [SIGNATURE, "is cut off"],
	"a file that is cut off": [whole.subarray(0, whole.length - 5), "is cut off"],
	"a length beyond the end": [broken(33), "is cut off"],
	"a flipped bit in the pixels": [broken(50), "is damaged"],
	"a flipped bit in the size": [broken(18), "is damaged"],
	"a first part that is no head": [Buffer.concat([SIGNATURE, chunk("IEND")]), "is not a whole PNG"],
	"an animation": [png({ before: [chunk("acTL", Buffer.alloc(8))] }), "is an animation"],
	"an unknown part that cannot be left out": [
		png({ before: [chunk("EVIL")] }),
		"needs a part of PNG that is not known",
	],
	"a size that is no size": [png({ width: 0 }), "is smaller than 8 pixels"],
	"a dot": [png({ width: 7, height: 7 }), "is smaller than 8 pixels"],
	"a size beyond all reason": [
		png({ width: 65_000, height: 65_000, pixels: Buffer.alloc(1) }),
		"has 65000x65000 pixels, more than 4 million or 4096 on a side",
	],
	"a ribbon": [
		png({ width: 8, height: 4_097, pixels: Buffer.alloc(1) }),
		"has 8x4097 pixels, more than 4 million or 4096 on a side",
	],
	"bits that no colour has": [png({ head: [3, 6, 0, 0, 0] }), "is damaged"],
	"an unknown packing": [png({ head: [8, 6, 1, 0, 0] }), "is damaged"],
	"too few pixels": [png({ pixels: Buffer.alloc(100) }), "is damaged"],
	"a bomb of zeros": [png({ pixels: Buffer.alloc(50_000_000) }), "is damaged"],
	"no end": [png({ end: Buffer.alloc(0) }), "is cut off"],
	"more bytes than a logo needs": [Buffer.concat([whole, Buffer.alloc(4 << 20)]), "is larger than 4 MB"],
};
for (const [title, [bytes, message]] of Object.entries(hostile))
	pictures(`${title}: refused`, () => {
		assert.throws(
			() => readPng(bytes),
			(error: unknown) => error instanceof RangeError && error.message === message,
		);
	});

pictures("no single changed byte is taken for a picture, or ends otherwise than refused", () => {
	const taken = Array.from({ length: whole.length }, (_, at) => at).filter((at) => {
		try {
			readPng(broken(at));
			return true;
		} catch (error) {
			if (error instanceof RangeError) return false;
			throw error;
		}
	});
	assert.equal(taken, []);
});

pictures.run();
