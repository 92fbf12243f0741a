/** What a TrueType font knows about its letters. */
export interface Glyphs {
	/** Width of a text on one line, in ems (before kerning, which only makes it narrower or hardly wider). */
	width(text: string): number;
	/** The letters, marks and signs of a text the font cannot draw, each once. */
	missing(text: string): readonly string[];
	/** Height of a line in ems as libass counts it: an .ass font size is this height, not the em. */
	readonly lineHeight: number;
}

/** What takes ink: neither spaces nor what only tells how its neighbours are drawn. */
const SEEN = /[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Reads widths and coverage from the bytes of a .ttf or .otf file, or of the first font of a .ttc collection;
 * throws `RangeError` when they are not one.
 */
export function glyphsIn(bytes: Uint8Array): Glyphs {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const tables = tablesOf(view);
	const unitsPerEm = view.getUint16(at(tables, "head") + 18);
	const advances = advancesOf(view, tables);
	const glyphOf = characterMap(view, at(tables, "cmap"));
	const advance = (letter: string) =>
		(advances[Math.min(glyphOf(letter.codePointAt(0) ?? 0), advances.length - 1)] ?? 0) / unitsPerEm;
	const os2 = at(tables, "OS/2");
	return {
		width: (text) => [...text].reduce((sum, letter) => sum + advance(letter), 0),
		missing: (text) =>
			[...new Set(text)].filter((letter) => SEEN.test(letter) && glyphOf(letter.codePointAt(0) ?? 0) === 0),
		lineHeight: (view.getUint16(os2 + 74) + view.getUint16(os2 + 76)) / unitsPerEm,
	};
}

function tablesOf(view: DataView): ReadonlyMap<string, number> {
	const names = (offset: number) =>
		String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(offset + byte)));
	const start = names(0) === "ttcf" ? view.getUint32(12) : 0;
	const entry = (index: number) => start + 12 + 16 * index;
	return new Map(
		Array.from({ length: view.getUint16(start + 4) }, (_, index) => [
			names(entry(index)),
			view.getUint32(entry(index) + 8),
		]),
	);
}

function at(tables: ReadonlyMap<string, number>, name: string): number {
	const offset = tables.get(name);
	if (offset === undefined) throw new RangeError(`the font has no ${name} table`);
	return offset;
}

function advancesOf(view: DataView, tables: ReadonlyMap<string, number>): readonly number[] {
	const count = view.getUint16(at(tables, "hhea") + 34);
	const metrics = at(tables, "hmtx");
	return Array.from({ length: count }, (_, glyph) => view.getUint16(metrics + 4 * glyph));
}

/**
 * The Unicode map: of all planes (format 12) where there is one, else that of the first (format 4), which
 * every font has.
 */
function characterMap(view: DataView, cmap: number): (code: number) => number {
	const count = view.getUint16(cmap + 2);
	const offsets = Array.from(
		{ length: count },
		(_, index) => cmap + view.getUint32(cmap + 4 + 8 * index + 4),
	);
	const table = offsets.find((offset) => view.getUint16(offset) === 4);
	if (table === undefined) throw new RangeError("the font has no character map of format 4");
	const large = offsets.find((offset) => view.getUint16(offset) === 12);
	const glyphOf = (code: number) =>
		large !== undefined && code > 0xffff
			? glyphInGroups(view, large, code)
			: glyphInSegments(view, table, code);
	const known = new Map<number, number>();
	return (code) => {
		const glyph = known.get(code) ?? glyphOf(code);
		known.set(code, glyph);
		return glyph;
	};
}

function glyphInGroups(view: DataView, table: number, code: number): number {
	const count = view.getUint32(table + 12);
	for (let group = table + 16; group < table + 16 + 12 * count; group += 12) {
		const start = view.getUint32(group);
		if (code >= start && code <= view.getUint32(group + 4)) return view.getUint32(group + 8) + code - start;
	}
	return 0;
}

function glyphInSegments(view: DataView, table: number, code: number): number {
	const bytes = view.getUint16(table + 6);
	const [ends, starts] = [table + 14, table + 16 + bytes];
	for (let offset = 0; offset < bytes; offset += 2) {
		if (view.getUint16(ends + offset) < code) continue;
		const start = view.getUint16(starts + offset);
		return start > code
			? 0
			: glyphInSegment(
					view,
					{ deltas: starts + bytes + offset, ranges: starts + 2 * bytes + offset, start },
					code,
				);
	}
	return 0;
}

function glyphInSegment(
	view: DataView,
	segment: { readonly deltas: number; readonly ranges: number; readonly start: number },
	code: number,
): number {
	const delta = view.getInt16(segment.deltas);
	const range = view.getUint16(segment.ranges);
	if (range === 0) return (code + delta) & 0xffff;
	const glyph = view.getUint16(segment.ranges + range + 2 * (code - segment.start));
	return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
}
