import type { NotifyEvent } from "../model/notify.ts";

/** One thing that is so, and that people may be told of. */
export interface Condition {
	readonly event: NotifyEvent;
	/** The same for as long as it is the same thing. */
	readonly key: string;
	/** It is told again when it grows: of clips to approve, how many. Absent: it does not grow. */
	readonly amount?: number;
	readonly line: NoteLine;
}

/** What happened to one thing, as far as people are told. */
export interface NoteLine {
	/** Address, account or place. */
	readonly subject: string;
	/** Hostile: what a post is called. Absent: it has no title, or none yet. */
	readonly title?: string;
	/** In one or two sentences; may hold words of services and platforms. */
	readonly what: string;
	/** What helps, with the command where one does. */
	readonly remedy?: string;
}

/** Lines of one kind. */
export interface NoteSection {
	/** `digest`: the daily summary; `test`: somebody tries the channel. */
	readonly event: NotifyEvent | "digest" | "test";
	readonly lines: readonly NoteLine[];
	/** How many more there are than `lines`. Absent: none. */
	readonly more?: number;
}

/** What one message says. */
export interface Note {
	/** The same in every attempt to send it. */
	readonly id: string;
	/** ISO 8601 of when it came up. */
	readonly at: string;
	/** Name of the workspace's folder. */
	readonly workspace: string;
	readonly sections: readonly NoteSection[];
}

/** More lines than these are counted. */
const MOST_LINES = 10;

/** Puts conditions under their kinds, in the order of the kinds. */
export function sectionsOf(conditions: readonly Condition[]): readonly NoteSection[] {
	const kinds = [...new Set(conditions.map(({ event }) => event))];
	return kinds.map((event) =>
		shortened({ event, lines: conditions.flatMap((each) => (each.event === event ? [each.line] : [])) }),
	);
}

/** What waited together is one message: sections of a kind become one. */
export function joined(notes: readonly Note[]): Omit<Note, "id"> | undefined {
	const [first] = notes;
	if (first === undefined) return undefined;
	const all = notes.flatMap(({ sections }) => sections);
	const sections = [...new Set(all.map(({ event }) => event))].map((event) => {
		const same = all.filter((each) => each.event === event);
		const more = same.reduce((sum, each) => sum + (each.more ?? 0), 0);
		return shortened({ event, lines: same.flatMap(({ lines }) => lines), more });
	});
	return { at: first.at, workspace: first.workspace, sections };
}

function shortened({ event, lines, more = 0 }: NoteSection): NoteSection {
	const left = more + Math.max(0, lines.length - MOST_LINES);
	return { event, lines: lines.slice(0, MOST_LINES), ...(left > 0 && { more: left }) };
}
