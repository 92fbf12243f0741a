import { basename } from "node:path";
import type { Print } from "../../content/print.ts";
import type { MediaFile } from "../../content/prints.ts";
import { defined } from "../../model/defined.ts";
import type { Settings } from "../../model/settings.ts";
import type { SourceFile } from "../../state/ledger/contents.ts";
import type { SourceLink } from "../../state/ledger/sources.ts";

/** Folders, and what was found so far in this process. */
export interface Finder {
	readonly settings: Settings;
	readonly cache: string;
	readonly kept: string;
	readonly links: SourceLink[];
	/** Pairs and moments that were compared. */
	readonly compared: Set<string>;
	/** The files that were looked into, by key. */
	readonly files: Map<string, SourceFile>;
	/** Moments of posts that all of these were compared with. */
	readonly seen: Set<string>;
	/** Keys whose prints were kept, or were not there, since files were last read. */
	readonly settled: Set<string>;
	/** Why nothing could be read of the files. Undefined: they were read, or nothing was to be compared. */
	unread: string | undefined;
	/** Something may be posted: prints are made ahead, because there is no time for it when the post leaves. */
	isPosting: boolean;
}

/** Sources whose lengths differ more are not compared. */
const MOST_LONGER = 3;

/** Whether the lengths of two sources, where they are known, allow for one content. */
export function isNear(a: Pick<Print, "durationMs">, b: Pick<Print, "durationMs">): boolean {
	if (a.durationMs === undefined || b.durationMs === undefined) return true;
	const [least, most] = [a.durationMs, b.durationMs].sort((one, other) => one - other);
	return (most ?? 0) <= MOST_LONGER * (least ?? 0);
}

/** Writes a finding down, once. */
export function addLink({ links }: Finder, link: SourceLink): void {
	const isKnown = links.some(
		(each) =>
			each.content === link.content &&
			each.source === link.source &&
			each.range?.from === link.range?.from &&
			each.range?.to === link.range?.to,
	);
	if (!isKnown) links.push(link);
}

/** A file as it is read. */
export function mediaOf({ key, path, durationMs }: SourceFile): MediaFile {
	return { sha256: hashIn(key), path, name: basename(path), ...defined({ durationMs }) };
}

/** Whether a key is that of a file. */
export function isFileKey(key: string): boolean {
	return key.startsWith(FILE);
}

/** The hash in the key of a file. */
export function hashIn(key: string): string {
	return isFileKey(key) ? key.slice(FILE.length) : "-";
}

const FILE = "sha256:";
