import { dirname, relative, resolve, sep } from "node:path";
import { latestOf, type NewVideo } from "../../campaign/beginnings/like-latest.ts";
import { keyOf, NAME } from "../../campaign/beginnings/names.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { pathFact } from "../../system/path-fact.ts";
import type { PathFact } from "../../system/paths.ts";
import { plain } from "../../views/ink.ts";
import { out, stopSignal } from "../terminal/terminal.ts";
import { openWorkspace } from "../wiring/workspace.ts";
import { type AddFlags, type Target, targetIn, tryVideos, writeVideos } from "./add-videos.ts";
import { isVideoUrl } from "./init-answers.ts";

interface NewFlags extends AddFlags {
	/** Key of the entry. Absent: it comes from the name of the video. */
	readonly as?: string;
	readonly at?: string;
}

/** `showrun new`: adds a video to a campaign, with posts like those of the latest entry. */
export async function newCommand(episode: string, flags: NewFlags): Promise<void> {
	const signal = stopSignal();
	const workspace = await openWorkspace({ paths: [flags.in] }, signal, { ...flags, keyless: true });
	const target = await targetIn(workspace, flags);
	const source = await sourceOf(episode, target, workspace.settings.root);
	const latest = latestOf(target.text);
	const key = flags.as ?? keyOf(source);
	if (!NAME.test(key))
		throw new StopFault(`\`${plain(key)}\` cannot be a key.`, {
			remedy: "Keys have letters, digits, - and _, begin with a letter or a digit, and are at most 64 long.",
		});
	const there = latest.sources.get(source);
	if (there !== undefined)
		throw new StopFault(`${plain(source)} is in ${plain(target.campaign.file)} already, as \`${there}\`.`, {
			remedy: "Edit that entry.",
		});
	if (latest.videos.includes(key))
		throw new StopFault(`${plain(target.campaign.file)} has a video \`${plain(key)}\` already.`, {
			remedy: "Name this one with --as KEY.",
		});
	mustTakeTime(latest, flags.at);
	const video: NewVideo = { key, source, ...defined({ at: flags.at }) };
	await writeVideos(target, await tryVideos(target, [video], { signal, flags }), flags);
	if (latest.posts.length === 0)
		out(`No entry shows how its clips are posted: write a post with \`from: ${plain(key)}\`.\n`);
}

function mustTakeTime({ timed, posts, key }: ReturnType<typeof latestOf>, at: string | undefined): void {
	if (at === undefined && timed.length > 0)
		throw new StopFault(`The posts of \`${key}\` have times of their own (${timed.map(plain).join(", ")}).`, {
			remedy: "Say when the new one is posted: --at 2026-12-01T09:00",
		});
	if (at !== undefined && posts.length === 0)
		throw new StopFault("No entry shows how its clips are posted, so there is nothing that --at is for.", {
			remedy: "Leave it out.",
		});
}

const NO_VIDEO: Readonly<Partial<Record<PathFact, (name: string) => string>>> = {
	missing: (name) => `There is no file ${name}.`,
	folder: (name) => `${name} is a folder.`,
	empty: (name) => `${name} is empty.`,
};

/** The video as the campaign says it. Throws `StopFault`. */
async function sourceOf(episode: string, { path }: Target, root: string): Promise<string> {
	if (isVideoUrl(episode)) return episode;
	const file = resolve(episode);
	const fact = await pathFact(file, root);
	const wrong = NO_VIDEO[fact]?.(plain(episode));
	if (wrong !== undefined)
		throw new StopFault(wrong, {
			remedy: "Name a video, or its address. Several at once: showrun import LIST.csv",
		});
	if (fact === "outside")
		throw new StopFault(`${plain(episode)} is outside the workspace ${plain(root)}.`, {
			remedy: "Move it there.",
		});
	const way = relative(dirname(path), file).split(sep).join("/");
	return way.startsWith("../") ? way : `./${way}`;
}
