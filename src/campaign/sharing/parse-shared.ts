import type { Diagnostic } from "../../model/diagnostic.ts";
import { parseYaml, type ReadYaml } from "../../yaml/document.ts";
import { isMap } from "../../yaml/shape.ts";
import { diagnosed, type SourceText, type Words } from "../../yaml/source.ts";
import { parseCampaign } from "../parse.ts";
import { SHARED_PARTS } from "./layers.ts";
import { validateShared } from "./validate-shared.ts";

/** A shared file, and what is wrong with it whoever uses it. */
export interface ParsedShared {
	readonly read: ReadYaml;
	readonly parsed: ReturnType<typeof parseCampaign>;
	readonly diagnostics: readonly Diagnostic[];
	/** What is wrong with defaults of inputs, which do not count where another value is given. */
	readonly defaults: readonly Diagnostic[];
}

/** Ten campaigns that use a file check it once. */
const PARSED = new WeakMap<SourceText, ParsedShared>();

/** Reads a shared file as data and checks its shape, as far as that does not depend on who uses it. */
export function parseShared(source: SourceText): ParsedShared {
	const known = PARSED.get(source);
	if (known !== undefined) return known;
	const read = parseYaml(source);
	const parsed = parseCampaign(read, { validate: validateShared, empty: EMPTY });
	const { diagnostics, follows } = parsed;
	const sure = diagnostics.filter((each) => !follows(each) && !LEFT_TO_CAMPAIGNS.has(each.rule));
	const defaults = diagnostics.filter(({ rule }) => rule === "input-value");
	const whole = { read, parsed, diagnostics: withoutNesting(read, sure), defaults };
	PARSED.set(source, whole);
	return whole;
}

/** Inputs may be declared, and get their values, in a campaign. */
const LEFT_TO_CAMPAIGNS = new Set(["missing-input", "unknown-input", "input-value"]);

const EMPTY = {
	detail: "There is nothing in this shared file.",
	hint: `It may hold ${SHARED_PARTS.map((each) => `\`${each}\``).join(", ")}.`,
};

/** One file that is used by another one tells nobody where an entry comes from. */
function withoutNesting({ file }: ReadYaml, all: readonly Diagnostic[]): readonly Diagnostic[] {
	if (!isMap(file.value) || !Object.hasOwn(file.value, "use")) return all;
	const nested = diagnosed(NESTED, file.spot(["use"], "key"));
	return [nested, ...all.filter(({ place }) => place?.line !== nested.place?.line)];
}

const NESTED: Words = {
	rule: "unknown-key",
	summary: "Unknown key",
	detail: "A shared file cannot use other files.",
	hint: "Delete `use` here, and name both files in the `use` of the campaign.",
};
