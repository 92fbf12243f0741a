import type { Source } from "../../src/model/campaign.ts";
import { same } from "../../src/model/same.ts";
import { sourceKey } from "../../src/model/source-key.ts";
import { stableUrl } from "../../src/model/stable-url.ts";
import type { SourceIdentity } from "../../src/model/task.ts";
import type { Contents } from "../../src/state/ledger/contents.ts";
import type { ContentMoment } from "../../src/state/ledger/records.ts";
import type { SourceLink } from "../../src/state/ledger/sources.ts";

/** Files that hold one footage, however they were made of it. */
const FILES = ["file", "remuxed", "re-encoded", "trimmed", "alike"] as const;
/** Addresses of the same footage, which nobody fetches. */
const ADDRESSES = ["address", "signed", "named", "mirror"] as const;
/** Where the video of a campaign is taken from. */
export const SOURCES = [...FILES, ...ADDRESSES] as const;
export type SourceName = (typeof SOURCES)[number];

const URL = "https://videos.example.com/talk.mp4";
const URLS: Readonly<Record<(typeof ADDRESSES)[number], { readonly url: string; readonly id?: string }>> = {
	address: { url: URL },
	signed: { url: `${URL}?X-Amz-Date=1&X-Amz-Signature=a` },
	named: { url: URL, id: "talk" },
	mirror: { url: "https://mirror.example.net/v/7", id: "talk" },
};

/** How much of the beginning a trimmed file lacks, in milliseconds. */
const TRIMMED_MS = 5_000;

/** What a campaign says of a source. */
export function sourceOf(name: SourceName): Source {
	return isFile(name)
		? { kind: "file", path: `/${name}.mp4`, shown: `${name}.mp4` }
		: { kind: "url", ...URLS[name] };
}

/** What a source is, independent of where it lies. */
export function identityOf(name: SourceName): SourceIdentity {
	if (isFile(name)) return { kind: "file", sha256: "abcde"[FILES.indexOf(name)]?.repeat(64) ?? "" };
	const { url, ...id } = URLS[name];
	return { kind: "url", url: stableUrl(url), ...id };
}

/** Where a source begins in the footage, in milliseconds. */
export function beginOf(name: SourceName): number {
	return name === "trimmed" ? TRIMMED_MS : 0;
}

/** Whether anything but a person can know that two sources hold the same footage. */
export function isRecognisable(a: SourceName, b: SourceName): boolean {
	return isFile(a) === isFile(b);
}

/** The name of a source whose key this is. */
export function sourceWithKey(key: string): SourceName | undefined {
	return SOURCES.find((name) => sourceKey(identityOf(name)) === key);
}

/** The name of what was submitted: two addresses may have one key. */
export function sourceIn(identity: SourceIdentity): SourceName | undefined {
	return SOURCES.find((name) => same(identityOf(name), identity)) ?? sourceWithKey(sourceKey(identity));
}

/** Finds out about files what looking into them would tell; an `alike` one is never sure. */
export function contentsOfFootage(): Contents {
	const links: SourceLink[] = [];
	const keys = new Set<string>();
	const seen = new Set<string>();
	const momentKey = ({ content, moment: { from, to } }: ContentMoment) => `${content} ${from}-${to}`;
	const compareAll = (posted: readonly ContentMoment[]) => {
		for (const key of keys) links.push(...posted.flatMap((moment) => linkOf(key, moment) ?? []));
		for (const each of posted) seen.add(momentKey(each));
	};
	return {
		hasCompared: (posted) => seen.has(momentKey(posted)),
		compareLate: async (posted) => compareAll(posted),
		links: () => links,
		declare: (id, url) =>
			void links.push({ content: id, source: url, offsetMs: 0, by: "declared", as: "same" }),
		async find({ files, posted }) {
			for (const { key } of files) keys.add(key);
			compareAll(posted);
		},
		nameOf: async () => undefined,
		keep: async () => {},
	};
}

function linkOf(source: string, { content, moment }: ContentMoment): SourceLink | undefined {
	const [a, b] = [sourceWithKey(source), sourceWithKey(content)];
	if (a === undefined || b === undefined || a === b || !isFile(a) || !isFile(b)) return undefined;
	const about = { source, content, offsetMs: beginOf(a) - beginOf(b) };
	if ([a, b].includes("alike")) return { ...about, by: "sound", as: "probable", range: moment };
	const isRemux = [a, b].every((name) => name === "file" || name === "remuxed");
	return { ...about, as: "same", ...(isRemux ? { by: "streams" } : { by: "sound", range: moment }) };
}

function isFile(name: SourceName): name is (typeof FILES)[number] {
	return FILES.some((file) => file === name);
}
