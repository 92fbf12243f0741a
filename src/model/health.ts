/** What came of one look at the machine, the service or the state. */
export interface CheckResult {
	/** What was looked at, in a word or two. */
	readonly name: string;
	/**
	 * `fail`: something that showrun needs does not work. `warn`: it will work, but not all of it, or not for
	 * long.
	 */
	readonly level: "ok" | "warn" | "fail";
	/** What was found, without secrets. */
	readonly detail: string;
	/** What to do, in words that can be copied. */
	readonly remedy?: string;
}
