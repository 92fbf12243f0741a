import { constants } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
	type Kind,
	type KindParts,
	kindCampaign,
	LIST,
	type NamedVideo,
} from "../../campaign/beginnings/kinds.ts";
import { keyOf, titleOf, unique } from "../../campaign/beginnings/names.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { isInside } from "../../system/paths.ts";
import { plain } from "../../views/ink.ts";
import { DEMO } from "./demo.ts";
import { type Answers, displayPath, type InitFlags, isThere } from "./init-answers.ts";
import { type FolderVideos, videosInFolder } from "./init-folder.ts";

/** What `--from` and `--from-folder` write. */
export interface Beginning {
	readonly campaign: (parts: Pick<KindParts, "name" | "schema" | "timezone">) => string;
	/** Other files, by their paths from the workspace: a text, or what is copied. */
	readonly files: readonly (readonly [
		path: string,
		content: { readonly text: string } | { readonly copyOf: string },
	])[];
	readonly left: FolderVideos["left"];
}

const SAMPLE = "media/sample.mp4";

/** What belongs together, and what does not. Throws `StopFault`. */
export function mustFitTogether({ from, fromFolder, feed, video = [] }: InitFlags): void {
	const clash =
		from === "podcast" && (fromFolder !== undefined || video.length > 0)
			? "A podcast has a feed: --from podcast goes with --feed ADDRESS alone."
			: from !== undefined && from !== "podcast" && feed !== undefined
				? `--from ${from} names its videos one by one, and takes no --feed.`
				: from === "podcast" && feed !== undefined && !/^https?:/i.test(feed)
					? "A podcast has the address of a feed."
					: undefined;
	if (clash === undefined) return;
	throw new StopFault(clash, {
		remedy:
			"A folder that is watched: showrun init --feed 'recordings/*.mp4'. Its videos as they are now: --from-folder recordings.",
	});
}

/** Gathers what a kind of workspace, or a folder of videos, begins with. Writes nothing. */
export async function beginningOf(root: string, flags: InitFlags, answers: Answers): Promise<Beginning> {
	const { accounts, review, feed } = answers;
	const kind: Kind | "folder" = flags.from ?? "folder";
	const made = (videos: readonly NamedVideo[]) => (parts: Pick<KindParts, "name" | "schema" | "timezone">) =>
		kindCampaign(kind, { ...parts, accounts, review, videos, ...defined({ feed }) });
	if (kind === "podcast" && feed !== undefined) return { campaign: made([]), files: [], left: [] };
	if (flags.fromFolder !== undefined) {
		const { videos, left } = await videosInFolder({
			folder: folderOf(root, flags.fromFolder),
			root,
			signal: new AbortController().signal,
		});
		return { campaign: made(videos), files: [], left };
	}
	if (flags.video?.length) {
		const keys = unique(answers.videos.map(keyOf));
		const videos = answers.videos.map((source, at) => ({
			source,
			key: keys[at] ?? "",
			title: titleOf(source),
		}));
		return { campaign: made(videos), files: [], left: [] };
	}
	const files: Beginning["files"] = [
		[SAMPLE, { copyOf: join(DEMO, "media", "talk.mp4") }],
		[SAMPLE.replace(".mp4", ".srt"), { copyOf: join(DEMO, "media", "talk.srt") }],
		...(kind === "podcast" ? [[LIST.path, { text: LIST.text(`./${SAMPLE}`) }] as const] : []),
	];
	return { campaign: made([{ key: "sample", title: "Sample", source: `./${SAMPLE}` }]), files, left: [] };
}

/** As named from here, or from the new workspace. */
function folderOf(root: string, given: string): string {
	const here = resolve(given);
	if (isInside(root, here)) return here;
	const there = resolve(root, given);
	if (isInside(root, there)) return there;
	throw new StopFault(`${plain(given)} is not inside ${displayPath(root)}/, where the campaign would be.`, {
		remedy:
			"Run init in a folder above the videos, or name it: showrun init FOLDER --from-folder FOLDER/recordings",
	});
}

/** Copies what comes with the program. `kept`: something has that name already. Throws `StopFault`. */
export async function copyIfFree(from: string, to: string): Promise<"wrote " | "kept  "> {
	try {
		await mkdir(resolve(to, ".."), { recursive: true });
		await copyFile(from, to, constants.COPYFILE_EXCL);
		return "wrote ";
	} catch (error) {
		if (await isThere(to)) return "kept  ";
		if (!(error instanceof Error) || !("code" in error)) throw error;
		throw new StopFault(`${displayPath(to)} cannot be written (${error.code}).`, {
			remedy: "Check that you may write there, or name a video of yours with --video.",
			cause: error,
		});
	}
}
