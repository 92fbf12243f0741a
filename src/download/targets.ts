import { matchAddress } from "../model/address.ts";
import type { Moment } from "../model/clip.ts";
import { clipName } from "../model/clip-name.ts";

/** Whether any of the globs names the address, or the one clip of it. No glob: everything is wanted. */
export function wanted(targets: readonly string[], address: string, moment?: Moment): boolean {
	const names = [address, ...(moment ? [clipName(address, moment)] : [])];
	return targets.length === 0 || targets.some((target) => names.some((name) => matchAddress(target, name)));
}
