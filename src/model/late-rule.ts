/**
 * What becomes of a post that is later than its limit when it could go out, because nothing was running or
 * something was in the way: it goes out all the same, waits for a person, or never goes out.
 */
export interface LateRule {
	readonly maxMs: number;
	readonly action: "deliver" | "hold" | "skip";
}
