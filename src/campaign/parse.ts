import type { Diagnostic } from "../model/diagnostic.ts";
import { parseYaml, type YamlFile } from "../system/yaml/document.ts";
import { checkShape, type Draft } from "../system/yaml/shape.ts";
import { diagnosed, type SourceText } from "../system/yaml/source.ts";
import type { Campaign as RawCampaign } from "./campaign.gen.ts";
import { validateCampaign } from "./validate.gen.ts";

/** What a campaign file says; any part may be missing while problems are collected. */
export type CampaignDraft = Draft<RawCampaign>;

/** A campaign file as data, with the places of its parts and the problems of its shape. */
export interface ParsedCampaign {
	readonly file: YamlFile;
	/** Absent when the text could not be read as data at all. */
	readonly draft?: CampaignDraft;
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads a campaign's text and checks its shape. */
export function parseCampaign(source: SourceText): ParsedCampaign {
	const { file, diagnostics } = parseYaml(source);
	const unreadable = diagnostics.some((each) => FATAL.has(each.rule));
	if (unreadable) return { file, diagnostics };
	if (file.value === undefined) return { file, diagnostics: [...diagnostics, diagnosed(EMPTY, file.spot([]))] };
	const empty = new Set(diagnostics.filter((each) => each.rule === "empty-value").map(placed));
	const shaped = checkShape<RawCampaign>(file, validateCampaign);
	// An empty value has been reported already, in better words than "must not be null".
	return { file, draft: shaped.draft, diagnostics: [...diagnostics, ...shaped.diagnostics.filter((each) => !empty.has(placed(each)))] };
}

/** After these the value is not what was meant. */
const FATAL = new Set(["yaml-syntax", "yaml-depth", "yaml-documents", "yaml-alias", "yaml-key"]);

const EMPTY = {
	rule: "empty-file",
	summary: "The file is empty",
	detail: "There is no campaign in this file.",
	hint: "Start with `campaign: NAME` and `videos:`.",
};

function placed(diagnostic: Diagnostic): string {
	return `${diagnostic.place?.line}:${diagnostic.place?.column}`;
}
