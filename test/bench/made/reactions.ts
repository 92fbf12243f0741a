import { chanceOf } from "./chance.ts";
import { RATE, type Said } from "./voice.ts";

/** A room that laughs: a dozen people, each in bursts of voiced breath of their own pace and pitch. */
export function roomLaughs(seed: number): Said {
	const chance = chanceOf(seed);
	const seconds = chance.between(1.6, 3.4);
	const samples = new Float32Array(Math.round(seconds * RATE));
	for (let person = 0; person < 12; person += 1) {
		const pitch = chance.between(150, 420);
		const pace = chance.between(3.8, 6);
		const from = chance.between(0, 0.5);
		const length = chance.between(0.5, 1) * (seconds - from);
		for (let at = Math.round(from * RATE); at < Math.min(samples.length, (from + length) * RATE); at += 1) {
			const time = at / RATE - from;
			const ha = Math.max(0, Math.sin(2 * Math.PI * pace * time)) ** 1.5;
			const tone = Math.sin(2 * Math.PI * pitch * (1 - 0.1 * time) * time);
			const buzz =
				tone + 0.6 * Math.sin(4 * Math.PI * pitch * time) + 0.4 * Math.sin(6.1 * Math.PI * pitch * time);
			const fade = (1 - time / length) ** 0.7;
			samples[at] = (samples[at] ?? 0) + ha * fade * (0.4 * buzz + 0.7 * (2 * chance.next() - 1));
		}
	}
	return { samples, words: [] };
}

/** A room that claps: some dozens of people, three to five claps a second each, swelling and dying away. */
export function roomApplauds(seed: number): Said {
	const chance = chanceOf(seed);
	const seconds = chance.between(2.2, 5);
	const samples = new Float32Array(Math.round(seconds * RATE));
	for (let person = 0; person < 35; person += 1) {
		const pace = chance.between(3, 5);
		const from = chance.between(0, 0.8);
		const to = seconds - chance.between(0, 0.4) * seconds;
		for (let time = from; time < to; time += 1 / pace + chance.between(-0.03, 0.03)) {
			const loud = chance.between(0.3, 1) * Math.min(1, (to - time) / 0.8);
			const begin = Math.round(time * RATE);
			for (let at = 0; at < 0.02 * RATE && begin + at < samples.length; at += 1)
				samples[begin + at] =
					(samples[begin + at] ?? 0) + loud * Math.exp(-at / (0.004 * RATE)) * (2 * chance.next() - 1);
		}
	}
	return { samples, words: [] };
}

/** A jingle: chords over a beat. */
export function jingle(seed: number): Said {
	const chance = chanceOf(seed);
	const chords = Array.from({ length: 4 }, () => chance.pick([196, 220, 247, 262, 294]));
	const samples = Float32Array.from({ length: Math.round(6 * RATE) }, (_, at) => {
		const time = at / RATE;
		const root = chords[Math.floor(time / 1.5) % 4] ?? 220;
		const tones = [1, 5 / 4, 3 / 2, 2].reduce(
			(sum, tone) => sum + Math.sin(2 * Math.PI * root * tone * time),
			0,
		);
		return (
			0.2 * tones * (0.4 + 0.6 * Math.exp(-5 * (time % 0.375))) +
			0.15 * Math.exp(-40 * (time % 0.375)) * (2 * chance.next() - 1)
		);
	});
	return { samples, words: [] };
}
