import { loadPatterns } from "../compose/pattern.ts";
import type { Campaign, RuleLevel } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { Brand } from "../model/own-brand.ts";
import { type Levels, levelled, levelsById, strictly } from "../model/rules/level.ts";
import { sha256 } from "../system/files.ts";
import type { PathFact } from "../system/paths.ts";
import type { SourceText, Spot } from "../yaml/source.ts";
import type { InputSource } from "./inputs.ts";
import { normalize } from "./normalize.ts";
import { parseCampaign } from "./parse.ts";
import { parseReviews, reviewsOf } from "./reviews.ts";
import { pathsOf, ruleContext } from "./rule-context.ts";
import { checkRules } from "./rules.ts";

/** One campaign file, checked. Plain data, so that it can be kept. */
export interface CheckedFile {
	readonly diagnostics: readonly Diagnostic[];
	/** Absent when there are errors. */
	readonly campaign?: Campaign;
	/** Absent where it cannot be told. */
	readonly name?: { readonly value: string; readonly spot: Spot };
	/** Names of the inputs it declares; absent when it could not be read as data. */
	readonly inputs?: readonly string[];
	/** What was found on disk, by absolute path: with other facts the file has to be checked again. */
	readonly facts: Readonly<Record<string, PathFact>>;
}

export interface CheckRequest {
	readonly source: SourceText;
	/** The reviewed-clips file beside it. Absent: there is none. */
	readonly clips?: SourceText;
	/** Absolute path of the file. */
	readonly path: string;
	/** Absolute folder that sources must stay in. */
	readonly root: string;
	readonly given: readonly InputSource[];
	readonly look: (path: string) => Promise<PathFact>;
	readonly checkTexts: CheckTexts;
	/** The brand of the settings; what the file says wins. */
	readonly brand?: Brand;
	/** Of the workspace; the file's own win. */
	readonly levels: Levels;
	/** Whether warnings are errors. */
	readonly strict: boolean;
}

/**
 * Finds what is wrong with the texts of a campaign; with templates alone where other errors have taken parts
 * of it away.
 */
export type CheckTexts = (
	campaign: Campaign,
	extent: "whole" | "torn",
	source: SourceText,
) => readonly Diagnostic[];

/** Parses and checks one campaign file. */
export async function checkFile(request: CheckRequest): Promise<CheckedFile> {
	const { source, path, root, given, look, checkTexts } = request;
	await loadPatterns();
	const { file, draft, inputs, follows, diagnostics: found } = parseCampaign(source, given);
	const first = found.filter((each) => !follows(each));
	if (draft === undefined) return { diagnostics: first, facts: {} };
	const bare = ruleContext({ file, draft, inputs, path, root, brand: request.brand });
	const facts = await factsAt(pathsOf(bare), look);
	const context = { ...bare, facts: new Map(Object.entries(facts)) };
	const levels = levelsOf(request, draft.rules);
	const diagnostics = levelled([...first, ...checkRules(context).filter((each) => !follows(each))], levels);
	const normal = { ...normalize(context, digestOf(source.text, inputs, request.brand)), rules: levels };
	const campaign = hasErrors(diagnostics) ? undefined : normal;
	const texts = levelled(checkTexts(normal, campaign ? "whole" : "torn", source), levels);
	const reviewed = reviewedBy(request.clips, campaign);
	const usable = campaign !== undefined && !hasErrors(texts) && !hasErrors(reviewed.diagnostics);
	return defined({
		diagnostics: [...diagnostics, ...texts, ...reviewed.diagnostics],
		campaign: usable ? { ...campaign, ...reviewed.part } : undefined,
		name: draft.campaign === undefined ? undefined : { value: draft.campaign, spot: file.spot(["campaign"]) },
		inputs: Object.keys(draft.inputs ?? {}),
		facts,
	});
}

/**
 * What the reviewed-clips file adds to the campaign. What it was approved for counts as much as the
 * campaign's own text.
 */
function reviewedBy(
	clips: SourceText | undefined,
	campaign: Campaign | undefined,
): { readonly diagnostics: readonly Diagnostic[]; readonly part?: Partial<Campaign> } {
	if (clips === undefined) return { diagnostics: [] };
	if (campaign === undefined) return { diagnostics: parseReviews(clips).diagnostics };
	const { diagnostics, reviews, videos } = reviewsOf(clips, campaign);
	const part = reviews && videos && { reviews, videos, digest: sha256(`${campaign.digest}\0${clips.text}`) };
	return defined({ diagnostics, part });
}

function levelsOf(
	{ levels, strict }: CheckRequest,
	own: Readonly<Record<string, RuleLevel | undefined>> = {},
): Levels {
	const all = { ...levels, ...levelsById(own) };
	return strict ? strictly(all) : all;
}

async function factsAt(
	paths: readonly string[],
	look: CheckRequest["look"],
): Promise<Readonly<Record<string, PathFact>>> {
	const facts: [string, PathFact][] = [];
	for (const path of paths) facts.push([path, await look(path)]);
	return Object.fromEntries(facts);
}

/** What a campaign asks for follows from its text, its inputs and the brand of the settings alone. */
function digestOf(text: string, inputs: Campaign["inputs"], brand?: Brand): string {
	const given = Object.keys(inputs).length === 0 ? "" : `\0${JSON.stringify(Object.entries(inputs).sort())}`;
	return sha256(text + given + (brand ? `\0brand${JSON.stringify(brand)}` : ""));
}
