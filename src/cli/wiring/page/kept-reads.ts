import type { keptIn, ReadCache } from "../read-cache.ts";

interface MemoryCache extends ReadCache {
	/** What must not be on the disk: addresses that are signed. */
	remember(name: string, value: unknown): void;
	/** What has that name stays, although nobody asks for it. */
	hold(name: string): void;
}

/** What was read of a workspace, in memory: the same text gives the same value, which others may compare. */
export interface KeptReads {
	/** In front of what is kept on the disk, see `keptIn`. */
	readonly keptIn: (root: string) => Promise<MemoryCache>;
	/** Lets go of all that nobody has asked for since the last time. */
	sweep(): void;
}

export function keepReads(behind: typeof keptIn): KeptReads {
	let before = new Map<string, unknown>();
	let now = new Map<string, unknown>();
	return {
		async keptIn(root) {
			const disk = await behind(root);
			const remember = (name: string, value: unknown) => void now.set(`${root} ${name}`, value);
			return {
				async get(name) {
					const key = `${root} ${name}`;
					const value = now.get(key) ?? before.get(key) ?? (await disk?.get(name));
					if (value !== undefined) now.set(key, value);
					return value;
				},
				remember,
				hold(name) {
					const value = before.get(`${root} ${name}`);
					if (value !== undefined) remember(name, value);
				},
				async put(name, value) {
					remember(name, value);
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
