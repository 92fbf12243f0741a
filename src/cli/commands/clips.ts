import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { readClips } from "../../campaign/clips-file.ts";
import { type FoundVideo, type Merged, mergeClips } from "../../campaign/merge-clips.ts";
import { parseReviews } from "../../campaign/reviews.ts";
import { videoAddress } from "../../model/address.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { StopFault } from "../../model/fault.ts";
import { moved } from "../../model/moved.ts";
import { clipsFileOf } from "../../model/review.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { sourceKey } from "../../model/source-key.ts";
import { relocations } from "../../plan/moves.ts";
import { replaceFile } from "../../system/files.ts";
import { pathFact } from "../../system/path-fact.ts";
import { displayPath } from "../../system/paths.ts";
import { type ClipsFile, renderClipsFiles } from "../../views/clips.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { err, inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { withKnownItems } from "../wiring/items.ts";
import { lookAtState } from "../wiring/look-at-state.ts";
import { plainStoreOf } from "../wiring/store.ts";
import { openWorkspace } from "../wiring/workspace.ts";

interface ClipsFlags extends InputFlags {
	readonly paths?: true;
	readonly check?: true;
	readonly json?: true;
}

/**
 * `showrun clips`: brings the reviewed-clips file beside every campaign up to date with the clips that state
 * knows. With `--check` it writes nothing, and ends with 3 where it would.
 */
export async function clipsCommand(paths: readonly string[], flags: ClipsFlags): Promise<void> {
	const workspace = await openWorkspace({ paths }, stopSignal(), {
		...flags,
		reviews: "ignored",
		keyless: true,
	});
	const { settings } = workspace;
	const state = await lookAtState(settings, plainStoreOf(settings));
	const campaigns = await withKnownItems({ ...workspace, snapshot: state });
	const snapshot = { ...state, ...moved(state, relocations(campaigns, state)) };
	const all = await Promise.all(
		campaigns.map((campaign) => merged(campaign, { snapshot, root: settings.root })),
	);
	const wanted = all.flatMap((each) => ("file" in each ? [each] : []));
	if (flags.paths)
		out(
			flags.json
				? lines(wanted.map(({ file }) => ({ type: "path", file })))
				: wanted.map(({ file }) => `${file}\n`).join(""),
		);
	else await bringUpToDate(wanted, flags);
	const problems = all.flatMap((each) => ("problems" in each ? each.problems : []));
	if (problems.length > 0) err(renderDiagnostics(problems, inkOf(process.stderr)));
	if (hasErrors(problems)) throw new Exit(EXIT.error);
	if (flags.check && wanted.some(({ before, after }) => before !== after.text)) throw new Exit(EXIT.partly);
}

async function bringUpToDate(all: readonly Found[], flags: ClipsFlags): Promise<void> {
	const files = all.map(({ campaign, file, before, after: { text, ...counts } }): ClipsFile => {
		const changed = before === text ? "unchanged" : flags.check ? "differs" : "written";
		return { campaign, file, status: changed, ...counts };
	});
	if (!flags.check)
		for (const { path, before, after } of all) if (before !== after.text) await write(path, after.text);
	out(flags.json ? lines(files.map((file) => ({ type: "clips", ...file }))) : renderClipsFiles(files));
}

async function write(path: string, text: string): Promise<void> {
	await replaceFile(path, text).catch((error: NodeJS.ErrnoException) => {
		if (error.code === undefined) throw error;
		throw new StopFault(`${displayPath(path, process.cwd())} cannot be written (${error.code}).`, {
			remedy: "Check that you may write there.",
			cause: error,
		});
	});
}

/** A reviewed-clips file as it is and as it should be. */
interface Found {
	readonly campaign: string;
	readonly path: string;
	readonly file: string;
	readonly before: string | undefined;
	readonly after: Merged;
}

/** Empty where there is neither a file nor anything to write into one. */
async function merged(
	campaign: Campaign,
	{ snapshot, root }: { readonly snapshot: Snapshot; readonly root: string },
): Promise<Found | { readonly problems: readonly Diagnostic[] }> {
	const own = resolve(campaign.file);
	const { source, problem } = await readClips(own, process.cwd());
	const problems = problem ? [problem] : source ? parseReviews(source).diagnostics : [];
	if (hasErrors(problems)) return { problems };
	const found = foundIn(campaign, snapshot);
	if (source === undefined && found.every(({ clips }) => clips.length === 0)) return { problems: [] };
	const path = clipsFileOf(own);
	const declared = campaign.videos.map(({ name }) => name);
	const schema = await schemaFor(own, root);
	const after = mergeClips({
		found,
		declared,
		moved: campaign.moved,
		...defined({ ofItems: campaign.ofItems, text: source?.text, schema }),
	});
	return {
		campaign: campaign.name,
		path,
		file: displayPath(path, process.cwd()),
		before: source?.text,
		after,
	};
}

function foundIn({ name, videos }: Campaign, { resources }: Snapshot): readonly FoundVideo[] {
	return videos.flatMap((video): FoundVideo[] => {
		const state = resources[videoAddress(name, video.name)];
		if (state?.kind !== "video" || state.result === undefined) return [];
		return [{ name: video.name, source: sourceKey(state.request.source), clips: state.result.clips }];
	});
}

/**
 * The schema beside the one the campaign names; else where `showrun init` puts it. Undefined: an editor would
 * find none.
 */
async function schemaFor(campaignFile: string, root: string): Promise<string | undefined> {
	const [, named] =
		/^#\s*yaml-language-server:\s*\$schema=(\S*?)campaign\.schema\.json\s*$/m.exec(
			await readFile(campaignFile, "utf8"),
		) ?? [];
	if (named !== undefined) return `${named}clips.schema.json`;
	const usual = join(root, ".showrun", "schemas", "clips.schema.json");
	return (await pathFact(usual, root)) === "file"
		? relative(dirname(campaignFile), usual).split(sep).join("/")
		: undefined;
}
