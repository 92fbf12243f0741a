/** From one picture to the next, in milliseconds. */
export const PICTURE_MS = 1_000;
/** Width and height of the grey pictures that are looked at. */
export const PICTURE_SIZE = 48;
/** A hash compares so many places of a row with their right neighbours, in so many rows. */
const COLUMNS = 9;
const ROWS = 8;
/** Levels of grey that differ less are the same: flat places must not flip with each encoder. */
const SAME_GREY = 3;
/** As dark is a bar. */
const DARK = 28;

/**
 * One hash of 64 bits a picture, as two numbers: most significant first; 0 where the picture says nothing.
 */
export function picturePrints(pictures: readonly Uint8Array[]): Uint32Array {
	const box = withoutBars(pictures);
	const prints = new Uint32Array(pictures.length * 2);
	for (const [at, picture] of pictures.entries()) prints.set(hashOf(picture, box), at * 2);
	return prints;
}

interface Box {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** What is left of pictures when rows and columns that are dark in all of them are taken off at the edges. */
function withoutBars(pictures: readonly Uint8Array[]): Box {
	const brightest = new Uint8Array(PICTURE_SIZE * PICTURE_SIZE);
	for (const picture of pictures)
		for (const [at, grey] of picture.entries()) if (grey > (brightest[at] ?? 0)) brightest[at] = grey;
	const lit = (places: readonly number[]) => places.some((place) => (brightest[place] ?? 0) > DARK);
	const range = Array.from({ length: PICTURE_SIZE }, (_, at) => at);
	const rows = range.filter((row) => lit(range.map((column) => row * PICTURE_SIZE + column)));
	const columns = range.filter((column) => lit(range.map((row) => row * PICTURE_SIZE + column)));
	const [top = 0, bottom = PICTURE_SIZE - 1] = [rows[0], rows.at(-1)];
	const [left = 0, right = PICTURE_SIZE - 1] = [columns[0], columns.at(-1)];
	return { left, top, right: right + 1, bottom: bottom + 1 };
}

function hashOf(picture: Uint8Array, box: Box): readonly [number, number] {
	const small = Array.from({ length: COLUMNS * ROWS }, (_, at) =>
		meanOf(picture, box, { column: at % COLUMNS, row: Math.floor(at / COLUMNS) }),
	);
	const halves: [number, number] = [0, 0];
	for (let row = 0; row < ROWS; row++) {
		const half = row < ROWS / 2 ? 0 : 1;
		for (let column = 0; column + 1 < COLUMNS; column++) {
			const at = row * COLUMNS + column;
			const isBrighter = (small[at + 1] ?? 0) - (small[at] ?? 0) > SAME_GREY;
			halves[half] = ((halves[half] << 1) | (isBrighter ? 1 : 0)) >>> 0;
		}
	}
	return halves;
}

function meanOf(
	picture: Uint8Array,
	{ left, top, right, bottom }: Box,
	{ column, row }: { readonly column: number; readonly row: number },
): number {
	const [fromX, toX] = part(left, right, [column, COLUMNS]);
	const [fromY, toY] = part(top, bottom, [row, ROWS]);
	let sum = 0;
	for (let y = fromY; y < toY; y++)
		for (let x = fromX; x < toX; x++) sum += picture[y * PICTURE_SIZE + x] ?? 0;
	return sum / ((toX - fromX) * (toY - fromY));
}

function part(from: number, to: number, [at, of]: readonly [number, number]): readonly [number, number] {
	const begin = Math.floor(from + ((to - from) * at) / of);
	return [begin, Math.max(begin + 1, Math.floor(from + ((to - from) * (at + 1)) / of))];
}
