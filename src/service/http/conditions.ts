/** What tells one version of a file from another. */
export interface Version {
	/** A strong entity tag, in its quotes. */
	readonly tag: string;
	/** Epoch milliseconds, on a whole second as HTTP dates are. */
	readonly changedAt: number;
}

/** The headers a client makes its request conditional with; absent ones are undefined. */
export interface Conditions {
	readonly ifNoneMatch?: string | undefined;
	readonly ifModifiedSince?: string | undefined;
	readonly ifRange?: string | undefined;
}

/**
 * Whether the client has this version already (RFC 9110, 13.1.2 and 13.1.3: a tag counts for more than a
 * date).
 */
export function isKnown({ ifNoneMatch, ifModifiedSince }: Conditions, { tag, changedAt }: Version): boolean {
	if (ifNoneMatch !== undefined) return ifNoneMatch.trim() === "*" || tagsIn(ifNoneMatch).includes(tag);
	const since = Date.parse(ifModifiedSince ?? "");
	return !Number.isNaN(since) && changedAt <= since;
}

/**
 * Whether a part of this version fits to the parts that the client has: without `If-Range` it says nothing of
 * them (RFC 9110, 13.1.5).
 */
export function rangeFits({ ifRange }: Conditions, { tag }: Version): boolean {
	// Weak tags and dates are too coarse for parts: they get the whole.
	return ifRange === undefined || ifRange.trim() === tag;
}

function tagsIn(header: string): readonly string[] {
	return [...header.matchAll(/"[^"]*"/g)].map(([tag]) => tag);
}
