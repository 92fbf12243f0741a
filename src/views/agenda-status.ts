import { AGENDA_STATUSES, type AgendaStatus } from "../model/agenda.ts";
import { type Ink, paint } from "./ink.ts";

/** How each status is drawn. A new one does not compile until it has a mark. */
const MARKS = {
	unknown: { mark: "?", colour: "red" },
	failed: { mark: "✗", colour: "red" },
	attention: { mark: "!", colour: "yellow" },
	waiting: { mark: ">", colour: "cyan" },
	todo: { mark: "+", colour: "green" },
	cancelled: { mark: "-", colour: "dim" },
	done: { mark: "✓", colour: "green" },
} as const satisfies Record<
	AgendaStatus,
	{ readonly mark: string; readonly colour: "green" | "yellow" | "red" | "cyan" | "dim" }
>;

/** The mark of a status, one column wide. */
export function statusMark(status: AgendaStatus): string {
	return MARKS[status].mark;
}

/** The same with its colour. */
export function paintedMark(status: AgendaStatus, ink: Pick<Ink, "colour">): string {
	const { mark, colour } = MARKS[status];
	return paint(ink)[colour](mark);
}

/** What each status is called in a calendar. */
export const CALENDAR_WORDS = { ...AGENDA_STATUSES, waiting: "handed over", todo: "planned" };

/** What the marks of a calendar mean, for those that stand in it: `✗ failed   > handed over`. */
export function legend(statuses: ReadonlySet<AgendaStatus>, ink: Pick<Ink, "colour">): string {
	return (Object.keys(AGENDA_STATUSES) as AgendaStatus[])
		.filter((status) => statuses.has(status))
		.map((status) => `${paintedMark(status, ink)} ${CALENDAR_WORDS[status]}`)
		.join("   ");
}
