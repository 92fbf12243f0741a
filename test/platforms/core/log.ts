/**
 * What really happened, as JSON lines on disk, each synced before anybody is answered. Whatever a client or
 * a platform claims, this file is right.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import type { Clock } from "./clock.ts";

interface Written {
	readonly n: number;
	/** Virtual time, ISO 8601. */
	readonly at: string;
	readonly platform: string;
}

/** All bytes of a prepared object arrived; nothing is visible yet. */
export interface Prepared {
	readonly kind: "prepared";
	readonly account: string;
	/** What a publish call names: a session, a container, a video, a media id. */
	readonly object: string;
	readonly sha256: string;
	readonly bytes: number;
}

/** A post became visible to others: once for each post. */
export interface Public extends Omit<Prepared, "kind"> {
	readonly kind: "public";
	readonly post: string;
	/** In the platform's own word. */
	readonly visibility: string;
	/** The route that did it, or `schedule`. */
	readonly how: string;
}

/** A post that only its owner sees, or a draft: all that its mode promises. Once for each. */
export interface Delivered extends Omit<Public, "kind"> {
	readonly kind: "delivered";
}

/** A post that was visible is not any more, or is again. */
export interface Changed {
	readonly kind: "hidden" | "republished";
	readonly account: string;
	readonly object: string;
	readonly post: string;
	readonly how: string;
}

/** A publish call for what is public already, which came to nothing: a lucky retry, or a person. */
export interface Repeated {
	readonly kind: "repeated";
	readonly account: string;
	readonly object: string;
	readonly post: string;
	readonly how: string;
}

/** A client did what no client may do. */
export interface Wrong {
	readonly kind: "violation";
	readonly route: string;
	readonly what: string;
}

export type Event = Prepared | Public | Delivered | Changed | Repeated | Wrong;
export type Entry = Event & Written;

export interface Log {
	readonly file: string;
	append(platform: string, event: Event): void;
	close(): void;
}

export function openLog(file: string, clock: Clock): Log {
	const fd = openSync(file, "a", 0o600);
	let n = readLog(file).length;
	return {
		file,
		append: (platform, event) => {
			n += 1;
			const entry = { n, at: new Date(clock.now()).toISOString(), platform, ...event };
			writeSync(fd, `${JSON.stringify(entry)}\n`);
			fsyncSync(fd);
		},
		close: () => closeSync(fd),
	};
}

export function readLog(file: string): readonly Entry[] {
	const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
	return lines.map((line) => JSON.parse(line));
}

/** How many posts became visible: of each prepared object, and of each file at an account. */
export interface PublicCounts {
	readonly byObject: Readonly<Record<string, number>>;
	/** By `PLATFORM ACCOUNT SHA256`. */
	readonly byFile: Readonly<Record<string, number>>;
	/** Those that only their owner sees, likewise. */
	readonly deliveredByFile: Readonly<Record<string, number>>;
}

export function countPublic(entries: readonly Entry[]): PublicCounts {
	const posts = entries.filter((entry) => entry.kind === "public");
	const delivered = entries.filter((entry) => entry.kind === "delivered");
	const fileOf = ({ platform, account, sha256 }: (Public | Delivered) & Written) =>
		`${platform} ${account} ${sha256}`;
	return {
		byObject: countsOf(posts.map(({ object }) => object)),
		byFile: countsOf(posts.map(fileOf)),
		deliveredByFile: countsOf(delivered.map(fileOf)),
	};
}

function countsOf(names: readonly string[]): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}
