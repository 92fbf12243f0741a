/** A shared file that campaigns of a plan use. */
export interface SharedUse {
	/** Path as shown to people. */
	readonly file: string;
	/** Names of the campaigns that use it. */
	readonly campaigns: readonly string[];
	/** Those of them that the plan changes. Not empty. */
	readonly changed: readonly string[];
}
