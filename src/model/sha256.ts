/** sha256 of a text's UTF-8 bytes, hex. For rooms that load nothing from outside; those that may use `system/files.ts`, which is faster. */
export function sha256Hex(text: string): string {
	const words = padded(new TextEncoder().encode(text));
	const state = Int32Array.from(START);
	const schedule = new Int32Array(64);
	for (let block = 0; block < words.length; block += 16)
		compress(state, spread(schedule, words.subarray(block, block + 16)));
	return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The bytes as big-endian words, with the one bit, the zeros and the length in bits that FIPS 180-4 puts behind them. */
function padded(bytes: Uint8Array): Int32Array {
	const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
	whole.set(bytes);
	whole[bytes.length] = 0x80;
	const view = new DataView(whole.buffer);
	view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
	const words = new Int32Array(whole.length / 4);
	for (let index = 0; index < words.length; index++) words[index] = view.getInt32(index * 4);
	return words;
}

function spread(schedule: Int32Array, block: Int32Array): Int32Array {
	schedule.set(block);
	for (let i = 16; i < 64; i++) {
		const early = at(schedule, i - 15);
		const late = at(schedule, i - 2);
		const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
		const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
		schedule[i] = at(schedule, i - 16) + first + at(schedule, i - 7) + second;
	}
	return schedule;
}

/** One variable after the other: swapping them as a list takes twice as long. */
function compress(state: Int32Array, schedule: Int32Array): void {
	let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
	for (let i = 0; i < 64; i++) {
		const first =
			(h +
				(turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
				((e & f) ^ (~e & g)) +
				at(ROUNDS, i) +
				at(schedule, i)) |
			0;
		const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + first) | 0;
		d = c;
		c = b;
		b = a;
		a = (first + second) | 0;
	}
	state.set([a, b, c, d, e, f, g, h].map((value, index) => (at(state, index) + value) | 0));
}

function turned(word: number, bits: number): number {
	return (word >>> bits) | (word << (32 - bits));
}

function at(words: Int32Array, index: number): number {
	return words[index] ?? 0;
}

/** The first 32 bits of the fractions of roots of the first primes: square roots to start with, cube roots for the rounds. */
const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
	(n) => n > 1 && !Array.from({ length: n }, (_, i) => i).some((i) => i > 1 && n % i === 0),
);
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)));
const ROUNDS = Int32Array.from(PRIMES.slice(0, 64), (prime) => fraction(prime ** (1 / 3)));

function fraction(root: number): number {
	return Math.floor((root - Math.floor(root)) * 0x100000000) | 0;
}
