import type { CheckResult } from "../model/health.ts";
import { counted, type Ink, paint, plain, wrap } from "./ink.ts";

/** Columns before what was found: mark and name. */
const NAME = 12;
const COLOURS = { ok: "green", warn: "yellow", fail: "red" } as const;

/** One finding, its remedy below it. */
export function renderFinding({ name, level, detail, remedy }: CheckResult, ink: Ink): string {
	const mark = paint(ink)[COLOURS[level]](level.padEnd(6));
	const indent = " ".repeat(6 + NAME);
	const below = [
		...wrap(plain(detail), ink.width - indent.length),
		...(remedy === undefined ? [] : wrap(`→ ${plain(remedy)}`, ink.width - indent.length)),
	];
	return `${below.map((line, at) => (at === 0 ? `${mark}${name.padEnd(NAME)}${line}` : `${indent}${line}`)).join("\n")}\n`;
}

/** The last line. */
export function renderHealth(findings: readonly CheckResult[]): string {
	const count = (level: CheckResult["level"]) => findings.filter((each) => each.level === level).length;
	const [failed, warnings] = [count("fail"), count("warn")];
	if (failed + warnings === 0) return "\nEverything looks well.\n";
	return `\n${failed === 0 ? "Nothing fails" : `${failed} failed`}, ${counted(warnings, "warning")}.\n`;
}
