import type { Moment } from "../model/clip.ts";
import { matches } from "../model/glob.ts";

/** The name of one clip for people and patterns: `keynote.video.talk@83400-118000`, in milliseconds of the source. */
export function clipName(address: string, { from, to }: Moment): string {
	return `${address}@${from}-${to}`;
}

/** Whether any of the patterns names the address, or the one clip of it. No pattern: everything is wanted. */
export function wanted(targets: readonly string[], address: string, moment?: Moment): boolean {
	const names = [address, ...(moment ? [clipName(address, moment)] : [])];
	return targets.length === 0 || targets.some((target) => names.some((name) => matches(target, name)));
}
