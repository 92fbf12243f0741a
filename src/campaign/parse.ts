import type { InputValue } from "../model/campaign.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { ReadYaml } from "../yaml/document.ts";
import type { Draft } from "../yaml/shape.ts";
import {
	MAX_DIAGNOSTICS,
	type Shaped,
	type ShapeOptions,
	shapeOf,
	TOO_MANY,
	type Validator,
} from "../yaml/shape.ts";
import { diagnosed, type Words } from "../yaml/source.ts";
import type { Campaign as RawCampaign } from "./campaign.gen.ts";
import { fillInputs, type InputSource, settleInputs } from "./inputs.ts";

/** What a campaign file says; any part may be missing while problems are collected. */
export type CampaignDraft = Draft<RawCampaign>;

/** A campaign's file with its inputs settled and filled in. */
export interface ParsedCampaign extends Shaped<RawCampaign> {
	readonly inputs: Readonly<Record<string, InputValue>>;
	/** Whether something stands where an input without a value left a gap: it follows from that. */
	readonly follows: (diagnostic: Diagnostic) => boolean;
}

/** How a file is understood. */
interface ParseOptions {
	readonly validate: Validator;
	/** Absent: no input is filled in, because their values depend on who uses the file. */
	readonly given?: readonly InputSource[];
	/** What is said where nothing is written. */
	readonly empty: Pick<Words, "detail" | "hint">;
}

/** Fills the inputs into a campaign, or a part of one, and checks its shape. */
export function parseCampaign(read: ReadYaml, { validate, given, empty }: ParseOptions): ParsedCampaign {
	let inputs: ParsedCampaign["inputs"] = {};
	const gaps = new Set<string>();
	const prepare: ShapeOptions["prepare"] = (written, file) => {
		const settled = settleInputs(written, given ?? []);
		const { value, findings, unfilled } = fillInputs(written, given === undefined ? {} : settled.values);
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
	const shaped = shapeOf<RawCampaign>(read, validate, { prepare });
	const isEmpty = shaped.draft === undefined && shaped.diagnostics.length === 0 && read.usable;
	const follows = (each: Diagnostic) => each.rule !== "unknown-input" && gaps.has(positionOf(each));
	return {
		...shaped,
		inputs,
		follows,
		...(isEmpty && { diagnostics: [diagnosed({ ...EMPTY, ...empty }, shaped.file.spot([]))] }),
	};
}

function positionOf({ place }: Pick<Diagnostic, "place">): string {
	return `${place?.file}:${place?.line}:${place?.column}`;
}

const EMPTY = { rule: "empty-file", summary: "The file is empty" } as const;
