import { dirname, resolve } from "node:path";
import { loadPatterns } from "../compose/pattern.ts";
import type { Campaign } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Brand } from "../model/own-brand.ts";
import type { Levels } from "../model/rules/level.ts";
import { sha256 } from "../system/files.ts";
import { displayPath, isInside } from "../system/paths.ts";
import { readText } from "../yaml/read.ts";
import { byPlace } from "../yaml/source.ts";
import { sameNames, undeclared } from "./across-files.ts";
import type { CheckedFile, CheckRequest, CheckTexts } from "./check.ts";
import { readClips, strayClips } from "./clips-file.ts";
import { factOf } from "./facts-on-disk.ts";
import { type CampaignSearch, nothingFound, workspaceFiles } from "./find-files.ts";
import { type CampaignCache, checked } from "./kept-checks.ts";
import { once, onceNamed } from "./once.ts";
import { type GivenInputs, NO_INPUTS, type ReadInputs, readInputs } from "./read-inputs.ts";
import { sharedReader } from "./sharing/read-shared.ts";

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
	/** Absolute paths of the shared files that the settings name for every campaign. Absent: none. */
	readonly use?: readonly string[];
	/** Shared files below the paths that no campaign uses are checked as well. Absent: they are not. */
	readonly unused?: "checked";
	/** The brand of the settings. Absent: there is none. */
	readonly brand?: Brand;
	/** Whether warnings are errors. Absent: no. */
	readonly strict?: boolean;
	/** Absent: the reviewed-clips files count. */
	readonly reviews?: "ignored";
	/** What a file would say, before it is written. Absent: files say what they say. */
	readonly instead?: { readonly path: string; readonly text: string };
	/** Absent: everything is parsed. Its version must change whenever the program does. */
	readonly cache?: CampaignCache;
}

export interface Loaded {
	/** The campaigns without errors. */
	readonly campaigns: readonly Campaign[];
	/** Of all files, sorted by file and line. */
	readonly diagnostics: readonly Diagnostic[];
	/** Campaign files that have errors, or whose shared files do, as shown to people. */
	readonly broken: readonly string[];
	/** Absolute paths of the shared files that were looked for. */
	readonly shared: readonly string[];
}

/**
 * Reads and checks campaign files: those given, and every `*.campaign.yaml` (or `.yml`) below the folders
 * given. Throws `NoCampaignFault` when there is none.
 */
export async function loadCampaigns(given: readonly string[], options: LoadOptions): Promise<Loaded> {
	const paths = await workspaceFiles(given, options);
	if (paths.campaigns.length === 0 && (options.unused !== "checked" || paths.shared.length === 0))
		throw nothingFound(given, options.cwd);
	const read = sharedReader(options.cwd);
	const files: LoadedFile[] = [];
	for (const path of paths.campaigns) files.push(await loadFile(path, { ...options, read }));
	const used = new Set(files.flatMap((each) => Object.keys(each.used ?? {})));
	const unused = options.unused === "checked" ? paths.shared.filter((path) => !used.has(path)) : [];
	const twice = sameNames(files);
	const stray = options.reviews === "ignored" ? [] : await strayClips(paths.campaigns, options.cwd);
	const found = files.flatMap((each) => each.diagnostics);
	const diagnostics = [
		...(used.size > 0 ? once(found) : found),
		...onceNamed(files.flatMap(({ unread = [] }) => unread)),
		...(unused.length > 0 ? await checkUnused(unused, { ...options, read }) : []),
		...once(files.flatMap(({ ofInputs = [] }) => ofInputs)),
		...undeclared(files, options.inputs),
		...twice,
		...stray,
	].sort(byPlace);
	const clashing = new Set(twice.map((each) => each.place?.file));
	const campaigns = files.flatMap(({ campaign }) =>
		campaign === undefined || clashing.has(campaign.file) ? [] : [campaign],
	);
	if (campaigns.some(choosesByWords)) await loadPatterns();
	const broken = paths.campaigns
		.filter((_, index) => files[index]?.campaign === undefined)
		.map((path) => displayPath(path, options.cwd));
	return { campaigns, diagnostics, broken, shared: [...used, ...unused] };
}

/** What checks them is loaded only where there are some. */
async function checkUnused(paths: readonly string[], options: FileOptions): Promise<readonly Diagnostic[]> {
	const { checkShared } = await import("./sharing/check-shared.ts");
	const { levels = {}, strict = false } = options;
	const found: Diagnostic[] = [];
	for (const path of paths) {
		options.signal.throwIfAborted();
		const root = rootFor(path, options);
		const look = (each: string) => factOf(each, root);
		const read = await options.read(path, root);
		found.push(...(await checkShared({ read, path, root, look, levels, strict })));
	}
	return found;
}

function choosesByWords({ posts, videos, feeds = {}, ofItems }: Campaign): boolean {
	const entries = [...videos, ...(ofItems?.videos ?? [])];
	const all = [...posts, ...(ofItems?.posts ?? []), ...entries.flatMap(({ renditions }) => renditions)];
	return (
		all.some(({ clips: { match, exclude } }) => (match ?? exclude) !== undefined) ||
		Object.values(feeds).some(({ match }) => match !== undefined)
	);
}

interface LoadedFile extends Omit<CheckedFile, "facts"> {
	/** What is wrong with the files its inputs come from. */
	readonly ofInputs?: readonly Diagnostic[];
}

interface FileOptions extends LoadOptions {
	readonly read: ReturnType<typeof sharedReader>;
}

async function loadFile(path: string, options: FileOptions): Promise<LoadedFile> {
	options.signal.throwIfAborted();
	const text = await textOf(path, options);
	if ("problem" in text) return { diagnostics: [text.problem] };
	const clips = options.reviews === "ignored" ? {} : await readClips(path, options.cwd);
	if (clips.problem !== undefined) return { diagnostics: [clips.problem] };
	const root = rootFor(path, options);
	const given = await readInputs(options.inputs ?? NO_INPUTS, {
		folder: dirname(path),
		root,
		cwd: options.cwd,
	});
	const { checkTexts = () => [], levels = {}, strict = false, brand, use = [] } = options;
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
		shared: { settings: use, read: (each: string) => options.read(each, root) },
	});
	const nameFor = (reviews: string | undefined) =>
		keyOf([
			text.source.file,
			text.source.text,
			path,
			root,
			...fingerprintOf(given, options.inputs),
			JSON.stringify([levels, strict, reviews, brand, use]),
		]);
	const names = { whole: nameFor(clips.source?.text), bare: nameFor(undefined) };
	return { ...(await checked(names, request, options.cache)), ofInputs: given.diagnostics };
}

function textOf(path: string, { cwd, instead }: FileOptions): ReturnType<typeof readText> {
	const file = displayPath(path, cwd);
	return instead?.path === path
		? Promise.resolve({ source: { file, text: instead.text } })
		: readText(path, file);
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

function rootFor(path: string, { root, cwd }: LoadOptions): string {
	return root ?? (isInside(cwd, path) ? resolve(cwd) : dirname(path));
}
