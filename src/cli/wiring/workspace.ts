import { join } from "node:path";
import type { CampaignsFrom } from "../../campaign/as-before.ts";
import type { CheckTexts } from "../../campaign/check.ts";
import { NoCampaignFault } from "../../campaign/find-files.ts";
import { loadCampaigns } from "../../campaign/load.ts";
import { checkTexts } from "../../compose/check.ts";
import { accountKey } from "../../model/account.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { accountName, type Outbox } from "../../model/outbox.ts";
import { levelled, strictly } from "../../model/rules/level.ts";
import type { Settings } from "../../model/settings.ts";
import { zonesOf } from "../../model/zones.ts";
import { type ReadSources, readSources, type Sources } from "../../reconcile/sources.ts";
import { loadSettings } from "../../settings/load.ts";
import { fingerprintsIn, openFingerprints } from "../../system/fingerprints.ts";
import { displayPath } from "../../system/paths.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import type { PlanInk } from "../../views/change.ts";
import { renderDiagnostics, withExcerpts } from "../../views/diagnostics.ts";
import type { Ink } from "../../views/ink.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { err, inkOf } from "../terminal/terminal.ts";
import { campaignOptions, givenPaths, type WorkspacePaths } from "./campaign-options.ts";
import { accountsOfOutbox, accountsWithDrafts } from "./destinations.ts";
import { modelWishes } from "./language-model-checks.ts";
import { keptIn } from "./read-cache.ts";

/** A workspace whose campaigns and settings are free of errors. */
export interface Workspace {
	readonly settings: Settings;
	readonly campaigns: readonly Campaign[];
	/** What they and the warnings follow from. Absent: from more than what campaigns say. */
	readonly from?: CampaignsFrom;
	/** Warnings. Absent: none are known. */
	readonly diagnostics?: readonly Diagnostic[];
}

interface OpenFlags extends InputFlags {
	/** The reviewed-clips files are not looked at. */
	readonly reviews?: "ignored";
	/** Shared files that no campaign uses are checked as well. */
	readonly unused?: "checked";
	/** The service need not be asked, so its key may be missing. */
	readonly keyless?: true;
	/** What a campaign file would say, before it is written. */
	readonly instead?: { readonly path: string; readonly text: string };
	/** Where what was read is kept. Absent: in the ignored folder of the workspace. */
	readonly keptIn?: typeof keptIn;
}

interface SettingsNeeds extends Pick<OpenFlags, "keyless"> {
	/** Workspaces inside it do not matter: no campaign is read. */
	readonly nested?: "ignored";
}

/** The settings of the workspace that `--in` names, for commands that read no campaigns. */
export async function settingsIn(path: string, needs: SettingsNeeds = {}): Promise<Settings> {
	return openSettings({ paths: [path] }, { ...needs, nested: "ignored" });
}

/** Settings alone. Shows what is wrong with them, or has it shown, and ends the command. */
export async function openSettings(
	{ paths, root }: WorkspacePaths,
	needs: SettingsNeeds = {},
	tell: (diagnostics: readonly Diagnostic[]) => void = show,
): Promise<Settings> {
	const checked = await loadSettings({
		given: givenPaths(paths),
		cwd: process.cwd(),
		env: process.env,
		flags: {},
		cache: keptIn,
		...defined({ root }),
		...needs,
	});
	tell(checked.diagnostics);
	if (!checked.ok) throw new Exit(EXIT.error);
	return checked.value;
}

/**
 * Loads and checks everything. Shows all that is wrong, all at once, and ends the command when any of it is
 * an error.
 */
export async function openWorkspace(
	from: WorkspacePaths,
	signal: AbortSignal,
	flags: OpenFlags = {},
): Promise<Workspace> {
	const { settings, campaigns, diagnostics, from: read } = await inspect(from, signal, flags);
	show(diagnostics);
	if (settings === undefined || hasErrors(diagnostics)) throw new Exit(EXIT.error);
	return { settings, campaigns, ...defined({ from: read }), diagnostics };
}

/** What is in a workspace, and what is wrong with it. */
export interface Inspected {
	/** Undefined: they cannot be used. */
	readonly settings: Settings | undefined;
	readonly campaigns: readonly Campaign[];
	readonly diagnostics: readonly Diagnostic[];
	/** Campaign files that cannot be used, as shown to people. */
	readonly broken: readonly string[];
	/** Absolute paths of the shared files that were looked for. */
	readonly shared: readonly string[];
	/** What the campaigns and diagnostics follow from. Absent: from more than what campaigns say. */
	readonly from?: CampaignsFrom;
}

/** Loads and checks everything and says what it found, without showing it. */
export async function inspect(
	{ paths, root: known, without }: WorkspacePaths,
	signal: AbortSignal,
	flags: OpenFlags = {},
): Promise<Inspected> {
	const given = givenPaths(paths);
	const keeping = flags.cache === false ? undefined : (flags.keptIn ?? keptIn);
	const checked = await loadSettings({
		...{ given, cwd: process.cwd(), env: process.env, flags: {} },
		...defined({ root: known, cache: keeping, keyless: flags.keyless }),
	});
	const settings = checked.ok ? checked.value : undefined;
	const cache = settings && (await keeping?.(settings.root));
	const options = campaignOptions(settings, flags, { signal, ...defined({ without }) });
	const loaded = await loadCampaigns(given, {
		...{ ...options, checkTexts: textsWithExcerpts },
		...defined({ cache, instead: flags.instead, unused: flags.unused }),
	});
	// Where only the key is missing, that was said, and planning goes on.
	const keyless = checked.diagnostics.some(({ rule }) => rule === "missing-endpoint-key");
	const wishes = settings && !keyless ? modelWishes(loaded.campaigns, settings) : [];
	const levels = settings?.rules ?? {};
	const ofSettings = levelled([...checked.diagnostics, ...wishes], flags.strict ? strictly(levels) : levels);
	const diagnostics = [...ofSettings, ...loaded.diagnostics];
	const { from, ...rest } = loaded;
	return { ...rest, settings, diagnostics, ...(ofSettings.length === 0 && { from }) };
}

const textsWithExcerpts: CheckTexts = (campaign, extent, sources) =>
	withExcerpts(checkTexts(campaign, extent), new Map(sources.map(({ file, text }) => [file, text])));

/**
 * The campaigns that are free of errors, for commands that need none: shows what is wrong with the others.
 */
export async function readableCampaigns(
	from: WorkspacePaths,
	signal: AbortSignal,
	flags: InputFlags = {},
): Promise<readonly Campaign[]> {
	try {
		const { campaigns, diagnostics } = await inspect(from, signal, { ...flags, keyless: true });
		show(diagnostics.filter(({ severity }) => severity === "error"));
		return campaigns;
	} catch (error) {
		if (error instanceof NoCampaignFault) return [];
		throw error;
	}
}

/** Hears the sha256 of every file that was read for them, by path. */
type FilesHeard = (files: Readonly<Record<string, string>>) => void;

/**
 * Identifies the sources, by the workspace's cache where files did not change. Throws `StopFault` for one
 * that cannot be read.
 */
export async function sourcesOf(
	workspace: Workspace,
	signal: AbortSignal,
	hear?: FilesHeard,
): Promise<Sources> {
	const { unreadable, ...sources } = await readableSources(workspace, signal, hear);
	for (const fault of unreadable.values()) throw fault;
	return sources;
}

/** The same, but campaigns with a source that cannot be read are named, not thrown. */
export async function readableSources(
	{ settings, campaigns }: Workspace,
	signal: AbortSignal,
	hear?: FilesHeard,
): Promise<ReadSources> {
	// Without the folder there is no cache, which costs time only.
	await makeOwnFolder(join(settings.root, ".showrun")).catch(() => {});
	const fingerprints = await openFingerprints(fingerprintsIn(settings.root));
	const sources = await readSources(campaigns, fingerprints, signal);
	hear?.(fingerprints.read());
	await fingerprints.save();
	return sources;
}

/** How plans of these campaigns are drawn on standard output: times in their own zones. */
export async function planInkOf(
	{ campaigns, settings }: Workspace,
	{ detail }: { readonly detail?: true },
): Promise<PlanInk> {
	const ink = await planInkFor({ campaigns, settings }, inkOf(process.stdout));
	return { ...ink, ...defined({ detail }) };
}

/** The same anywhere else. */
export async function planInkFor({ campaigns, settings }: Workspace, ink: Ink): Promise<PlanInk> {
	const outbox = await outboxOf({ campaigns, settings });
	return { ...ink, zones: zonesOf(campaigns), ...defined({ outbox }) };
}

/** The outbox from the current folder, with the posts it gets. Undefined: a service elsewhere posts. */
export async function outboxOf({
	campaigns,
	settings,
}: Pick<Workspace, "campaigns" | "settings">): Promise<Outbox | undefined> {
	if (settings.service.url !== undefined) return undefined;
	const folder = displayPath(settings.embedded.outbox, process.cwd());
	const [known, drafted] = [await accountsOfOutbox(settings), await accountsWithDrafts(settings)];
	const all = campaigns.flatMap(({ name, accounts }) =>
		Object.entries(accounts).map(([account, of]) => ({
			name: accountName(name, account),
			key: accountKey(of),
		})),
	);
	const namesOf = (keys: readonly string[]) =>
		all.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
	const [accounts, drafts] = [namesOf(known), namesOf(drafted)];
	return {
		folder,
		...(accounts.length < all.length && { accounts }),
		...(drafts.length > 0 && { drafts }),
	};
}

/** Shows what is wrong, where anything is. */
export function show(diagnostics: readonly Diagnostic[]): void {
	if (diagnostics.length > 0) err(renderDiagnostics(diagnostics, inkOf(process.stderr)));
}
