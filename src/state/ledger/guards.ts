import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "../../system/error-code.ts";
import { sha256 } from "../../system/files.ts";
import type { Outside } from "../guard/places.ts";
import { type Attempted, decodeGuard } from "../guard/records.ts";
import type { KnownPost } from "./ledger.ts";
import { type Naming, postOfMoment } from "./posts.ts";

/** Reads what guards know to be posted. */
export type GuardReader = (naming: Naming, written: ReadonlySet<string>) => Promise<readonly KnownPost[]>;

/**
 * Reads the posts of every guard of this user whose posts go to the same service. Old programs write
 * guards and no ledger, so a guard is read as long as its state is not among `written`, those that this
 * version writes.
 * What an old guard says of a service elsewhere names no address of it: it counts for whichever is asked.
 */
export function guardReader({ folder, embedded }: Outside): GuardReader {
	const read: Cache = new Map();
	const suffix = embedded === undefined ? "" : `-${sha256(embedded).slice(0, 12)}`;
	const pattern = new RegExp(`^([0-9A-Za-z]{1,64})${suffix}$`);
	return async (naming, written) => {
		const names = ifThere(() => readdirSync(folder)) ?? [];
		const posts: KnownPost[] = [];
		for (const name of names) {
			const lineage = pattern.exec(name)?.[1];
			if (lineage === undefined || lineage === naming.lineage || written.has(lineage)) continue;
			posts.push(
				...(await postsIn(
					join(folder, name, "ledger.jsonl"),
					{ ...naming, lineage, workspace: "0.1.0" },
					read,
				)),
			);
		}
		return posts;
	};
}

/**
 * What was read of each file, and of which version: the same posts are the same objects until the file
 * changes.
 */
type Cache = Map<string, { readonly version: string; readonly posts: readonly KnownPost[] }>;

async function postsIn(path: string, naming: Naming, read: Cache): Promise<readonly KnownPost[]> {
	const found = ifThere(() => statSync(path));
	if (found === undefined) return [];
	const version = `${found.size} ${found.mtimeMs} ${found.ino}`;
	const before = read.get(path);
	if (before?.version === version) return before.posts;
	const { attempts } = decodeGuard(await readFile(path));
	const posts = [...attempts.values()].flatMap((attempt) => postOf(attempt, naming) ?? []);
	read.set(path, { version, posts });
	return posts;
}

function postOf({ moment, became }: Attempted, naming: Naming): KnownPost | undefined {
	if (moment === undefined) return undefined;
	return { ...postOfMoment(moment, naming), as: became === "armed" ? "unknown" : became };
}
