import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Campaign } from "../model/campaign.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import { StopFault } from "../model/fault.ts";
import { sha256 } from "../system/files.ts";
import { pathFact } from "../system/look.ts";
import { isInside, type PathFact, shownPath } from "../system/paths.ts";
import { startsLikeVideo } from "../system/signature.ts";
import { walk } from "../system/walk.ts";
import { readText } from "../system/yaml/read.ts";
import { byPlace, type SourceText } from "../system/yaml/source.ts";
import { didYouMean } from "../system/yaml/suggest.ts";
import { type GivenInputs, NO_INPUTS, readInputs } from "./given.ts";
import { normalize } from "./normalize.ts";
import { parseCampaign } from "./parse.ts";
import { isVideoName } from "./rules/source.ts";
import { checkRules, sameNames } from "./rules.ts";
import { pathsOf, type Scene, sceneOf } from "./scene.ts";

export interface LoadOptions {
	readonly cwd: string;
	readonly signal: AbortSignal;
	/** Sources must lie in this folder: the workspace root. Absent: `cwd`, or the campaign's own folder where that lies outside of it. */
	readonly root?: string;
	/** Absent: inputs have their defaults. */
	readonly inputs?: GivenInputs;
}

export interface Loaded {
	/** The campaigns without errors. */
	readonly campaigns: readonly Campaign[];
	/** Of all files, sorted by file and line. */
	readonly diagnostics: readonly Diagnostic[];
	/** Text of every file that was read, by the path shown in places. */
	readonly sources: ReadonlyMap<string, string>;
}

/** No campaign file is where one was looked for. */
export class NoCampaignFault extends StopFault {}

/** Reads and checks campaign files: those given, and every `*.campaign.yaml` (or `.yml`) below the folders given. Throws `NoCampaignFault` when there is none. */
export async function loadCampaigns(given: readonly string[], options: LoadOptions): Promise<Loaded> {
	const paths = await campaignFiles(given, options);
	const read: LoadedFile[] = [];
	for (const path of paths) read.push(await loadFile(path, options));
	const twice = sameNames(read.flatMap(({ scene }) => (scene === undefined ? [] : [scene])));
	const diagnostics = once([...read.flatMap((each) => each.diagnostics), ...undeclared(read, options.inputs), ...twice]).sort(byPlace);
	const clashing = new Set(twice.map((each) => each.place?.file));
	return {
		campaigns: read.flatMap(({ campaign }) => (campaign === undefined || clashing.has(campaign.file) ? [] : [campaign])),
		diagnostics,
		sources: new Map(read.flatMap(({ texts = [] }) => texts.map(({ file, text }) => [file, text]))),
	};
}

/** Files of inputs are read for every campaign; what is wrong with them is said once. */
function once(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	const first = new Map(diagnostics.map((each) => [JSON.stringify(each), each]));
	return [...first.values()];
}

/** A misspelt --var would set nothing, silently. */
function undeclared(read: readonly LoadedFile[], given: GivenInputs = NO_INPUTS): Diagnostic[] {
	const known = read.flatMap(({ scene }) => Object.keys(scene?.draft.inputs ?? {}));
	if (read.some(({ scene }) => scene === undefined)) return [];
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

interface LoadedFile {
	readonly diagnostics: readonly Diagnostic[];
	/** What was read: the campaign and the files of its inputs. */
	readonly texts?: readonly SourceText[];
	readonly scene?: Scene;
	readonly campaign?: Campaign;
}

async function loadFile(path: string, options: LoadOptions): Promise<LoadedFile> {
	options.signal.throwIfAborted();
	const text = await readText(path, shownPath(path, options.cwd));
	if ("problem" in text) return { diagnostics: [text.problem] };
	const { source } = text;
	const root = rootFor(path, options);
	const given = await readInputs(options.inputs ?? NO_INPUTS, { folder: dirname(path), root, cwd: options.cwd });
	const { file, draft, inputs, follows, diagnostics: found } = parseCampaign(source, given.sources);
	const diagnostics = [...given.diagnostics, ...found.filter((each) => !follows(each))];
	const texts = [source, ...given.texts];
	if (draft === undefined) return { diagnostics, texts };
	const scene = await withFacts(sceneOf({ file, draft, inputs, path, root }));
	const all = [...diagnostics, ...checkRules(scene).filter((each) => !follows(each))];
	return { diagnostics: all, texts, scene, ...(!hasErrors(all) && { campaign: normalize(scene, digestOf(source.text, inputs)) }) };
}

/** What a campaign asks for follows from its text and its inputs alone. */
function digestOf(text: string, inputs: Campaign["inputs"]): string {
	return sha256(Object.keys(inputs).length === 0 ? text : `${text}\0${JSON.stringify(Object.entries(inputs).sort())}`);
}

function rootFor(path: string, { root, cwd }: LoadOptions): string {
	return root ?? (isInside(cwd, path) ? resolve(cwd) : dirname(path));
}

/** Looks at the disk for everything the rules ask about; never outside the root. */
async function withFacts(scene: Scene): Promise<Scene> {
	const facts = new Map<string, PathFact>();
	for (const path of pathsOf(scene)) facts.set(path, await factOf(path, scene.root));
	return { ...scene, facts };
}

async function factOf(path: string, root: string): Promise<PathFact> {
	const fact = isInside(root, path) ? await pathFact(path, root) : "outside";
	if (fact !== "file" || !isVideoName(path)) return fact;
	return (await startsLikeVideo(path).catch(() => false)) ? "file" : "foreign";
}

async function campaignFiles(given: readonly string[], { cwd, signal }: LoadOptions): Promise<readonly string[]> {
	const starts = (given.length === 0 ? ["."] : given).map((each) => resolve(cwd, each));
	const found = new Set<string>();
	for (const start of starts) for (const file of await filesAt(start, cwd, signal)) found.add(file);
	if (found.size === 0) throw nothingFound(starts.map((each) => shownPath(each, cwd)));
	return [...found].sort();
}

async function filesAt(start: string, cwd: string, signal: AbortSignal): Promise<readonly string[]> {
	const about = await stat(start).catch(() => undefined);
	if (about === undefined) throw await missing(start, cwd);
	if (!about.isDirectory()) return [start];
	const files: string[] = [];
	for await (const { path, entries } of walk(start, signal))
		for (const entry of entries) if (CAMPAIGN_FILE.test(entry.name) && !entry.isDirectory()) files.push(join(path, entry.name));
	return files;
}

const CAMPAIGN_FILE = /^[^.].*\.campaign\.ya?ml$/;

async function missing(path: string, cwd: string): Promise<StopFault> {
	const beside = await readdir(dirname(path)).catch((): string[] => []);
	const campaigns = beside.filter((name) => CAMPAIGN_FILE.test(name));
	const remedy = campaigns.length === 0 ? "Name a campaign file, or a folder that holds some." : `Campaigns in that folder: ${campaigns.join(", ")}.`;
	return new StopFault(`There is no file or folder ${shownPath(path, cwd)}.`, { remedy });
}

function nothingFound(starts: readonly string[]): NoCampaignFault {
	return new NoCampaignFault(`No campaign was found in ${starts.join(", ")} (looked for *.campaign.yaml).`, {
		remedy: `Write one, for example talk.campaign.yaml:\n\n${STARTER}`,
	});
}

const STARTER = `campaign: talk
videos:
  talk:
    source: ./talk.mp4
    export: { resolution: 1080p, caption: {}, reframe: { ratio: "9:16" } }
`;
