import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { NamedVideo } from "../../campaign/beginnings/kinds.ts";
import { keyOf, titleOf, unique } from "../../campaign/beginnings/names.ts";
import { isVideoName } from "../../campaign/video-name.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { sha256OfFile } from "../../system/files.ts";
import { pathFact } from "../../system/path-fact.ts";
import { startsLikeVideo } from "../../system/video-signature.ts";
import { spokenInJson } from "../../transcripts/json.ts";
import { hasTimes, isJsonName, transcriptText } from "../../transcripts/read.ts";
import { plain } from "../../views/ink.ts";
import { displayPath } from "./init-answers.ts";
import { besideOf, languageIn, transcriptsOf } from "./init-transcripts.ts";

/** A file that changed this lately may still be written. */
const FRESH_MS = 60_000;
/** How long it is watched. */
const WATCHED_MS = 2_000;
const MOST_VIDEOS = 200;

/** What a folder holds for a campaign, and what was left out, with the reason. */
export interface FolderVideos {
	readonly videos: readonly NamedVideo[];
	readonly left: readonly { readonly name: string; readonly why: string }[];
}

interface Place {
	/** Absolute. */
	readonly folder: string;
	/** Absolute folder of the campaign. */
	readonly root: string;
	readonly signal: AbortSignal;
}

/** The videos of a folder with their transcripts. Throws `StopFault` where there are none. */
export async function videosInFolder(place: Place): Promise<FolderVideos> {
	const { folder, root, signal } = place;
	if ((await pathFact(folder, root)) !== "folder")
		throw new StopFault(`${displayPath(folder)} is no folder inside ${displayPath(root)}/.`, {
			remedy:
				"Name a folder with videos in the workspace: showrun init FOLDER --from-folder FOLDER/recordings",
		});
	const names = await namesIn(folder);
	const left: { name: string; why: string }[] = [];
	const candidates: string[] = [];
	for (const name of names.filter((each) => !each.startsWith("."))) {
		const why = isVideoName(name) ? await whyNot(name, place) : await whyOther(name, names, place);
		if (why === undefined) candidates.push(name);
		else if (why !== "") left.push({ name, why });
	}
	const growing = await stillWritten(candidates, place);
	const twice = await sameContents(
		candidates.filter((name) => !growing.has(name)),
		place,
	);
	left.push(
		...[...growing].map((name) => ({ name, why: "is still being written; `showrun new` adds it later" })),
	);
	left.push(...[...twice].map(([name, first]) => ({ name, why: `has the same content as ${plain(first)}` })));
	const kept = candidates.filter((name) => !growing.has(name) && !twice.has(name));
	if (kept.length > MOST_VIDEOS)
		throw new StopFault(`${displayPath(folder)} has ${kept.length} videos (limit ${MOST_VIDEOS}).`, {
			remedy: "Follow it as a feed: showrun init --feed 'recordings/*.mp4'",
		});
	if (kept.length === 0)
		throw new StopFault(`${displayPath(folder)} has no video that can be taken.${reasonsOf(left)}`, {
			remedy: "Put .mp4, .mov, .webm or .avi files there, or name another folder.",
		});
	signal.throwIfAborted();
	const keys = unique(kept.map(keyOf));
	const videos = await Promise.all(kept.map((name, at) => named(name, keys[at] ?? name, { names, place })));
	return { videos, left };
}

function reasonsOf(left: FolderVideos["left"]): string {
	return left.length === 0
		? ""
		: ` ${left
				.slice(0, 5)
				.map(({ name, why }) => `${plain(name)} ${why}.`)
				.join(" ")}`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		throw new StopFault(`${displayPath(folder)} cannot be read (${error.code}).`, {
			remedy: "Check that you may read it.",
			cause: error,
		});
	});
	return names.toSorted(new Intl.Collator("en", { numeric: true }).compare);
}

/** Why a file with the name of a video is none that can be taken. Undefined: it can. */
async function whyNot(name: string, { folder, root }: Place): Promise<string | undefined> {
	if (/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/u.test(name))
		return "has a name with characters that cannot be seen; rename it";
	const path = join(folder, name);
	const fact = await pathFact(path, root);
	if (fact === "outside") return "is a link to a file outside the workspace";
	if (fact === "empty") return "is empty";
	if (fact !== "file") return "is no file that can be read";
	const isVideo = await startsLikeVideo(path).catch(() => undefined);
	return isVideo === undefined
		? "cannot be read"
		: isVideo
			? undefined
			: "is no video, whatever its name says";
}

/** Empty: it needs no word. */
async function whyOther(name: string, names: readonly string[], { folder, root }: Place): Promise<string> {
	const fact = await pathFact(join(folder, name), root);
	if (fact === "folder")
		return (await hasVideos(join(folder, name))) ? "is a folder with videos of its own" : "";
	if (/\.(mkv|m4v|mpg|mpeg|wmv|flv|ts|mts|ogv|3gp)$/i.test(name))
		return "is a video in a format that is not taken; convert it to .mp4";
	if (/\.(mp3|m4a|wav|aac|flac|ogg|opus)$/i.test(name)) return "is sound alone";
	if (/\.(part|crdownload|tmp|download|partial)$/i.test(name))
		return "is still being written; `showrun new` adds it later";
	if (!/\.(srt|vtt)$/i.test(name)) return "";
	return names.some((video) => isVideoName(video) && besideOf(video, name) !== undefined)
		? ""
		: "is a transcript without its video";
}

async function hasVideos(folder: string): Promise<boolean> {
	return (await readdir(folder).catch(() => [])).some(isVideoName);
}

/** Files that changed lately are looked at again. */
async function stillWritten(
	names: readonly string[],
	{ folder, signal }: Place,
): Promise<ReadonlySet<string>> {
	const look = (name: string) => stat(join(folder, name)).catch(() => undefined);
	const first = await Promise.all(names.map(async (name) => ({ name, about: await look(name) })));
	const fresh = first.filter(
		({ about }) => about === undefined || Math.abs(Date.now() - about.mtimeMs) < FRESH_MS,
	);
	if (fresh.length === 0) return new Set();
	await pause(WATCHED_MS, undefined, { signal });
	const changed = await Promise.all(
		fresh.map(async ({ name, about }) => {
			const now = await look(name);
			const isSame = now !== undefined && now.size === about?.size && now.mtimeMs === about.mtimeMs;
			return isSame ? [] : [name];
		}),
	);
	return new Set(changed.flat());
}

/** Files of one size are compared by content; each later one with the first of it. */
async function sameContents(
	names: readonly string[],
	{ folder, signal }: Place,
): Promise<ReadonlyMap<string, string>> {
	const sizes = new Map<number, string[]>();
	for (const name of names) {
		const { size } = await stat(join(folder, name));
		sizes.set(size, [...(sizes.get(size) ?? []), name]);
	}
	const twice = new Map<string, string>();
	for (const group of [...sizes.values()].filter((each) => each.length > 1)) {
		const firsts = new Map<string, string>();
		// Of `talk.mp4` and `talk copy.mp4` the first is meant.
		for (const name of group.toSorted((a, b) => a.length - b.length)) {
			const hash = await sha256OfFile(join(folder, name), signal);
			const first = firsts.get(hash);
			if (first === undefined) firsts.set(hash, name);
			else twice.set(name, first);
		}
	}
	return twice;
}

async function named(
	name: string,
	key: string,
	{ names, place: { folder, root } }: { readonly names: readonly string[]; readonly place: Place },
): Promise<NamedVideo> {
	const way = (each: string) => `./${relative(root, join(folder, each)).split(sep).join("/")}`;
	const video = { key, title: titleOf(name), source: way(name) };
	for (const { file, said } of transcriptsOf(name, names)) {
		const text =
			(await pathFact(join(folder, file), root)) === "file" && (await transcriptText(join(folder, file)));
		if (!text || !(isJsonName(file) ? spokenInJson(text).length > 0 : hasTimes(text))) continue;
		const language = languageIn(file, text, said);
		return { ...video, transcript: way(file), ...defined({ language }) };
	}
	return video;
}
