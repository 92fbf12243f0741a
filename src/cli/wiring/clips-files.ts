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
import { clipsFileOf } from "../../model/review.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { sourceKey } from "../../model/source-key.ts";
import { replaceFile } from "../../system/files.ts";
import { pathFact } from "../../system/path-fact.ts";
import { displayPath } from "../../system/paths.ts";

/** A reviewed-clips file as it is and as it should be. */
export interface ClipsFileNow {
	readonly campaign: string;
	readonly path: string;
	readonly file: string;
	readonly before: string | undefined;
	readonly after: Merged;
}

/** Brings it up to date in memory. Empty where there is neither a file nor anything to write into one. */
export async function clipsFileNow(
	campaign: Campaign,
	{ snapshot, root }: { readonly snapshot: Snapshot; readonly root: string },
): Promise<ClipsFileNow | { readonly problems: readonly Diagnostic[] }> {
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

/** Replaces a reviewed-clips file. */
export async function writeClips(path: string, text: string): Promise<void> {
	await replaceFile(path, text).catch((error: NodeJS.ErrnoException) => {
		if (error.code === undefined) throw error;
		throw new StopFault(`${displayPath(path, process.cwd())} cannot be written (${error.code}).`, {
			remedy: "Check that you may write there.",
			cause: error,
		});
	});
}
