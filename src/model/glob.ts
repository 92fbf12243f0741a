/**
 * Whether a pattern names the whole text: `*` stands for any characters, `?` for one; all others, brackets
 * and quotes too, for themselves.
 */
export function matches(pattern: string, text: string): boolean {
	// By hand, because the cost of a regular expression grows with every star.
	let [at, star, mark] = [0, -1, 0];
	let read = 0;
	while (read < text.length) {
		if (pattern[at] === "*") [star, mark, at] = [at, read, at + 1];
		else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[read]))
			[at, read] = [at + 1, read + 1];
		else if (star >= 0) [at, mark, read] = [star + 1, mark + 1, mark + 1];
		else return false;
	}
	return /^\**$/.test(pattern.slice(at));
}
