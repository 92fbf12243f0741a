import type { Plan, PlanNote } from "../model/plan.ts";
import { RULES } from "../model/rules.ts";
import type { PlanInk } from "./change.ts";
import { grouped, paint, plain, wrap } from "./ink.ts";
import { findingDetail, findingTitle } from "./sentences/findings.ts";

/**
 * Warnings and remarks about posts that can be made all the same: one entry a rule and place, with the
 * first post it is about. Ends with a newline; empty for none.
 */
export function renderNotes({ notes = [] }: Pick<Plan, "notes">, ink: PlanInk): string {
	const together = new Map<string, PlanNote[]>();
	for (const note of notes) {
		const key = ink.detail
			? JSON.stringify([note.address, note.rule, note.finding])
			: `${note.rule} ${note.place?.file}:${note.place?.line}:${note.place?.column}`;
		const others = together.get(key);
		if (others === undefined) together.set(key, [note]);
		else others.push(note);
	}
	return [...together.values()].map((all) => entry(all, ink)).join("");
}

function entry(all: readonly PlanNote[], ink: PlanInk): string {
	const [first] = all;
	if (first === undefined) return "";
	const { yellow, cyan, dim } = paint(ink);
	const isRemark = RULES[first.rule].severity === "information";
	const more = all.length === 1 ? "" : ` And ${grouped(all.length - 1)} more like this, --detail shows all.`;
	const [head = "", ...rest] = wrap(
		`${first.rule}: ${findingTitle(first)}. ${plain(first.address)}: ` +
			`${plain(findingDetail(first.finding))}${more}`,
		ink.width - 9,
	);
	const place =
		first.place === undefined
			? []
			: [`  ${dim(`${plain(first.place.file)}:${first.place.line}:${first.place.column}`)}`];
	return [
		`${isRemark ? cyan("Note:") : yellow("Warning:")} ${head}`,
		...rest.map((line) => `  ${line}`),
		...place,
	]
		.map((line) => `${line}\n`)
		.join("");
}
