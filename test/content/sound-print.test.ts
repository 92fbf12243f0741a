import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { soundPrinter } from "../../src/content/sound-print.ts";

/** Ten seconds of noise that swells and fades, the same everywhere. */
function noise(): Uint8Array {
	const bytes = Buffer.alloc(2 * 50_000);
	let state = 7;
	for (let at = 0; at < 50_000; at++) {
		state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
		const loud = Math.abs((at % 4_000) - 2_000) * 4;
		bytes.writeInt16LE(Math.trunc(((state >> 16) * loud) / 32_768), 2 * at);
	}
	return bytes;
}

/** What is kept of the codes of pieces of a sound. */
function digestOf(pieces: readonly Uint8Array[]): string {
	const printer = soundPrinter();
	for (const piece of pieces) printer.add(piece);
	const codes = printer.codes();
	return `${codes.length} ${createHash("sha256").update(codes).digest("hex").slice(0, 12)}`;
}

const printing = suite("the codes of a sound");

printing("are those of earlier versions, with which they are compared", () => {
	assert.is(digestOf([noise()]), "77 01976813f1d6");
});

printing("are the same in whatever pieces it comes", () => {
	const bytes = noise();
	assert.is(digestOf([bytes.subarray(0, 4_097), bytes.subarray(4_097)]), digestOf([bytes]));
});

printing("take no new memory for each window", () => {
	const printer = soundPrinter();
	const piece = noise();
	printer.add(piece);
	let [held, taken] = [process.memoryUsage().arrayBuffers, 0];
	for (let count = 0; count < 12; count++) {
		printer.add(piece);
		const { arrayBuffers } = process.memoryUsage();
		taken += Math.max(0, arrayBuffers - held);
		held = arrayBuffers;
	}
	assert.ok(taken < 100_000, `${taken} bytes`);
});

printing.run();
