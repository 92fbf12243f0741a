import { checkTemplate, fill } from "../compose/template.ts";
import { textOf } from "../compose/text-values.ts";
import type { Downloaded } from "../model/download.ts";
import { StopFault } from "../model/fault.ts";
import type { RenderedClip } from "./rendered.ts";

/** What files are called unless said otherwise. */
export const DEFAULT_NAME =
	"{{ campaign.name }}/{{ video.name }}/{{ clip.rank | plus: 1 }}-{{ clip.title | slug }}.mp4";

/** Everything a name may be made of. */
const NAME_VARIABLES = [
	"campaign.name",
	"video.name",
	...["title", "rank", "score", "begin", "end", "seconds"].map((name) => `clip.${name}`),
];

/**
 * Longest name of one folder or file in UTF-8 bytes: file systems allow 255, and `.part.json` comes behind.
 */
const LONGEST = 180;
const EXTENSION = ".mp4";

/** Devices of Windows: no file of that name can be made there, whatever its extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|\s|$)/i;

/** Text of a template between its tags, and the tags. */
const PIECES = /(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\})/;

/** Stands for a `/` that the template itself says; texts of the service never keep one. */
const FOLDER = "\u0000";

/** What is wrong with a template for names, in words. Undefined: nothing. */
export function nameProblem(template: string): string | undefined {
	const said = literals(template);
	if (template.trim() === "") return "it is empty";
	if (/^\s*\//.test(said)) return "it begins with `/`, and files stay below the folder";
	if (said.includes("\\")) return "folders are separated with `/`, not with `\\`";
	if (said.split("/").some((part) => part.trim() === "..")) return "`..` points outside the folder";
	return checkTemplate(template, NAME_VARIABLES)?.message.replace(/\.$/, "");
}

/**
 * Paths of the clips inside the folder, with `/`: safe on every system, no two alike even where case makes no
 * difference, and none that `listed` files of other addresses have. They depend on the clips alone, not on
 * their order. Throws `StopFault`.
 */
export function fileNames(
	template: string,
	clips: readonly RenderedClip[],
	listed: readonly Downloaded[],
): ReadonlyMap<RenderedClip, string> {
	const own = new Set(clips.map(({ address }) => address));
	const taken = new Set(listed.filter(({ address }) => !own.has(address)).map(({ file }) => sameName(file)));
	const ordered = [...clips].sort((a, b) =>
		a.address < b.address
			? -1
			: a.address > b.address
				? 1
				: a.clip.moment.from - b.clip.moment.from || a.clip.idx - b.clip.idx,
	);
	return new Map(ordered.map((each) => [each, unused(pathOf(template, each), taken)]));
}

function pathOf(template: string, rendered: RenderedClip): string {
	const parts = filled(template, rendered)
		.split(FOLDER)
		.filter((part) => part.trim() !== "");
	const file = (parts.pop() ?? "").trim().replace(/\.mp4$/i, "");
	return [
		...parts.map((part) => safeName(part, LONGEST)),
		safeName(file, LONGEST - EXTENSION.length) + EXTENSION,
	].join("/");
}

function filled(template: string, { campaign, video, clip }: RenderedClip): string {
	const { from, to } = clip.moment;
	const times = { begin: from / 1000, end: to / 1000, seconds: Math.round((to - from) / 1000) };
	const scope = {
		campaign: { name: campaign },
		video: { name: video },
		clip: { title: clip.title.replaceAll(FOLDER, ""), rank: clip.idx, score: clip.score, ...times },
	};
	const marked = template
		.split(PIECES)
		.map((piece, at) => (at % 2 === 0 ? piece.replaceAll("/", FOLDER) : piece));
	try {
		return textOf(fill(marked.join(""), scope));
	} catch (error) {
		const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
		throw new StopFault(`The template of --name cannot be filled in: ${why}.`, {
			remedy: `The default is ${DEFAULT_NAME}`,
		});
	}
}

/**
 * One name that every system takes: no separators, no control characters, nothing hidden, no device, not too
 * long.
 */
function safeName(text: string, longest: number): string {
	const plain = text
		.normalize("NFC")
		.replace(/[<>:"/\\|?*]/g, "-")
		.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
		.replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, "")
		.replace(/^[\s.]+/, "")
		.replace(DEVICE, "_$&");
	return cutBytes(plain, longest).replace(/[\s.]+$/, "") || "_";
}

/** Only whole characters. */
function cutBytes(text: string, longest: number): string {
	let bytes = 0;
	let kept = "";
	for (const character of text) {
		bytes += Buffer.byteLength(character);
		if (bytes > longest) return kept;
		kept += character;
	}
	return kept;
}

function unused(path: string, taken: Set<string>): string {
	const stem = path.slice(0, -EXTENSION.length);
	for (let count = 1; ; count++) {
		const free = count === 1 ? path : `${stem}-${count}${EXTENSION}`;
		const key = sameName(free);
		if (taken.has(key)) continue;
		taken.add(key);
		return free;
	}
}

/** What a file system may take for the same name. */
function sameName(path: string): string {
	return path.normalize("NFKC").toLowerCase();
}

/** A template with something harmless in place of its tags. */
function literals(template: string): string {
	return template
		.split(PIECES)
		.map((piece, at) => (at % 2 === 0 ? piece : "x"))
		.join("");
}
