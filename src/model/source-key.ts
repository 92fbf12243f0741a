import { same } from "./same.ts";
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

/** A URL without the parameters that are made anew for each link: signatures, tokens and times they end. */
export function stableUrl(url: string): string {
	const [, path = "", query, fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
	if (query === undefined) return url;
	const parts = query.split("&");
	const names = parts.map(nameOf);
	const isAzure = names.includes("sig");
	const kept = parts.filter((_, at) => !isVolatile(names[at] ?? "", isAzure));
	if (kept.length === parts.length) return url;
	return `${path}${kept.length > 0 ? `?${kept.join("&")}` : ""}${fragment}`;
}

function nameOf(part: string): string {
	return (part.split("=")[0] ?? "").toLowerCase();
}

function isVolatile(name: string, isAzure: boolean): boolean {
	if (VOLATILE.has(name) || (isAzure && AZURE.has(name))) return true;
	return VOLATILE_BEGINNINGS.some((beginning) => name.startsWith(beginning));
}

/**
 * Parameters, in lower case, that sign a link or say until when it is valid. None of them says which video it
 * is.
 */
const VOLATILE: ReadonlySet<string> = new Set([
	// Amazon S3 (version 2) and CloudFront
	...["awsaccesskeyid", "signature", "expires", "key-pair-id", "policy"],
	// Google Cloud Storage (version 2), Alibaba OSS
	...["googleaccessid", "ossaccesskeyid", "security-token"],
	// Akamai, and what is usual elsewhere
	...["hdnts", "hdnea", "__token__", "hmac", "sig", "token", "access_token", "auth_token"],
]);

/** The same, where a family of parameters begins alike. */
const VOLATILE_BEGINNINGS = ["x-amz-", "x-goog-", "x-oss-", "q-sign-", "q-ak"];

/** Names of Azure's shared access signatures: so short that they count only beside a `sig`. */
const AZURE: ReadonlySet<string> = new Set([
	...["se", "sp", "sv", "st", "sr", "spr", "sip", "si", "ss", "srt"],
	...["skoid", "sktid", "skt", "ske", "sks", "skv", "sdd"],
]);
