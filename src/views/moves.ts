import type { Plan } from "../model/plan.ts";
import { INDENT, type PlanInk } from "./change.ts";
import { grouped, paint, plain } from "./ink.ts";

/**
 * So many renamings are shown; posts follow their video, so that one line in a campaign can rename thousands.
 */
const MAX_LISTED = 10;

/** What is known under an old name, and its new one; empty where nothing was renamed. */
export function renderMoves({ moves = [] }: Pick<Plan, "moves">, ink: PlanInk): string {
	const shown = ink.detail ? moves : moves.slice(0, MAX_LISTED);
	const lines = shown.map(
		({ from, to }) =>
			`  ${paint(ink).cyan("=".padEnd(7))}${plain(to)}\n${INDENT}was ${plain(from)}: ` +
			"renamed, nothing is sent",
	);
	const left = moves.length - shown.length;
	return [...lines, ...(left > 0 ? [`  =      … and ${grouped(left)} more renamed, --detail shows all`] : [])]
		.map((line) => `${line}\n`)
		.join("");
}
