import type { Diagnostic } from "../../model/diagnostic.ts";
import { levelled, strictly } from "../../model/rules/level.ts";
import type { PathFact } from "../../system/paths.ts";
import type { CheckRequest } from "../check.ts";
import { pathsOf, ruleContext } from "../rule-context.ts";
import { checkRules } from "../rules.ts";
import { parseShared } from "./parse-shared.ts";
import type { SharedRead } from "./read-shared.ts";
import { unreadable } from "./unreadable.ts";

interface SharedRequest extends Pick<CheckRequest, "path" | "root" | "look" | "levels" | "strict"> {
	readonly read: SharedRead;
}

/** Checks a shared file by itself, as far as that is possible without a campaign. */
export async function checkShared(request: SharedRequest): Promise<readonly Diagnostic[]> {
	const { read, path, root, look, levels, strict } = request;
	if ("problem" in read) return [read.problem];
	if ("fact" in read) {
		const place = { file: read.file, line: 1, column: 1 };
		return [{ severity: "error", ...unreadable(read), place }];
	}
	const { parsed, ...shared } = parseShared(read.source);
	const diagnostics = [...shared.diagnostics, ...shared.defaults];
	const { file, draft, follows } = parsed;
	if (draft === undefined) return diagnostics;
	const bare = ruleContext({ file, draft, inputs: {}, path, root });
	const facts = new Map<string, PathFact>();
	for (const each of pathsOf(bare)) facts.set(each, await look(each));
	const found = checkRules({ ...bare, facts }).filter((each) => !follows(each));
	return levelled([...diagnostics, ...found], strict ? strictly(levels) : levels);
}
