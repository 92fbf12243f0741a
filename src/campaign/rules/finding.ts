import type { Path } from "../../yaml/plain-value.ts";
import type { Words } from "../../yaml/source.ts";

/** What a rule found: words, and the part of the campaign they are about. */
export interface RuleFinding extends Words {
	readonly path: Path;
	readonly part?: "key" | "value";
}
