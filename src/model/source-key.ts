import { same } from "./same.ts";
import { stableUrl } from "./stable-url.ts";
import type { SourceIdentity } from "./task.ts";
import { comparedUrl } from "./video-url.ts";

/**
 * The part of a source's identity that moments are remembered by: `sha256:…` of a file, `id:…` as
 * declared, or `url:…`.
 */
export function sourceKey(source: SourceIdentity): string {
	if (source.kind === "file") return `sha256:${source.sha256}`;
	return source.id === undefined ? `url:${stableUrl(source.url)}` : `id:${source.id}`;
}

/** A key as it is compared: a URL has many forms, and earlier versions kept signatures in it. */
export function comparedKey(key: string): string {
	if (!key.startsWith("url:")) return key;
	const known = COMPARED.get(key);
	if (known !== undefined) return known;
	const compared = `url:${comparedUrl(stableUrl(key.slice(4)))}`;
	if (COMPARED.size >= MOST_COMPARED) COMPARED.clear();
	COMPARED.set(key, compared);
	return compared;
}

/** Each post is compared with every earlier one of its account, and their sources are few. */
const COMPARED = new Map<string, string>();
const MOST_COMPARED = 10_000;

/**
 * Whether two sources need one submit only: a new signature, another form of the address, a declared id, or a
 * mirror under the same id change nothing.
 */
export function sameSource(a: SourceIdentity, b: SourceIdentity): boolean {
	if (a.kind === "file" || b.kind === "file") return same(a, b);
	if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
	return comparedUrl(stableUrl(a.url)) === comparedUrl(stableUrl(b.url));
}
