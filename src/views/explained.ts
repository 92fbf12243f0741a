import type { Clip } from "../model/clip.ts";
import type { ExportSettings, TaskStatus } from "../model/task.ts";
import { counted, cut, type Ink, paint, plain, wrap } from "./ink.ts";

/** A clip and why it is what it is. */
export interface ExplainedClip {
	readonly clip: Clip;
	readonly parts: Readonly<Record<string, number>>;
	readonly reasons: readonly string[];
}

/** A video's clips, as far as they are wanted. */
export interface Explained {
	readonly address: string;
	readonly status: TaskStatus;
	readonly export?: ExportSettings;
	readonly clips: readonly ExplainedClip[];
	readonly notes: readonly string[];
	/** Why nothing is explained. */
	readonly unexplained?: string;
}

const BAR = 20;
/** Points that one part gives at most, by and large: what a full bar stands for. */
const MOST = 30;
const NAMES: Readonly<Record<string, string>> = {
	hook: "how it opens",
	content: "what is said",
	payoff: "how it ends",
	topic: "one topic",
	energy: "energy",
	speech: "speech",
	boundary: "clean cuts",
	reaction: "reactions",
	motion: "motion",
	length: "length",
	opinion: "second opinion",
	penalty: "taken off",
};

/**
 * The clips with what their scores are made of, where they begin and end and why, and how they are rendered.
 */
export function renderExplained(
	{ address, status, clips, notes, unexplained, ...rest }: Explained,
	ink: Ink,
): string {
	const { bold, dim } = paint(ink);
	const head = `${bold(plain(address))}  ${counted(clips.length, "clip")}, ${status}`;
	const remarks = [...notes, ...(unexplained === undefined ? [] : [unexplained])].flatMap((note) =>
		indented(note, ink, "  "),
	);
	const heuristic = clips.some(({ parts }) => Object.keys(parts).length > 0)
		? [dim("Scores are a heuristic rank among the moments of one source, not a forecast.")]
		: [];
	const blocks = [
		[head, `  ${rendered(rest.export)}`, ...remarks],
		...clips.map((each) => block(each, ink)),
		...(heuristic.length > 0 ? [heuristic] : []),
	];
	return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function block({ clip, parts, reasons }: ExplainedClip, ink: Ink): readonly string[] {
	const { bold, dim } = paint(ink);
	const { from, to } = clip.moment;
	const where = `${clock(from)}–${clock(to)} (${((to - from) / 1000).toFixed(1)} s)`;
	const named = partNames(parts);
	const widest = Math.max(0, ...named.map(([name]) => name.length));
	return [
		`${bold(`#${clip.idx + 1}`)}  ${where}  score ${clip.score}  ${dim(`${from}-${to}`)}`,
		`    ${cut(plain(clip.title), Math.max(20, ink.width - 4))}`,
		...named.map(
			([name, points]) =>
				`    ${name.padEnd(widest)}  ${bar(points).padEnd(BAR)}  ${points.toFixed(1).padStart(5)}`,
		),
		...reasons.flatMap((reason) => indented(reason, ink, "    ")),
	];
}

/** What a score is made of, in words, the most points first. */
export function partNames(parts: ExplainedClip["parts"]): readonly (readonly [string, number])[] {
	return Object.entries(parts)
		.sort(([, a], [, b]) => b - a)
		.map(([name, points]) => [NAMES[name] ?? plain(name), points]);
}

function rendered(settings: ExportSettings | undefined): string {
	if (!settings) return "Not rendered: found and described only.";
	const { resolution, reframe, caption, hook } = settings;
	const parts = [
		resolution,
		reframe ? `${reframe.ratio}, layout ${reframe.layout}` : "shape of the source",
		caption
			? `captions ${plain(caption.style)}${caption.display === "original" ? "" : ` (${caption.display})`}`
			: "no captions",
		...(hook ? [`hook text at the ${hook.position}, ${hook.style}`] : []),
	];
	return `Rendered: ${parts.join("; ")}.`;
}

function indented(text: string, ink: Ink, by: string): readonly string[] {
	return wrap(plain(text), ink.width - by.length).map((line) => by + line);
}

function bar(points: number): string {
	return (points < 0 ? "-" : "=").repeat(Math.min(BAR, Math.round((BAR * Math.abs(points)) / MOST)));
}

function clock(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const two = (value: number) => String(value).padStart(2, "0");
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
