import { extname, resolve } from "node:path";
import type { PathFact } from "../../system/paths.ts";
import type { Inherited } from "../inherit.ts";
import { isUrl, type Scene, says } from "../scene.ts";
import type { Finding } from "./finding.ts";

/** Formats the service takes (interface 1). */
const VIDEO_FILES = [".mp4", ".mov", ".webm", ".avi"];
const TRANSCRIPT_FILES = [".srt", ".vtt"];

/** Every video has a source, its own or an inherited one. */
export function sourceGiven(scene: Scene): Finding[] {
	return [...scene.videos.values()].flatMap(({ name, video, chain }): Finding[] => {
		const last = chain.at(-1) ?? name;
		const open = says(scene, ["videos", last, "like"]) || chain.some((each) => says(scene, ["videos", each, "source"]));
		if (video.source !== undefined || open) return [];
		const detail = `\`videos.${name}\` has no \`source\`, and is not \`like\` a video that has one.`;
		return [
			{
				rule: "missing-key",
				summary: "A key is missing",
				detail,
				hint: "Add `source:`, for example `source: ./media/keynote.mp4`.",
				path: ["videos", name],
				part: "key",
			},
		];
	});
}

/** A source is an http(s) address without a password, or a video file inside the workspace. */
export function sourceFile(scene: Scene): Finding[] {
	return [...scene.videos.values()].flatMap((each): Finding[] => {
		const { source } = each.video;
		if (typeof source !== "string") return [];
		const path = each.where(["source"]);
		if (isUrl(source)) return addressProblems(source).map((words) => ({ ...words, path }));
		if (!isVideoName(source)) return [{ ...unsupported(source, VIDEO_FILES), path }];
		return factProblem(scene, { shown: source, path, what: "video" });
	});
}

/** Whether a file is named like the videos the service takes. */
export function isVideoName(path: string): boolean {
	return VIDEO_FILES.includes(extname(path).toLowerCase());
}

/** A transcript belongs to a local video, and is a .srt or .vtt file inside the workspace. */
export function transcriptFile(scene: Scene): Finding[] {
	return [...scene.videos.values()].flatMap((each): Finding[] => {
		const { transcript } = each.video;
		if (typeof transcript !== "string") return [];
		const path = each.where(["transcript"]);
		if (hasAddress(each)) return [{ ...forAddress, path }];
		if (!TRANSCRIPT_FILES.includes(extname(transcript).toLowerCase())) return [{ ...unsupported(transcript, TRANSCRIPT_FILES), path }];
		return factProblem(scene, { shown: transcript, path, what: "transcript" });
	});
}

function hasAddress({ video }: Inherited): boolean {
	return typeof video.source === "string" && isUrl(video.source);
}

const forAddress = {
	rule: "transcript-for-url",
	summary: "A transcript needs a local video",
	detail: "The source is an address; a transcript can only be sent along with an uploaded file.",
	hint: "Delete `transcript`, or use a local file as source.",
} as const;

function addressProblems(source: string): Omit<Finding, "path">[] {
	const words = {
		rule: "bad-url",
		summary: "This address cannot be used",
		hint: "Use an http or https address, for example https://example.com/watch?v=abc.",
	} as const;
	if (!/^https?:\/\//i.test(source)) return [{ ...words, detail: "Only http and https addresses can be fetched." }];
	if (!URL.canParse(source)) return [{ ...words, detail: `"${source.slice(0, 100)}" is not a valid address.` }];
	const { username, password } = new URL(source);
	return username || password
		? [{ ...words, detail: "The address holds a user name or a password, and would be stored and sent as it is.", hint: "Remove what stands before the @." }]
		: [];
}

function unsupported(shown: string, known: readonly string[]): Omit<Finding, "path"> {
	return {
		rule: "unsupported-file",
		summary: "This kind of file cannot be used",
		detail: `\`${shown}\` does not end with ${known.join(", ")}.`,
		hint: known === VIDEO_FILES ? "Convert it first, for example: ffmpeg -i INPUT OUTPUT.mp4" : "Save the transcript as SubRip (.srt) or WebVTT (.vtt).",
	};
}

function factProblem(scene: Scene, about: { readonly shown: string; readonly path: Finding["path"]; readonly what: string }): Finding[] {
	const fact = scene.facts.get(resolve(scene.folder, about.shown)) ?? "missing";
	if (fact === "file") return [];
	const [summary, end, hint] = FACTS[fact];
	return [{ rule: RULE_OF[fact], summary, detail: `The ${about.what} \`${about.shown}\` ${end}.`, hint, path: about.path }];
}

const RULE_OF: Readonly<Record<Exclude<PathFact, "file">, Finding["rule"]>> = {
	missing: "missing-file",
	empty: "empty-media",
	folder: "not-a-file",
	other: "not-a-file",
	outside: "outside-workspace",
	foreign: "not-a-video",
};

const FACTS: Readonly<Record<Exclude<PathFact, "file">, readonly [summary: string, end: string, hint: string]>> = {
	missing: ["There is no such file", "does not exist (paths start at the folder of the campaign file)", "Check the path."],
	empty: ["The file is empty", "has no bytes", "Was it fetched completely? With git LFS, run: git lfs pull"],
	folder: ["This is a folder", "is a folder", "Name one file; each video is an entry of its own."],
	other: ["This is not a file", "is not a regular file", "Name a regular file."],
	foreign: [
		"This is not a video",
		"is named like a video, but does not start like one (or cannot be read)",
		"Was it fetched completely? With git LFS, run: git lfs pull",
	],
	outside: [
		"This leads out of the workspace",
		"lies outside the workspace",
		"Copy the file into the workspace. A campaign may only send files of its own workspace.",
	],
};
