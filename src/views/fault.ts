import type { Fault } from "../model/fault.ts";
import { type Ink, paint, plain } from "./ink.ts";

/** A fault that ends the command: what happened, then what to do. */
export function renderFault(fault: Fault, ink: Ink): string {
	const lines = [
		`${paint(ink).red("Error:")} ${plain(fault.message)}`,
		...(fault.remedy ?? "")
			.split("\n")
			.filter(Boolean)
			.map((line) => `  ${plain(line)}`),
	];
	return `${lines.join("\n")}\n`;
}
