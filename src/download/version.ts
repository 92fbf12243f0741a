/** What makes bytes of one answer and of the next parts of the same file. Holds no link. */
export interface FileVersion {
	/** Strong entity tag. */
	readonly etag: string;
	/** Of the whole file, in bytes. */
	readonly size: number;
}

/** Whether a value is an entity tag that promises the same bytes, and fit to be sent. */
export function strongTag(value: unknown): value is string {
	return typeof value === "string" && /^"[\x21\x23-\x7e]{1,200}"$/.test(value);
}
