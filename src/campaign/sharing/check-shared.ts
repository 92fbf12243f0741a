import type { Diagnostic } from "../../model/diagnostic.ts";
import { levelled, strictly } from "../../model/rules/level.ts";
import type { CheckRequest } from "../check.ts";
import { pathsOf, ruleContext } from "../rule-context.ts";
import { checkRules } from "../rules.ts";
import { parseShared } from "./parse-shared.ts";

/** Checks a shared file by itself, as far as that is possible without a campaign. */
export async function checkShared(
	request: Pick<CheckRequest, "source" | "path" | "root" | "look" | "levels" | "strict">,
): Promise<readonly Diagnostic[]> {
	const { source, path, root, look, levels, strict } = request;
	const { parsed, diagnostics } = parseShared(source);
	const { file, draft, inputs, follows } = parsed;
	if (draft === undefined) return diagnostics;
	const bare = ruleContext({ file, draft, inputs, path, root });
	const facts = new Map<string, Awaited<ReturnType<typeof look>>>();
	for (const each of pathsOf(bare)) facts.set(each, await look(each));
	const found = checkRules({ ...bare, facts }).filter((each) => !follows(each));
	return levelled([...diagnostics, ...found], strict ? strictly(levels) : levels);
}
