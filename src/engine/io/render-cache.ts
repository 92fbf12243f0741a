import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { cachedJson } from "../../speech/json-cache.ts";
import { sha256, temporaryBeside } from "../../system/files.ts";
import type { Source } from "../probe/source.ts";
import type { Span } from "../spans.ts";
import type { Tool } from "./tool.ts";

/** Version of what is kept: increase it when the same input gives other results. */
const CACHE_VERSION = 4;

/** What is kept of a span of a source between renders of it, so that another style costs no new look. */
export interface SpanCache {
	/** What was made of the span before, else what is made now. `what`: everything else it depends on. */
	json<Made>(given: {
		readonly what: readonly unknown[];
		readonly read: (value: unknown) => Made | undefined;
		readonly make: () => Promise<Made>;
	}): Promise<Made>;
	/** Copies a kept file to a path. False: there is none. */
	fetch(name: string, to: string): Promise<boolean>;
	/** Keeps a copy of a file; what cannot be kept is made again the next time. */
	keep(name: string, from: string): Promise<void>;
}

/** Undefined where nothing is remembered. A file that was changed since is another source. */
export async function spanCache(source: Source, span: Span, tool: Tool): Promise<SpanCache | undefined> {
	const { renderCache: folder } = tool;
	if (folder === undefined) return undefined;
	const { size, mtimeNs, ino } = await stat(source.file, { bigint: true });
	const of = [CACHE_VERSION, resolve(source.file), ...[size, mtimeNs, ino].map(String)];
	const key = [...of, source.video ?? null, source.audio ?? null, span.begin, span.end];
	const pathOf = (name: string) => join(folder, `${sha256(JSON.stringify([...key, name]))}.bin`);
	return {
		json: ({ what, read, make }) => cachedJson({ folder, key: [...key, ...what], read, make }),
		fetch: (name, to) => copyFile(pathOf(name), to).then(isDone, isNotDone),
		keep: async (name, from) => {
			const beside = temporaryBeside(pathOf(name));
			try {
				await mkdir(folder, { recursive: true, mode: 0o700 });
				await copyFile(from, beside);
				await rename(beside, pathOf(name));
			} catch {
				await rm(beside, { force: true }).catch(() => undefined);
			}
		},
	};
}

function isDone(): boolean {
	return true;
}

function isNotDone(): boolean {
	return false;
}
