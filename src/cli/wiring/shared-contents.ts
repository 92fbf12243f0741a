import { compare } from "../../content/compare.ts";
import type { Print } from "../../content/print.ts";
import { printIn, printOf, streamsOf } from "../../content/prints.ts";
import type { MediaReader } from "../../content/read.ts";
import type { PlannedPost } from "../../model/shared-content.ts";
import type { SourceFile } from "../../state/ledger/contents.ts";
import { DiedFault } from "../../system/ffmpeg.ts";
import { ProgramFault } from "../../system/run.ts";
import { addLink, type Finder, hashIn, isFileKey, isNear, mediaOf } from "./content-finder.ts";

/** So many further sources are asked whether they hold a jingle that two of them share. */
const MOST_OTHERS = 5;

/** Two sources that one plan posts to the same account. */
export interface SourcePair {
	readonly a: PlannedSource;
	readonly b: PlannedSource;
}

interface PlannedSource {
	readonly key: string;
	/** Absent: it is not there any more, and only what was read before is known. */
	readonly file?: SourceFile;
	readonly posts: readonly PlannedPost[];
}

/** The pairs that are worth a comparison: only posts to one account can be the same post. */
export function pairsOf(
	files: readonly SourceFile[],
	planned: readonly PlannedPost[],
): readonly SourcePair[] {
	const byKey = new Map(files.map((file) => [file.key, file]));
	const posts = new Map<string, PlannedPost[]>();
	for (const post of planned)
		if (isFileKey(post.content)) posts.set(post.content, [...(posts.get(post.content) ?? []), post]);
	const sources = [...posts].map(([key, of]): PlannedSource => {
		const file = byKey.get(key);
		return file ? { key, file, posts: of } : { key, posts: of };
	});
	return sources.flatMap((a, at) =>
		sources.slice(at + 1).flatMap((b) => (isComparable(a, b) ? [{ a, b }] : [])),
	);
}

function isComparable(a: PlannedSource, b: PlannedSource): boolean {
	return common(a, b).length > 0 && isNear(a.file ?? {}, b.file ?? {});
}

/** Posts of the first that go to an account of the second. */
function common(a: PlannedSource, b: PlannedSource): readonly PlannedPost[] {
	const accounts = new Set(b.posts.map(({ account }) => account));
	return a.posts.filter(({ account }) => accounts.has(account));
}

/** Compares sources of one plan with each other. Cheap things first: packets, then sound and pictures. */
export async function comparePairs(
	finder: Finder,
	pairs: readonly SourcePair[],
	reader: MediaReader,
): Promise<void> {
	const streams = remembered((source) => streamsIn(source, finder, reader));
	const prints = remembered((source) => printFor(source, finder, reader));
	const looked: Print[] = [];
	for (const { a, b } of pairs) {
		const equal = await streams(a);
		if (equal !== undefined && equal === (await streams(b))) {
			addLink(finder, { content: a.key, source: b.key, offsetMs: 0, by: "streams", as: "same" });
			continue;
		}
		const [first, second] = [await prints(a), await prints(b)];
		if (first === undefined || second === undefined) continue;
		for (const print of [first, second]) if (!looked.includes(print)) looked.push(print);
		const others = looked.filter((print) => print !== first && print !== second).slice(-MOST_OTHERS);
		lookFor(finder, { posts: common(a, b), of: first, in: second, key: b.key, others });
		lookFor(finder, { posts: common(b, a), of: second, in: first, key: a.key, others });
	}
}

interface Look {
	readonly posts: readonly PlannedPost[];
	/** The source of the posts, and the one that they are looked for in. */
	readonly of: Print;
	readonly in: Print;
	readonly key: string;
	readonly others: readonly Print[];
}

function lookFor(finder: Finder, { posts, of, in: other, key, others }: Look): void {
	for (const { content, moment } of posts) {
		const pair = `${key} ${content} ${moment.from}-${moment.to}`;
		if (finder.compared.has(pair)) continue;
		finder.compared.add(pair);
		const { as, by, offsetMs = 0 } = compare(of, other, { moment, others });
		if (as !== "other") addLink(finder, { content, source: key, offsetMs, by, as, range: moment });
	}
}

async function streamsIn({ key, file }: PlannedSource, finder: Finder, reader: MediaReader) {
	return file ? streamsOf(mediaOf(file), finder.cache, reader) : (await keptPrint(key, finder))?.streams;
}

async function printFor({ key, file }: PlannedSource, finder: Finder, reader: MediaReader) {
	return file ? printOf(mediaOf(file), finder.cache, reader) : keptPrint(key, finder);
}

async function keptPrint(key: string, { cache, kept }: Finder): Promise<Print | undefined> {
	return (await printIn(cache, hashIn(key))) ?? printIn(kept, hashIn(key));
}

/** Each source is read once; what ffmpeg cannot read is compared by its bytes alone. */
function remembered<Found>(read: (source: PlannedSource) => Promise<Found | undefined>) {
	const known = new Map<string, Found | undefined>();
	return async (source: PlannedSource): Promise<Found | undefined> => {
		if (known.has(source.key)) return known.get(source.key);
		const found = await read(source).catch((error: unknown) => {
			if (error instanceof ProgramFault && !(error instanceof DiedFault)) return undefined;
			throw error;
		});
		known.set(source.key, found);
		return found;
	};
}
