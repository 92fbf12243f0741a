import type { Draft } from "../system/yaml/shape.ts";
import { parseShape, type Shaped } from "../system/yaml/shape.ts";
import { diagnosed, type SourceText } from "../system/yaml/source.ts";
import type { Campaign as RawCampaign } from "./campaign.gen.ts";
import { validateCampaign } from "./validate.gen.ts";

/** What a campaign file says; any part may be missing while problems are collected. */
export type CampaignDraft = Draft<RawCampaign>;

/** Reads a campaign's text as data and checks its shape. */
export function parseCampaign(source: SourceText): Shaped<RawCampaign> {
	const shaped = parseShape<RawCampaign>(source, validateCampaign);
	if (shaped.draft !== undefined || shaped.diagnostics.length > 0) return shaped;
	return { ...shaped, diagnostics: [diagnosed(EMPTY, shaped.file.spot([]))] };
}

const EMPTY = {
	rule: "empty-file",
	summary: "The file is empty",
	detail: "There is no campaign in this file.",
	hint: "Start with `campaign: NAME` and `videos:`.",
};
