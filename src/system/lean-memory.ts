import { setFlagsFromString } from "node:v8";

/**
 * New values get 4 MiB in place of 16, and the heap grows by 30 % between two collections in place of up to
 * four times: 10,000 posts are applied in half of the memory, for the same time.
 */
export const LEAN: readonly string[] = [
	"--max-semi-space-size=4",
	"--semi-space-growth-factor=1",
	"--heap-growing-percent=30",
];

/**
 * Has memory given back early in a run that is long: V8 otherwise lets garbage pile up in proportion to the
 * machine, and a small runner or server has other work. Counts for what is allocated from then on.
 */
export function keepMemoryLean(): void {
	for (const flag of LEAN) setFlagsFromString(flag);
}
