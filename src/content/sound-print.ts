/** Samples a second that a sound is read with. */
export const SOUND_RATE = 5_000;
/** From one code to the next, in milliseconds. */
export const CODE_MS = 125;
const HOP = (SOUND_RATE * CODE_MS) / 1000;
const WINDOW = 2_048;
/** A code compares a window with the one so many codes before it. */
const LAG = 3;
const BANDS = 33;
const LOWEST_HZ = 250;
const HIGHEST_HZ = 2_300;
/** So far below the loud parts of a source it is silent, in dB; and so far below full scale in any case. */
const QUIET_DB = 38;
const SILENT_DB = -62;

/**
 * Turns 16-bit mono samples, in pieces of any size, into codes: 32 bits every `CODE_MS`, 0 where nothing is
 * heard.
 */
export function soundPrinter(): {
	readonly add: (bytes: Uint8Array) => void;
	readonly codes: () => Uint32Array;
} {
	const samples = new Float64Array(WINDOW);
	let held = 0;
	let odd: Uint8Array | undefined;
	// What no later code needs is not kept: hours of sound would take tens of megabytes.
	const latest = Array.from({ length: LAG + 1 }, () => new Float64Array(BANDS));
	const differences: number[] = [];
	const levels: number[] = [];
	const take = (sample: number) => {
		samples[held++] = sample / 32_768;
		if (held < WINDOW) return;
		const now = bandsOf(samples, latest[levels.length % (LAG + 1)]);
		const before = latest[(levels.length + 1) % (LAG + 1)];
		differences.push(before && levels.length >= LAG ? codeOf(before, now) : 0);
		levels.push(levelOf(samples));
		samples.copyWithin(0, HOP);
		held = WINDOW - HOP;
	};
	return {
		add(bytes) {
			const whole = odd
				? Buffer.concat([odd, bytes])
				: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
			const even = whole.length - (whole.length % 2);
			for (let at = 0; at < even; at += 2) take(whole.readInt16LE(at));
			odd = even < whole.length ? whole.subarray(even) : undefined;
		},
		codes: () => codesOf(differences, levels),
	};
}

/** The same codes, 0 where nothing is heard now or was before. */
function codesOf(differences: readonly number[], levels: readonly number[]): Uint32Array {
	const loud = [...levels].sort((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? SILENT_DB;
	const floor = Math.max(SILENT_DB, loud - QUIET_DB);
	return Uint32Array.from(differences, (code, at) => {
		const isHeard = (levels[at] ?? SILENT_DB) > floor && (levels[at - LAG] ?? SILENT_DB) > floor;
		return isHeard ? code : 0;
	});
}

/**
 * One bit a pair of neighbouring bands: whether their difference grew. Louder and quieter make no difference.
 */
function codeOf(before: Float64Array, now: Float64Array): number {
	let code = 0;
	for (let band = 0; band + 1 < BANDS; band++) {
		const [a = 0, b = 0] = [now[band], now[band + 1]];
		const [c = 0, d = 0] = [before[band], before[band + 1]];
		code = (code << 1) | (a - b > c - d ? 1 : 0);
	}
	return code >>> 0 || 1;
}

function levelOf(samples: Float64Array): number {
	let squares = 0;
	for (const sample of samples) squares += sample * sample;
	return 10 * Math.log10(squares / samples.length + 1e-12);
}

/** How much is in each band, as the logarithm of its energy; into `bands`. */
function bandsOf(samples: Float64Array, bands = new Float64Array(BANDS)): Float64Array {
	const { hann, real, imaginary } = tables();
	for (let at = 0; at < WINDOW; at++) real[at] = (samples[at] ?? 0) * (hann[at] ?? 0);
	imaginary.fill(0);
	transform(real, imaginary);
	for (let band = 0; band < BANDS; band++) {
		const end = EDGES[band + 1] ?? 0;
		let energy = 1e-9;
		for (let bin = EDGES[band] ?? 0; bin < end; bin++)
			energy += (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
		bands[band] = Math.log(energy);
	}
	return bands;
}

const EDGES = Array.from({ length: BANDS + 1 }, (_, edge) =>
	Math.round((LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (edge / BANDS) * WINDOW) / SOUND_RATE),
);

/** What every window is transformed with. */
interface Tables {
	readonly hann: Float64Array;
	readonly cosines: Float64Array;
	readonly sines: Float64Array;
	readonly reversed: Uint16Array;
	/** Where a window is transformed: new ones for each would leave gigabytes to be collected. */
	readonly real: Float64Array;
	readonly imaginary: Float64Array;
}

let made: Tables | undefined;

/** Made at the first window: most commands load this file and hear nothing. */
function tables(): Tables {
	made ??= {
		hann: Float64Array.from({ length: WINDOW }, (_, at) => 0.5 - 0.5 * Math.cos(turn(at))),
		cosines: Float64Array.from({ length: WINDOW / 2 }, (_, at) => Math.cos(turn(at))),
		sines: Float64Array.from({ length: WINDOW / 2 }, (_, at) => -Math.sin(turn(at))),
		reversed: Uint16Array.from({ length: WINDOW }, (_, at) => reversed(at)),
		real: new Float64Array(WINDOW),
		imaginary: new Float64Array(WINDOW),
	};
	return made;
}

/** Radians. */
function turn(at: number): number {
	return (2 * Math.PI * at) / WINDOW;
}

/** The bits of a place in the window, backwards. */
function reversed(at: number): number {
	let result = 0;
	for (let bit = 1, rest = at; bit < WINDOW; bit <<= 1, rest >>= 1) result = (result << 1) | (rest & 1);
	return result;
}

/** The discrete Fourier transform, in place (Cooley and Tukey, radix 2). */
function transform(real: Float64Array, imaginary: Float64Array): void {
	const { reversed } = tables();
	for (let at = 0; at < WINDOW; at++) {
		const other = reversed[at] ?? 0;
		if (other <= at) continue;
		const held = real[at] ?? 0;
		real[at] = real[other] ?? 0;
		real[other] = held;
	}
	for (let half = 1; half < WINDOW; half *= 2) combine(real, imaginary, half);
}

/** Puts transforms of so many samples together in pairs. It is nearly all of the work, and makes nothing. */
function combine(real: Float64Array, imaginary: Float64Array, half: number): void {
	const { cosines, sines } = tables();
	const stride = WINDOW / (2 * half);
	for (let begin = 0; begin < WINDOW; begin += 2 * half)
		for (let at = 0; at < half; at++) {
			const low = begin + at;
			const high = low + half;
			const cosine = cosines[at * stride] ?? 0;
			const sine = sines[at * stride] ?? 0;
			const r = real[high] ?? 0;
			const i = imaginary[high] ?? 0;
			const lowReal = real[low] ?? 0;
			const lowImaginary = imaginary[low] ?? 0;
			const turnedReal = r * cosine - i * sine;
			const turnedImaginary = r * sine + i * cosine;
			real[high] = lowReal - turnedReal;
			imaginary[high] = lowImaginary - turnedImaginary;
			real[low] = lowReal + turnedReal;
			imaginary[low] = lowImaginary + turnedImaginary;
		}
}
