import { loadPatterns } from "../compose/pattern.ts";
import type { Campaign, RuleLevel } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { Brand } from "../model/own-brand.ts";
import { type Levels, levelled, levelsById, strictly } from "../model/rules/level.ts";
import { sha256 } from "../system/files.ts";
import type { PathFact } from "../system/paths.ts";
import { parseYaml, type ReadYaml } from "../yaml/document.ts";
import { valueAt } from "../yaml/shape.ts";
import type { SourceText, Spot } from "../yaml/source.ts";
import type { InputSource } from "./inputs.ts";
import { normalize } from "./normalize.ts";
import { once } from "./once.ts";
import { type CampaignDraft, type ParsedCampaign, parseCampaign } from "./parse.ts";
import { parseReviews, reviewsOf } from "./reviews.ts";
import { pathsOf, ruleContext } from "./rule-context.ts";
import { checkRules } from "./rules.ts";
import type { SharedFiles, Used } from "./sharing/used-files.ts";
import { validateCampaign } from "./validate.gen.ts";

/** One campaign file, checked. Plain data, so that it can be kept. */
export interface CheckedFile {
	readonly diagnostics: readonly Diagnostic[];
	/** Absent when there are errors. */
	readonly campaign?: Campaign;
	/** Absent where it cannot be told. */
	readonly name?: { readonly value: string; readonly spot: Spot };
	/** Names of the inputs it declares; absent when it could not be read as data. */
	readonly inputs?: readonly string[];
	/** Digests of the shared files it uses, by absolute path; empty for what cannot be read. Absent: none. */
	readonly used?: Readonly<Record<string, string>>;
	/** What keeps those from being read. */
	readonly unread?: readonly Diagnostic[];
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
	/** What campaigns share. Absent: nothing that is shared is read. */
	readonly shared?: SharedFiles;
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
	/** The files it was read from. */
	sources: readonly SourceText[],
) => readonly Diagnostic[];

/** A campaign file, checked with the reviewed-clips file beside it, and without. */
export interface CheckedParts {
	readonly whole: CheckedFile;
	readonly bare: CheckedFile;
}

/** Parses and checks one campaign file. */
export async function checkFile(request: CheckRequest): Promise<CheckedParts> {
	await loadPatterns();
	const own = parseYaml(request.source);
	const shared = await usedBy(own, request);
	const parsed = parseCampaign(shared?.read ?? own, {
		validate: validateCampaign,
		given: request.given,
		empty: EMPTY,
	});
	const { draft, follows } = parsed;
	// A mistake in a shared file is found in the file itself, and in the campaign that holds all of it.
	const first = (shared ? once(parsed.diagnostics) : parsed.diagnostics).filter((each) => !follows(each));
	const ofShared = defined({ used: shared?.digests, unread: shared?.unread });
	if (draft === undefined) {
		const nothing = { diagnostics: first, facts: {}, ...ofShared };
		return { whole: nothing, bare: nothing };
	}
	const checked = await checkDraft(request, { ...parsed, draft, diagnostics: first, shared });
	return { whole: { ...checked.whole, ...ofShared }, bare: { ...checked.bare, ...ofShared } };
}

/** What was checked without reviewed clips, with them. Whether there is a campaign, they cannot change. */
export function withReviews(bare: CheckedFile, clips: SourceText): CheckedFile {
	return reviewedFile(bare, reviewedBy(clips, bare.campaign));
}

function reviewedFile(
	{ campaign, ...bare }: CheckedFile,
	{ diagnostics, part }: ReturnType<typeof reviewedBy>,
): CheckedFile {
	const usable = campaign !== undefined && !hasErrors(diagnostics);
	return {
		...bare,
		diagnostics: [...bare.diagnostics, ...diagnostics],
		...(usable && { campaign: { ...campaign, ...part } }),
	};
}

const EMPTY = {
	detail: "There is no campaign in this file.",
	hint: "Start with `campaign: NAME` and `videos:`.",
};

/** A campaign that could be read as data, with what is wrong with it so far. */
interface Readable extends ParsedCampaign {
	readonly draft: CampaignDraft;
	readonly shared: Used | undefined;
}

async function checkDraft(request: CheckRequest, readable: Readable): Promise<CheckedParts> {
	const { file, draft, inputs, follows, shared } = readable;
	const { source, path, root, brand } = request;
	const sources = [source, ...(shared?.sources ?? [])];
	const bare = ruleContext({
		file,
		draft,
		inputs,
		path,
		root,
		brand,
		...defined({ homeOf: shared?.homeOf }),
	});
	const facts = await factsAt(pathsOf(bare), request.look);
	const context = { ...bare, facts: new Map(Object.entries(facts)) };
	const levels = levelsOf(request, draft.rules);
	const found = checkRules(context).filter((each) => !follows(each));
	const diagnostics = levelled([...readable.diagnostics, ...found], levels);
	const uses = sources.slice(1).map((each) => each.file);
	const digest = digestOf(sources, inputs, brand);
	const normal = { ...normalize(context, digest), rules: levels, ...(uses.length > 0 && { uses }) };
	const campaign = hasErrors(diagnostics) ? undefined : normal;
	const texts = levelled(request.checkTexts(normal, campaign ? "whole" : "torn", sources), levels);
	const unreviewed: CheckedFile = defined({
		diagnostics: [...diagnostics, ...texts],
		campaign: hasErrors(texts) ? undefined : campaign,
		name: draft.campaign === undefined ? undefined : { value: draft.campaign, spot: file.spot(["campaign"]) },
		inputs: Object.keys(draft.inputs ?? {}),
		facts,
	});
	return { whole: reviewedFile(unreviewed, reviewedBy(request.clips, campaign)), bare: unreviewed };
}

/** What it shares with others is read, and what reads that is loaded, only where something is. */
async function usedBy(own: ReadYaml, { shared, path }: CheckRequest): Promise<Used | undefined> {
	const isNamed = valueAt(own.file.value, ["use"]) !== undefined;
	if (!own.usable || shared === undefined || (!isNamed && shared.settings.length === 0)) return undefined;
	const { readUsed } = await import("./sharing/used-files.ts");
	return readUsed(own, path, shared);
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
	const { diagnostics, reviews, videos, trimmed } = reviewsOf(clips, campaign);
	if (reviews === undefined || videos === undefined) return { diagnostics };
	const ofItems = campaign.ofItems && trimmed?.length ? { ...campaign.ofItems, trimmed } : campaign.ofItems;
	const digest = sha256(`${campaign.digest}\0${clips.text}`);
	return { diagnostics, part: { reviews, videos, digest, ...(ofItems && { ofItems }) } };
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

/** What a campaign asks for follows from its texts, its inputs and the brand of the settings alone. */
function digestOf(
	[own, ...shared]: readonly SourceText[],
	inputs: Campaign["inputs"],
	brand: Brand | undefined,
): string {
	const given = Object.keys(inputs).length === 0 ? "" : `\0${JSON.stringify(Object.entries(inputs).sort())}`;
	const used = shared.length === 0 ? "" : `\0use${JSON.stringify(shared.map(({ text }) => text))}`;
	return sha256(`${own?.text ?? ""}${given}${brand ? `\0brand${JSON.stringify(brand)}` : ""}${used}`);
}
