import type { InputValue } from "../model/campaign.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Draft } from "../yaml/shape.ts";
import { MAX_DIAGNOSTICS, parseShape, type Shaped, type ShapeOptions, TOO_MANY } from "../yaml/shape.ts";
import { diagnosed, type SourceText, type Words } from "../yaml/source.ts";
import type { Campaign as RawCampaign } from "./campaign.gen.ts";
import { fillInputs, type InputSource, settleInputs } from "./inputs.ts";
import { validateCampaign } from "./validate.gen.ts";

/** What a campaign file says; any part may be missing while problems are collected. */
export type CampaignDraft = Draft<RawCampaign>;

/** A campaign's file with its inputs settled and filled in. */
export interface ParsedCampaign extends Shaped<RawCampaign> {
	readonly inputs: Readonly<Record<string, InputValue>>;
	/** Whether something stands where an input without a value left a gap: it follows from that. */
	readonly follows: (diagnostic: Diagnostic) => boolean;
}

/** Reads a campaign's text as data, fills in its inputs and checks its shape. */
export function parseCampaign(source: SourceText, given: readonly InputSource[]): ParsedCampaign {
	let inputs: ParsedCampaign["inputs"] = {};
	const gaps = new Set<string>();
	const prepare: ShapeOptions["prepare"] = (written, file) => {
		const settled = settleInputs(written, given);
		const { value, findings, unfilled } = fillInputs(written, settled.values);
		for (const path of unfilled) gaps.add(positionOf(file.spot(path)));
		inputs = settled.values;
		const all = [...settled.findings, ...findings].map(({ path, part, ...words }) =>
			diagnosed(words, file.spot(path, part)),
		);
		return {
			value,
			diagnostics:
				all.length > MAX_DIAGNOSTICS
					? [...all.slice(0, MAX_DIAGNOSTICS), diagnosed(TOO_MANY, file.spot([]))]
					: all,
		};
	};
	const shaped = parseShape<RawCampaign>(source, validateCampaign, { prepare });
	const empty = shaped.draft === undefined && shaped.diagnostics.length === 0;
	const follows = (each: Diagnostic) => each.rule !== "unknown-input" && gaps.has(positionOf(each));
	return {
		...shaped,
		inputs,
		follows,
		...(empty && { diagnostics: [diagnosed(EMPTY, shaped.file.spot([]))] }),
	};
}

function positionOf({ place }: Pick<Diagnostic, "place">): string {
	return `${place?.line}:${place?.column}`;
}

const EMPTY: Words = {
	rule: "empty-file",
	summary: "The file is empty",
	detail: "There is no campaign in this file.",
	hint: "Start with `campaign: NAME` and `videos:`.",
};
