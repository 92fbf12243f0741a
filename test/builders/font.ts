/** The bytes of a font that has some letters, each one em wide, and draws nothing. */
export function fontOf(letters: string): Buffer {
	const codes = [...new Set(letters)].map((letter) => letter.codePointAt(0) ?? 0).sort((a, b) => a - b);
	const tables = {
		"OS/2": os2(),
		cmap: cmap(codes),
		head: head(),
		hhea: hhea(codes.length + 1),
		hmtx: hmtx(codes.length + 1),
	};
	const names = Object.entries(tables);
	let offset = 12 + 16 * names.length;
	const directory = names.map(([name, table]) => {
		const entry = Buffer.concat([
			Buffer.from(name, "latin1"),
			Buffer.alloc(4),
			words32(offset, table.length),
		]);
		offset += table.length;
		return entry;
	});
	return Buffer.concat([
		words32(0x0001_0000),
		words(names.length, 0, 0, 0),
		...directory,
		...names.map(([, table]) => table),
	]);
}

function os2(): Buffer {
	const table = Buffer.alloc(78);
	table.writeUInt16BE(1_000, 74);
	table.writeUInt16BE(250, 76);
	return table;
}

function head(): Buffer {
	const table = Buffer.alloc(54);
	table.writeUInt16BE(1_000, 18);
	return table;
}

function hhea(glyphs: number): Buffer {
	const table = Buffer.alloc(36);
	table.writeUInt16BE(glyphs, 34);
	return table;
}

function hmtx(glyphs: number): Buffer {
	return words(...Array.from({ length: glyphs }, () => [1_000, 0]).flat());
}

/** Character maps of format 4, for the first plane, and 12, for all, with a segment for each letter. */
function cmap(codes: readonly number[]): Buffer {
	const first = codes.filter((code) => code < 0xffff);
	const ends = [...first, 0xffff];
	const deltas = [...first.map((code, at) => (at + 1 - code) & 0xffff), 1];
	const segments = [2 * ends.length, 0, 0, 0, ...ends, 0, ...ends, ...deltas, ...ends.map(() => 0)];
	const small = words(4, 6 + 2 * segments.length, 0, ...segments);
	const groups = codes.flatMap((code, at) => [code, code, at + 1]);
	const large = Buffer.concat([words(12, 0), words32(16 + 4 * groups.length, 0, codes.length, ...groups)]);
	return Buffer.concat([
		words(0, 2, 3, 1),
		words32(20),
		words(3, 10),
		words32(20 + small.length),
		small,
		large,
	]);
}

function words(...values: readonly number[]): Buffer {
	const bytes = Buffer.alloc(2 * values.length);
	for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, 2 * at);
	return bytes;
}

function words32(...values: readonly number[]): Buffer {
	const bytes = Buffer.alloc(4 * values.length);
	for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
	return bytes;
}
