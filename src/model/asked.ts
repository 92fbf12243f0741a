/** The texts of a post that are templates. */
export const TEXT_FIELDS = ["title", "description", "tags", "category"] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * What people asked for with a post, where its request does not tell. Ours alone; absent in posts that were
 * made by hand or by 0.1.0.
 */
export interface Asked {
	/** The service's id of the account. Absent: the accounts were not read. */
	readonly accountId?: string;
	/** What people wrote of each text, as digests: generated words are not in them. */
	readonly texts: Readonly<Partial<Record<TextField, string>>>;
	/** Which clips the post entry asked for, as a digest. */
	readonly clips: string;
	/** `keep: true`: posts of its entry that other accounts were handed go out beside it. */
	readonly keeps?: true;
}
