import type { Note } from "../note.ts";
import { headingOf, headlineOf, linesOf, moreOf } from "./text.ts";

/** Longest content of a message of Discord, in characters; 2026-11-22. */
const LONGEST = 2_000;
/** Links are not unfurled. */
const SUPPRESS_EMBEDS = 4;

/** The body for a webhook of Discord: marks are escaped, and nobody is mentioned, whatever stands in it. */
export function discordBody(note: Note): object {
	const lines = note.sections.flatMap((section) => [
		`**${escapeDiscord(headingOf(section))}**`,
		...section.lines.map((line) => escapeDiscord(linesOf(line).join("\n"))),
		...[moreOf(section)].flatMap((text) => (text === undefined ? [] : [escapeDiscord(text)])),
	]);
	return {
		content: shortened([`**${escapeDiscord(headlineOf(note))}**`, ...lines]),
		allowed_mentions: { parse: [] },
		flags: SUPPRESS_EMBEDS,
	};
}

/** Marks show as they are, and `@everyone` is only a word, also where mentions are allowed. */
function escapeDiscord(text: string): string {
	return text.replace(/[\\*_~`|>#[\]()<:-]/g, "\\$&").replaceAll("@", "@\u200b");
}

/** Whole lines, as many as there is room for. */
function shortened(lines: readonly string[]): string {
	const rest = (count: number) => `… and ${count} more: showrun status`;
	const room = LONGEST - rest(lines.length).length - 1;
	let [text, count] = ["", 0];
	for (const line of lines) {
		const next = text === "" ? line : `${text}\n${line}`;
		if (next.length > room) break;
		[text, count] = [next, count + 1];
	}
	if (count === lines.length) return text;
	const left = lines.length - count;
	return text === "" ? `${(lines[0] ?? "").slice(0, room)}…` : `${text}\n${rest(left)}`;
}
