import { dirname, resolve } from "node:path";
import { loadPatterns } from "../compose/pattern.ts";
import type { Campaign } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Brand } from "../model/own-brand.ts";
import type { Levels } from "../model/rules/level.ts";
import { stableUrl } from "../model/stable-url.ts";
import { sha256 } from "../system/files.ts";
import { displayPath, isInside } from "../system/paths.ts";
import { readText } from "../yaml/read.ts";
import { byPlace, diagnosed, type Words } from "../yaml/source.ts";
import { didYouMean } from "../yaml/suggest.ts";
import type { CheckedFile, CheckRequest, CheckTexts } from "./check.ts";
import { readClips, strayClips } from "./clips-file.ts";
import { factOf } from "./facts-on-disk.ts";
import { type CampaignSearch, campaignFiles } from "./find-files.ts";
import { type GivenInputs, NO_INPUTS, type ReadInputs, readInputs } from "./read-inputs.ts";

export interface LoadOptions extends CampaignSearch {
	/**
	 * Sources must lie in this folder: the workspace root. Absent: `cwd`, or the campaign's own folder where
	 * that lies outside of it.
	 */
	readonly root?: string;
	/** Absent: inputs have their defaults. */
	readonly inputs?: GivenInputs;
	readonly checkTexts?: CheckTexts;
	/** How serious findings are in this workspace. A file's own levels win. */
	readonly levels?: Levels;
	/** The brand of the settings. Absent: there is none. */
	readonly brand?: Brand;
	/** Whether warnings are errors. Absent: no. */
	readonly strict?: boolean;
	/** Absent: the reviewed-clips files count. */
	readonly reviews?: "ignored";
	/** Absent: everything is parsed. Its version must change whenever the program does. */
	readonly cache?: CampaignCache;
}

/**
 * Where checked files are kept under a name made of everything they follow from. What it gives is what was
 * put.
 */
export interface CampaignCache {
	get(name: string): Promise<unknown>;
	put(name: string, checked: CheckedFile): Promise<void>;
}

export interface Loaded {
	/** The campaigns without errors. */
	readonly campaigns: readonly Campaign[];
	/** Of all files, sorted by file and line. */
	readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads and checks campaign files: those given, and every `*.campaign.yaml` (or `.yml`) below the folders
 * given. Throws `NoCampaignFault` when there is none.
 */
export async function loadCampaigns(given: readonly string[], options: LoadOptions): Promise<Loaded> {
	const paths = await campaignFiles(given, options);
	const files: LoadedFile[] = [];
	for (const path of paths) files.push(await loadFile(path, options));
	const twice = sameNames(files);
	const stray = options.reviews === "ignored" ? [] : await strayClips(paths, options.cwd);
	const inputs = once(files.flatMap(({ ofInputs = [] }) => ofInputs));
	const diagnostics = [
		...files.flatMap((each) => each.diagnostics),
		...inputs,
		...undeclared(files, options.inputs),
		...twice,
		...stray,
	].sort(byPlace);
	const clashing = new Set(twice.map((each) => each.place?.file));
	const campaigns = files.flatMap(({ campaign }) =>
		campaign === undefined || clashing.has(campaign.file) ? [] : [campaign],
	);
	if (campaigns.some(choosesByWords)) await loadPatterns();
	return { campaigns, diagnostics };
}

function choosesByWords({ posts, videos }: Campaign): boolean {
	const selections = [...posts, ...videos.flatMap(({ renditions }) => renditions)].map(({ clips }) => clips);
	return selections.some(({ match, exclude }) => match !== undefined || exclude !== undefined);
}

interface LoadedFile extends Omit<CheckedFile, "facts"> {
	/** What is wrong with the files its inputs come from. */
	readonly ofInputs?: readonly Diagnostic[];
}

async function loadFile(path: string, options: LoadOptions): Promise<LoadedFile> {
	options.signal.throwIfAborted();
	const text = await readText(path, displayPath(path, options.cwd));
	if ("problem" in text) return { diagnostics: [text.problem] };
	const clips = options.reviews === "ignored" ? {} : await readClips(path, options.cwd);
	if (clips.problem !== undefined) return { diagnostics: [clips.problem] };
	const root = rootFor(path, options);
	const given = await readInputs(options.inputs ?? NO_INPUTS, {
		folder: dirname(path),
		root,
		cwd: options.cwd,
	});
	const { checkTexts = () => [], levels = {}, strict = false, brand } = options;
	const request: CheckRequest = defined({
		source: text.source,
		path,
		root,
		given: given.sources,
		look: (each: string) => factOf(each, root),
		checkTexts,
		levels,
		strict,
		brand,
		clips: clips.source,
	});
	const rest = JSON.stringify([levels, strict, clips.source?.text, brand]);
	const name = keyOf([
		text.source.file,
		text.source.text,
		path,
		root,
		...fingerprintOf(given, options.inputs),
		rest,
	]);
	const checked = (await kept(name, request, options.cache)) ?? (await fresh(name, request, options.cache));
	return { ...checked, ofInputs: given.diagnostics };
}

/** What was kept of an earlier look at the same text, if the disk still says the same. */
async function kept(
	name: string,
	{ look }: CheckRequest,
	cache: CampaignCache | undefined,
): Promise<CheckedFile | undefined> {
	const value = await cache?.get(name);
	// What the cache gives was sealed by this program and user: its shape needs no second check.
	const checked = value as CheckedFile | undefined;
	if (checked === undefined) return undefined;
	for (const [path, fact] of Object.entries(checked.facts)) if ((await look(path)) !== fact) return undefined;
	return checked;
}

/** What parses and checks is loaded only when something has to be parsed. */
async function fresh(
	name: string,
	request: CheckRequest,
	cache: CampaignCache | undefined,
): Promise<CheckedFile> {
	const { checkFile } = await import("./check.ts");
	const checked = await checkFile(request);
	if (checked.campaign !== undefined && !holdsSignature(checked)) await cache?.put(name, checked);
	return checked;
}

/** Whether an address in it is signed: who has a copy of it could fetch the video. */
function holdsSignature(checked: CheckedFile): boolean {
	const urls = JSON.stringify(checked).match(/https?:\/\/[^\s"'\\<>]+\?[^\s"'\\<>]+/gi) ?? [];
	return urls.some((url) => stableUrl(url) !== url);
}

function keyOf(parts: readonly string[]): string {
	return sha256(JSON.stringify(parts));
}

/** Everything inputs may come from. */
function fingerprintOf({ texts }: ReadInputs, { vars, env }: GivenInputs = NO_INPUTS): string[] {
	const variables = Object.entries(env).filter(([name]) => name.startsWith("SHOWRUN_VAR_"));
	return [
		JSON.stringify(Object.entries(vars).sort()),
		JSON.stringify(variables.sort()),
		...texts.map(({ text }) => text),
	];
}

/** Campaigns whose name another campaign already has. */
function sameNames(files: readonly LoadedFile[]): readonly Diagnostic[] {
	const first = new Map<string, string>();
	return files.flatMap(({ name }) => {
		if (name === undefined) return [];
		const other = first.get(name.value);
		if (other === undefined) first.set(name.value, name.spot.place.file);
		return other === undefined ? [] : [diagnosed(sameName(name.value, other), name.spot)];
	});
}

function sameName(name: string, other: string): Words {
	return {
		rule: "duplicate-campaign",
		summary: "Two campaigns have the same name",
		detail: `${other} is called \`${name}\` too, and addresses start with that name.`,
		hint: "Give one of them another name; if it was never applied, nothing else changes.",
	};
}

/** Files of inputs are read for every campaign; what is wrong with them is said once. */
function once(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	const first = new Map(diagnostics.map((each) => [JSON.stringify(each), each]));
	return [...first.values()];
}

/** A misspelt --var would set nothing, silently. */
function undeclared(files: readonly LoadedFile[], given: GivenInputs = NO_INPUTS): Diagnostic[] {
	if (files.some(({ inputs }) => inputs === undefined)) return [];
	const known = files.flatMap(({ inputs = [] }) => inputs);
	return Object.keys(given.vars)
		.filter((name) => !known.includes(name))
		.map((name) => ({
			severity: "error",
			rule: "unknown-input",
			summary: "Unknown input",
			detail: `--var gives \`${name}\`, and no campaign declares it.`,
			hint: didYouMean(name, known, "Inputs") || "Declare it under `inputs`.",
		}));
}

function rootFor(path: string, { root, cwd }: LoadOptions): string {
	return root ?? (isInside(cwd, path) ? resolve(cwd) : dirname(path));
}
