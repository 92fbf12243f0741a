import { NOTIFY_EVENTS } from "../../model/notify.ts";
import { withoutPasswords, withoutTokens } from "../../model/secret.ts";
import { cut, plain } from "../../views/ink.ts";
import type { Note, NoteLine, NoteSection } from "../note.ts";

const HEADINGS: Readonly<Record<NoteSection["event"], string>> = {
	...NOTIFY_EVENTS,
	digest: "Summary",
	test: "Test",
};
const LONGEST = { subject: 200, title: 120, text: 600 } as const;

/** `showrun talks: Failed (2), Late (1)`: what a message is about. */
export function headlineOf({ workspace, sections }: Pick<Note, "workspace" | "sections">): string {
	const parts = sections.map((section) => {
		const count = countOf(section);
		return section.event === "digest" || count === 1
			? HEADINGS[section.event]
			: `${HEADINGS[section.event]} (${count})`;
	});
	return cut(`showrun ${clean(workspace, 60)}: ${parts.join(", ")}`, 150);
}

/** How many things a section is about. */
function countOf({ lines, more = 0 }: NoteSection): number {
	return lines.length + more;
}

/** The heading of a section. */
export function headingOf({ event }: NoteSection): string {
	return HEADINGS[event];
}

/** What there is to say of one thing, a line each: it, what happened, what helps. Everything is clean. */
export function linesOf(line: NoteLine): readonly string[] {
	const { subject, title, what, remedy } = cleanLine(line);
	const name = title === undefined ? subject : `${subject} "${title}"`;
	return [name, what, ...(remedy === undefined ? [] : [`→ ${remedy}`])];
}

/** `… and 12 more: showrun status`. Undefined: there are no more. */
export function moreOf({ more = 0, event }: NoteSection): string | undefined {
	if (more === 0) return undefined;
	return `… and ${more} more: ${event === "digest" ? "showrun calendar" : "showrun status"}`;
}

/** The same line without control characters, secrets and signatures. */
export function cleanLine({ subject, title, what, remedy }: NoteLine): NoteLine {
	return {
		subject: clean(subject, LONGEST.subject),
		...(title !== undefined && { title: clean(title, LONGEST.title) }),
		what: clean(what, LONGEST.text),
		...(remedy !== undefined && { remedy: clean(remedy, LONGEST.text) }),
	};
}

/** The whole message as text without any marks. */
export function textOf({ sections }: Pick<Note, "sections">): string {
	return sections
		.flatMap((section) => [
			`${headingOf(section)}`,
			...section.lines.flatMap((line) =>
				linesOf(line).map((text, at) => `${at === 0 ? "  " : "    "}${text}`),
			),
			...[moreOf(section)].flatMap((text) => (text === undefined ? [] : [`  ${text}`])),
			"",
		])
		.join("\n");
}

/** On one line, without tokens and passwords; addresses lose their queries, which may be signatures. */
function clean(text: string, longest: number): string {
	const short = withoutTokens(withoutPasswords(text)).replace(
		/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi,
		"$1",
	);
	return cut(plain(short.replace(/\s+/g, " ").trim()), longest);
}
