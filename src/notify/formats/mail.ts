import type { Note } from "../note.ts";
import { headlineOf, textOf } from "./text.ts";

/** What a mail says. */
export interface MailContent {
	readonly subject: string;
	readonly text: string;
	readonly messageId: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** A mail of plain text. Its headers hold no line break, whatever posts are called. */
export function mailOf(note: Note, host: string): MailContent {
	return {
		subject: headlineOf(note),
		text: `${textOf(note)}-- \nSent by showrun for the workspace ${note.workspace.replace(/[^\w .-]/g, "_")}. Choose what is sent under \`notify\` in its settings.\n`,
		// The same in every attempt, so that mail programs know a second one.
		messageId: `<${note.id}@${host.replace(/[^\w.-]/g, "-") || "localhost"}>`,
		headers: { "auto-submitted": "auto-generated", "x-auto-response-suppress": "All" },
	};
}
