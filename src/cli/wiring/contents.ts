import { join } from "node:path";
import { compare } from "../../content/compare.ts";
import type { Print } from "../../content/print.ts";
import { printIn, printOf, streamsOf, writePrint } from "../../content/prints.ts";
import type { MediaReader } from "../../content/read.ts";
import { EngineFault } from "../../engine/io/engine-fault.ts";
import { findFfmpeg } from "../../engine/io/find-ffmpeg.ts";
import { defined } from "../../model/defined.ts";
import type { Settings } from "../../model/settings.ts";
import type { ContentSearch, Contents, SourceFile } from "../../state/ledger/contents.ts";
import type { ContentMoment } from "../../state/ledger/records.ts";
import { DiedFault } from "../../system/ffmpeg.ts";
import { ProgramFault } from "../../system/run.ts";
import { addLink, type Finder, hashIn, isFileKey, isNear, mediaOf } from "./content-finder.ts";
import { ledgerFolderOf } from "./machine-record.ts";
import { comparePairs, pairsOf } from "./shared-contents.ts";

/** Longest that a post waits for a comparison, in milliseconds: its request is open meanwhile. */
const LATE_MS = 1_500;
const finders = new WeakMap<Settings, Finder>();

/**
 * What is found out about the contents of sources in this run: a plan and the check before each post share
 * it.
 */
export function contentsOf(settings: Settings): Contents {
	const finder = finderOf(settings);
	return {
		links: () => finder.links,
		uncompared: () => finder.unread,
		declare: (id, url) =>
			addLink(finder, { content: id, source: url, offsetMs: 0, by: "declared", as: "same" }),
		find: (search) => find(finder, search),
		hasCompared: (posted) => finder.seen.has(momentKey(posted)),
		compareLate: (posted) => compareLate(finder, posted),
		nameOf: async (key) => (await printIn(finder.kept, hashIn(key)))?.name,
		async keep(key) {
			if (finder.settled.has(key)) return;
			const print = await printIn(finder.cache, hashIn(key));
			if (print) await writePrint(finder.kept, hashIn(key), print);
			finder.settled.add(key);
		},
	};
}

/** The same, for a command that may post. */
export function contentsToKeep(settings: Settings): Contents {
	finderOf(settings).isPosting = true;
	return contentsOf(settings);
}

function finderOf(settings: Settings): Finder {
	const known = finders.get(settings);
	if (known) return known;
	const cache = join(settings.root, ".showrun", "cache", "content");
	const kept = join(ledgerFolderOf(settings).path, "sources");
	const finder: Finder = {
		settings,
		cache,
		kept,
		links: [],
		compared: new Set(),
		files: new Map(),
		seen: new Set(),
		settled: new Set(),
		unread: undefined,
		isPosting: false,
	};
	finders.set(settings, finder);
	return finder;
}

function momentKey({ content, moment: { from, to } }: ContentMoment): string {
	return `${content} ${from}-${to}`;
}

async function find(finder: Finder, search: ContentSearch): Promise<void> {
	finder.settled.clear();
	finder.unread = undefined;
	for (const file of search.files) finder.files.set(file.key, file);
	if (!(await isRead(finder, compareAll(finder, search)))) return;
	for (const each of search.posted) finder.seen.add(momentKey(each));
}

/** A post waits for this: what takes longer than it has is given up, and not compared. */
async function compareLate(finder: Finder, posted: readonly ContentMoment[]): Promise<void> {
	const files = [...finder.files.values()];
	const signal = AbortSignal.timeout(LATE_MS);
	try {
		if (!(await isRead(finder, compareAll(finder, { files, posted, planned: [], signal })))) return;
	} catch (error) {
		if (signal.aborted) return;
		throw error;
	}
	for (const each of posted) finder.seen.add(momentKey(each));
}

/** False where the reading was ended from outside: nothing is known then, and the next look reads again. */
async function isRead(finder: Finder, reading: Promise<void>): Promise<boolean> {
	try {
		await reading;
		return true;
	} catch (error) {
		if (!(error instanceof DiedFault)) throw error;
		finder.unread = error.message;
		return false;
	}
}

async function compareAll(finder: Finder, { files, posted, planned, signal }: ContentSearch): Promise<void> {
	const known = await knownPrints(finder, posted);
	const pairs = pairsOf(files, planned);
	if (pairs.length === 0 && (files.length === 0 || (known.size === 0 && !finder.isPosting))) return;
	const reader = await readerFor(finder, signal);
	if (typeof reader === "string") {
		if (known.size > 0 || pairs.length > 0) finder.unread = reader;
		return;
	}
	for (const file of files) {
		await findOne(finder, file, { posted, known, reader }).catch((error: unknown) => {
			// What ffmpeg cannot read is compared by its bytes alone.
			if (!(error instanceof ProgramFault) || error instanceof DiedFault) throw error;
		});
	}
	await comparePairs(finder, pairs, reader);
}

interface Against {
	readonly posted: readonly ContentMoment[];
	readonly known: ReadonlyMap<string, Print>;
	readonly reader: MediaReader;
}

/** Cheap things first: lengths, then packets, and only then sound and pictures. */
async function findOne(finder: Finder, file: SourceFile, { posted, known, reader }: Against): Promise<void> {
	const media = mediaOf(file);
	const near = [...known].filter(([key, print]) => key !== file.key && isNear(print, file));
	const streams = near.length === 0 ? undefined : await streamsOf(media, finder.cache, reader);
	const equal = near.find(([, print]) => streams !== undefined && print.streams === streams);
	if (equal) addLink(finder, { content: equal[0], source: file.key, offsetMs: 0, by: "streams", as: "same" });
	if (equal === undefined ? near.length === 0 && !finder.isPosting : !finder.isPosting) return;
	const print = await printOf(media, finder.cache, reader);
	if (equal) return;
	for (const [content, other] of near) {
		const others = [...known].flatMap(([key, each]) => (key === content || key === file.key ? [] : [each]));
		for (const { moment } of posted.filter((each) => each.content === content)) {
			const pair = `${file.key} ${content} ${moment.from}-${moment.to}`;
			if (finder.compared.has(pair)) continue;
			finder.compared.add(pair);
			const { as, by, offsetMs = 0 } = compare(other, print, { moment, others });
			if (as !== "other") addLink(finder, { content, source: file.key, offsetMs, by, as, range: moment });
		}
	}
}

/** The prints of what was posted, where they were kept. */
async function knownPrints(
	{ kept }: Finder,
	posted: readonly ContentMoment[],
): Promise<ReadonlyMap<string, Print>> {
	const keys = [...new Set(posted.map(({ content }) => content))].filter((key) => isFileKey(key));
	const found = await Promise.all(keys.map(async (key) => [key, await printIn(kept, hashIn(key))] as const));
	return new Map(found.flatMap(([key, print]) => (print ? [[key, print] as const] : [])));
}

/** What reads the files, or why nothing can. */
async function readerFor({ settings }: Finder, signal: AbortSignal): Promise<MediaReader | string> {
	const { ffmpeg: wanted, data } = settings.embedded;
	const request = { searchPath: process.env.PATH ?? "", cache: join(data, "cache"), signal };
	try {
		return { ffmpeg: (await findFfmpeg({ ...request, ...defined({ wanted }) })).path, signal };
	} catch (error) {
		if (error instanceof EngineFault) return error.message;
		throw error;
	}
}
