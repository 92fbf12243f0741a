import { STANDINGS, type Standing } from "../model/agenda.ts";
import { type Ink, paint } from "./ink.ts";

/** How each standing is drawn. A new one does not compile until it has a mark. */
const MARKS = {
	unknown: { mark: "?", colour: "red" },
	failed: { mark: "✗", colour: "red" },
	attention: { mark: "!", colour: "yellow" },
	waiting: { mark: ">", colour: "cyan" },
	todo: { mark: "+", colour: "green" },
	cancelled: { mark: "-", colour: "dim" },
	done: { mark: "✓", colour: "green" },
} as const satisfies Record<
	Standing,
	{ readonly mark: string; readonly colour: "green" | "yellow" | "red" | "cyan" | "dim" }
>;

/** The mark of a standing, one column wide. */
export function standingMark(standing: Standing): string {
	return MARKS[standing].mark;
}

/** The same with its colour. */
export function paintedStanding(standing: Standing, ink: Pick<Ink, "colour">): string {
	const { mark, colour } = MARKS[standing];
	return paint(ink)[colour](mark);
}

/** What the marks of a calendar mean, for those that stand in it: `✗ failed   > handed over`. */
export function legend(standings: ReadonlySet<Standing>, ink: Pick<Ink, "colour">): string {
	const words = { ...STANDINGS, waiting: "handed over", todo: "planned" };
	return (Object.keys(STANDINGS) as Standing[])
		.filter((standing) => standings.has(standing))
		.map((standing) => `${paintedStanding(standing, ink)} ${words[standing]}`)
		.join("   ");
}
