import type { Note } from "../note.ts";
import { cleanLine, headlineOf } from "./text.ts";

/** A message for programs: webhooks and commands. Names are stable. */
export function jsonOf({ id, at, workspace, sections }: Note): object {
	return {
		type: "showrun.notification",
		version: 1,
		id,
		at,
		workspace,
		headline: headlineOf({ workspace, sections }),
		sections: sections.map(({ event, lines, more = 0 }) => ({ event, lines: lines.map(cleanLine), more })),
	};
}
