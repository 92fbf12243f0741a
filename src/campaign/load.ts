import { loadPatterns } from "../compose/pattern.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { displayPath } from "../system/paths.ts";
import { byPlace } from "../yaml/source.ts";
import { sameNames, undeclared } from "./across-files.ts";
import { type CampaignsFrom, writtenBy } from "./as-before.ts";
import type { CheckedFile } from "./check.ts";
import { checkRequestFor, rootFor } from "./check-request.ts";
import { strayClips } from "./clips-file.ts";
import { factOf } from "./facts-on-disk.ts";
import { nothingFound, workspaceFiles } from "./find-files.ts";
import { checked } from "./kept-checks.ts";
import type { FileOptions, LoadOptions } from "./load-options.ts";
import { once, onceNamed } from "./once.ts";
import { sharedReader } from "./sharing/read-shared.ts";

export interface Loaded {
	/** The campaigns without errors. */
	readonly campaigns: readonly Campaign[];
	/** Of all files, sorted by file and line. */
	readonly diagnostics: readonly Diagnostic[];
	/** Campaign files that have errors, or whose shared files do, as shown to people. */
	readonly broken: readonly string[];
	/** Absolute paths of the shared files that were looked for. */
	readonly shared: readonly string[];
	readonly from: CampaignsFrom;
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
	const from = {
		written: writtenBy(files.map(({ checkedBy = "" }) => checkedBy)),
		facts: merged(files.map(({ facts }) => facts)),
		used: merged(files.map(({ used }) => used)),
	};
	return { campaigns, diagnostics, broken, shared: [...used, ...unused], from };
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

function merged<Value>(
	records: readonly (Readonly<Record<string, Value>> | undefined)[],
): Readonly<Record<string, Value>> {
	return Object.assign({}, ...records);
}

interface LoadedFile extends Omit<CheckedFile, "facts">, Partial<Pick<CheckedFile, "facts">> {
	/** The name of everything that it follows from. Absent: it cannot be read. */
	readonly checkedBy?: string;
	/** What is wrong with the files its inputs come from. */
	readonly ofInputs?: readonly Diagnostic[];
}

async function loadFile(path: string, options: FileOptions): Promise<LoadedFile> {
	options.signal.throwIfAborted();
	const asked = await checkRequestFor(path, options);
	if ("problem" in asked) return { diagnostics: [asked.problem] };
	const { names, request, ofInputs } = asked;
	return { ...(await checked(names, request, options.cache)), ofInputs, checkedBy: names.whole };
}
