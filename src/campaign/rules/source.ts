import { extname, relative, resolve } from "node:path";
import type { PathFact } from "../../system/paths.ts";
import { valueAt } from "../../yaml/shape.ts";
import { suggestion } from "../../yaml/suggest.ts";
import type { Inherited } from "../inherit.ts";
import { besides, isUrl, type RuleContext, says, sidecar, sourceText } from "../rule-context.ts";
import { isVideoName, VIDEO_FILES } from "../video-name.ts";
import type { RuleFinding } from "./finding.ts";

const TRANSCRIPT_FILES = [".srt", ".vtt", ".json"];

/** Every video has a source, its own or an inherited one. */
export function sourceGiven(context: RuleContext): RuleFinding[] {
	return [...context.entries.values()].flatMap(({ name, video, chain }): RuleFinding[] => {
		const last = chain.at(-1) ?? name;
		const open =
			says(context, ["videos", last, "like"]) ||
			chain.some(
				(each) => says(context, ["videos", each, "source"]) || says(context, ["videos", each, "each"]),
			);
		if ((video.source ?? video.each) !== undefined || open || misspelt(context, name)) return [];
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

/** `sorce:` is an unknown key already, and its hint names what is missing. */
function misspelt({ file }: RuleContext, name: string): boolean {
	const written = valueAt(file.value, ["videos", name]);
	return (
		typeof written === "object" &&
		written !== null &&
		Object.keys(written).some((key) => suggestion(key, KEYS) === "source")
	);
}

const KEYS = ["source", "each", "like", "preset", "transcript", "clipping", "export", "matrix", "renditions"];

/** A source is an http(s) address without a password, or a video file inside the workspace. */
export function sourceFile(context: RuleContext): RuleFinding[] {
	return [...context.entries.values()].flatMap((each): RuleFinding[] => {
		const source = sourceText(each.video.source);
		if (source === undefined) return [];
		const isNamed = typeof each.video.source !== "string";
		const path = each.where(isNamed ? ["source", "url"] : ["source"]);
		if (isUrl(source) || isNamed) return addressProblems(source).map((words) => ({ ...words, path }));
		if (!isVideoName(source)) return [{ ...unsupported(source, VIDEO_FILES), path }];
		return factProblem(context, { written: source, path, what: "video" });
	});
}

/** A transcript belongs to a local video, and is a .srt, .vtt or .json file inside the workspace. */
export function transcriptFile(context: RuleContext): RuleFinding[] {
	return [...context.entries.values()].flatMap((each): RuleFinding[] => {
		const { transcript } = each.video;
		if (typeof transcript !== "string") return [];
		const path = each.where(["transcript"]);
		if (hasAddress(each)) return [{ ...forAddress, path }];
		if (!TRANSCRIPT_FILES.includes(extname(transcript).toLowerCase()))
			return [{ ...unsupported(transcript, TRANSCRIPT_FILES), path }];
		return factProblem(context, { written: transcript, path, what: "transcript" });
	});
}

/** Subtitles that stand beside a video, which nobody named, can be read as such. */
export function transcriptBeside(context: RuleContext): RuleFinding[] {
	return [...context.entries.values()].flatMap(({ video, where }): RuleFinding[] => {
		const source = sourceText(video.source);
		const isLocal = source !== undefined && typeof video.source === "string" && !isUrl(source);
		if (!isLocal || video.transcript !== undefined) return [];
		const path = resolve(context.folder, source);
		// Words that tell more than these are used instead.
		if (["words", "file"].includes(context.facts.get(sidecar(context, path) ?? "") ?? "")) return [];
		return besides(path).flatMap((each): RuleFinding[] => {
			const why = UNUSABLE[context.facts.get(each) ?? ""];
			if (why === undefined) return [];
			const detail = `\`${brief(relative(context.folder, each))}\` beside the video ${why}.`;
			return [{ ...unusable, detail, path: where(["source"]) }];
		});
	});
}

const unusable = {
	rule: "transcript-unusable",
	severity: "warning",
	summary: "The transcript beside this video cannot be used",
	hint: "Save it as SubRip (.srt) or WebVTT (.vtt), delete it, or write `transcript: null`.",
} as const;

/** JSON beside a video may be anything: it is not looked at here. */
const UNUSABLE: Readonly<Record<string, string>> = {
	untimed: "has no time like 00:00:01,000 --> 00:00:04,000",
	empty: "is empty",
};

function hasAddress({ video }: Inherited): boolean {
	const source = sourceText(video.source);
	return source !== undefined && isUrl(source);
}

const forAddress = {
	rule: "transcript-for-url",
	summary: "A transcript needs a local video",
	detail: "The source is an address; a transcript can only be sent along with an uploaded file.",
	hint: "Delete `transcript`, or use a local file as source.",
} as const;

/** What is wrong with an address that is fetched. */
export function addressProblems(source: string): Omit<RuleFinding, "path">[] {
	const words = {
		rule: "bad-url",
		summary: "This address cannot be used",
		hint: "Use an http or https address, for example https://example.com/watch?v=abc.",
	} as const;
	if (!/^https?:\/\//i.test(source))
		return [{ ...words, detail: "Only http and https addresses can be fetched." }];
	if (!URL.canParse(source))
		return [{ ...words, detail: `"${source.slice(0, 100)}" is not a valid address.` }];
	const { username, password } = new URL(source);
	return username || password
		? [
				{
					...words,
					detail: "The address holds a user name or a password, and would be stored and sent as it is.",
					hint: "Remove what stands before the @.",
				},
			]
		: [];
}

function unsupported(shown: string, known: readonly string[]): Omit<RuleFinding, "path"> {
	return {
		rule: "unsupported-file",
		summary: "This kind of file cannot be used",
		detail: `\`${brief(shown)}\` does not end with ${known.join(", ")}.`,
		hint:
			miswritten(shown) ??
			(known === VIDEO_FILES
				? "Convert it first, for example: ffmpeg -i INPUT OUTPUT.mp4"
				: "Save the transcript as SubRip (.srt), WebVTT (.vtt) or JSON with times (.json)."),
	};
}

/** Paths and addresses written in another program's way. */
const MISWRITTEN: readonly (readonly [sign: RegExp, hint: string])[] = [
	[/^(https?:|www\.|data:|javascript:)/i, "An address of a video starts with https:// or http://."],
	[/[\t\n\r]/, "In double quotes \\t and \\n are escapes: write / between folders."],
	[/^[a-z]:\\|\\/i, "Write / between folders, and start at the folder of this file."],
	[/^~/, "`~` is not expanded: write the path from the folder of this file."],
	[
		/\$\w|\$\{|%\w+%/,
		"Variables of the environment are not filled in: declare an input and write {{ inputs.NAME }}.",
	],
	[/[*?]/, "One entry names one file; patterns are not filled in."],
	[/%[0-9a-f]{2}/i, "A path is written as it is, without %XX."],
];

function miswritten(path: string): string | undefined {
	return MISWRITTEN.find(([sign]) => sign.test(path))?.[1];
}

function brief(path: string): string {
	return path.length > 100 ? `${path.slice(0, 60)}…${path.slice(-30)}` : path;
}

/** What is wrong with what is at a path; none where it is such a file. `at`: where it is, absolute. */
export function factProblem(
	context: RuleContext,
	about: {
		readonly written: string;
		readonly path: RuleFinding["path"];
		readonly what: string;
		readonly at?: string;
	},
): RuleFinding[] {
	const { written, path, what, at = resolve(context.folder, written) } = about;
	const fact = context.facts.get(at) ?? "missing";
	// Control characters have been reported, and no name of a file means them.
	if (fact === "file" || fact === "words" || /(?![\t\n\r])\p{Cc}/u.test(written)) return [];
	if (fact === "untimed") return [{ ...untimed(written), path }];
	if (fact === "foreign" && what === "transcript") return [{ ...foreignJson(written), path }];
	const [summary, end, usual] = FACTS[fact];
	const hint = fact === "missing" ? (miswritten(written) ?? usual) : usual;
	return [{ rule: RULE_OF[fact], summary, detail: `The ${what} \`${brief(written)}\` ${end}.`, hint, path }];
}

function foreignJson(shown: string): Omit<RuleFinding, "path"> {
	return {
		rule: "unsupported-file",
		summary: "This is not a transcript",
		detail: `\`${brief(shown)}\` is JSON without words and times, or unreadable, or larger than 16 MB.`,
		hint: "Use the output of Whisper, whisper.cpp, WhisperX or Vosk, or a list of words with `start` and `end`.",
	};
}

function untimed(shown: string): Omit<RuleFinding, "path"> {
	return {
		rule: "unsupported-file",
		summary: "This is not a transcript",
		detail: `\`${brief(shown)}\` has no time like 00:00:01,000 --> 00:00:04,000.`,
		hint: "Save it as SubRip (.srt) or WebVTT (.vtt), or delete `transcript`.",
	};
}

const RULE_OF: Readonly<Record<Exclude<PathFact, "file" | "words" | "untimed">, RuleFinding["rule"]>> = {
	missing: "missing-file",
	empty: "empty-media",
	folder: "not-a-file",
	other: "not-a-file",
	outside: "outside-workspace",
	foreign: "not-a-video",
};

const FACTS: Readonly<
	Record<
		Exclude<PathFact, "file" | "words" | "untimed">,
		readonly [summary: string, end: string, hint: string]
	>
> = {
	missing: [
		"There is no such file",
		"does not exist (paths start at the folder of the campaign file)",
		"Check the path; upper and lower case count.",
	],
	empty: ["The file is empty", "has no bytes", "Was it fetched completely? With git LFS, run: git lfs pull"],
	folder: ["This is a folder", "is a folder", "Name one file; each video is an entry of its own."],
	other: ["This is not a file", "is not a regular file", "Name a regular file."],
	foreign: [
		"This is not a video",
		"is named like a video, but does not start like one (or cannot be read)",
		"Was it fetched completely? With git LFS, run: git lfs pull",
	],
	outside: [
		"Path points outside the workspace",
		"lies outside the workspace",
		"Copy the file into the workspace. A campaign may only send files of its own workspace.",
	],
};
