import type { Note } from "../note.ts";
import { headingOf, headlineOf, linesOf, moreOf } from "./text.ts";

/** Slack's limits: blocks of a message, characters of a section and of a header; 2026-11-22. */
const MOST = { blocks: 50, section: 3_000, header: 150 } as const;

/**
 * The body for an incoming webhook of Slack. What people wrote stands in `plain_text`, in which nothing is a
 * mention, a link or a mark; `text` is what a phone shows first, and is escaped.
 */
export function slackBody(note: Note): object {
	const headline = headlineOf(note);
	const body = note.sections.flatMap((section) => {
		const lines = section.lines.map((line) => linesOf(line).join("\n"));
		return [headingOf(section).toUpperCase(), ...lines, ...[moreOf(section) ?? []].flat()];
	});
	const blocks = body.slice(0, MOST.blocks - 2).map((text) => ({
		type: "section",
		text: { type: "plain_text", text: text.slice(0, MOST.section), emoji: false },
	}));
	const left = body.length - blocks.length;
	const rest = { type: "section", text: { type: "plain_text", text: `… and ${left} more: showrun status` } };
	const header = { type: "plain_text", text: headline.slice(0, MOST.header), emoji: false };
	return {
		text: escapeSlack(headline),
		blocks: [{ type: "header", text: header }, ...blocks, ...(left > 0 ? [rest] : [])],
		unfurl_links: false,
		unfurl_media: false,
	};
}

/** The three characters that begin marks of Slack's own: `<!channel>`, `<https://…>`, `&lt;`. */
function escapeSlack(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
