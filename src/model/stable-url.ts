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
