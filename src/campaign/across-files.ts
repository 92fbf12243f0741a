import type { Diagnostic } from "../model/diagnostic.ts";
import { diagnosed, type Words } from "../yaml/source.ts";
import { didYouMean } from "../yaml/suggest.ts";
import type { CheckedFile } from "./check.ts";
import type { GivenInputs } from "./read-inputs.ts";

/** Campaigns whose name another campaign already has. */
export function sameNames(files: readonly CheckedNames[]): readonly Diagnostic[] {
	const first = new Map<string, string>();
	return files.flatMap(({ name }) => {
		if (name === undefined) return [];
		const other = first.get(name.value);
		if (other === undefined) first.set(name.value, name.spot.place.file);
		return other === undefined ? [] : [diagnosed(sameName(name.value, other), name.spot)];
	});
}

type CheckedNames = Pick<CheckedFile, "name" | "inputs">;

function sameName(name: string, other: string): Words {
	return {
		rule: "duplicate-campaign",
		summary: "Two campaigns have the same name",
		detail: `${other} is called \`${name}\` too, and addresses start with that name.`,
		hint: "Give one of them another name; if it was never applied, nothing else changes.",
	};
}

/** A misspelt --var would set nothing, silently. */
export function undeclared(files: readonly CheckedNames[], given: GivenInputs | undefined): Diagnostic[] {
	if (files.some(({ inputs }) => inputs === undefined)) return [];
	const known = files.flatMap(({ inputs = [] }) => inputs);
	return Object.keys(given?.vars ?? {})
		.filter((name) => !known.includes(name))
		.map((name) => ({
			severity: "error",
			rule: "unknown-input",
			summary: "Unknown input",
			detail: `--var gives \`${name}\`, and no campaign declares it.`,
			hint: didYouMean(name, known, "Inputs") || "Declare it under `inputs`.",
		}));
}
