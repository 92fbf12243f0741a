import type { keptIn } from "../read-cache.ts";

/** What was read of a workspace, in memory: the same text gives the same value, which others may compare. */
export interface KeptReads {
	/** In front of what is kept on the disk, see `keptIn`. */
	readonly keptIn: typeof keptIn;
	/** Lets go of all that nobody has asked for since the last time. */
	sweep(): void;
}

export function keepReads(behind: typeof keptIn): KeptReads {
	let before = new Map<string, unknown>();
	let now = new Map<string, unknown>();
	return {
		async keptIn(root) {
			const disk = await behind(root);
			return {
				async get(name) {
					const key = `${root} ${name}`;
					const value = now.get(key) ?? before.get(key) ?? (await disk?.get(name));
					if (value !== undefined) now.set(key, value);
					return value;
				},
				async put(name, value) {
					now.set(`${root} ${name}`, value);
					await disk?.put(name, value);
				},
			};
		},
		sweep() {
			before = now;
			now = new Map();
		},
	};
}
