import type { Moment } from "../model/clip.ts";

/** The name of one clip for people and patterns: `keynote.video.talk@83400-118000`, in milliseconds of the source. */
export function clipName(address: string, { from, to }: Moment): string {
	return `${address}@${from}-${to}`;
}

/** Whether a pattern names the whole text: `*` stands for any characters, `?` for one. */
export function matches(pattern: string, text: string): boolean {
	// By hand, because the cost of a regular expression grows with every star.
	let [at, star, mark] = [0, -1, 0];
	let read = 0;
	while (read < text.length) {
		if (pattern[at] === "*") [star, mark, at] = [at, read, at + 1];
		else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[read])) [at, read] = [at + 1, read + 1];
		else if (star >= 0) [at, mark, read] = [star + 1, mark + 1, mark + 1];
		else return false;
	}
	return /^\**$/.test(pattern.slice(at));
}

/** Whether any of the patterns names the address, or the one clip of it. No pattern: everything is wanted. */
export function wanted(targets: readonly string[], address: string, moment?: Moment): boolean {
	const names = [address, ...(moment ? [clipName(address, moment)] : [])];
	return targets.length === 0 || targets.some((target) => names.some((name) => matches(target, name)));
}
