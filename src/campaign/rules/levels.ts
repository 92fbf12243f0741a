import { levelMistakes } from "../../yaml/levels.ts";
import type { Scene } from "../scene.ts";
import type { Finding } from "./finding.ts";

/** Levels are given to rules that exist, and that can have them. */
export function ruleLevels({ draft }: Scene): Finding[] {
	return levelMistakes(draft.rules ?? {}).map(({ id, words }) => ({
		...words,
		path: ["rules", id],
		part: "key",
	}));
}
