import { resolve } from "node:path";
import { defined } from "../model/defined.ts";
import { type OwnRecogniser, RECOGNISER_FILES } from "../model/own-recogniser.ts";
import type { ReportProblem, Sources } from "./sources.ts";

const AT = ["embedded", "recogniser"] as const;

/**
 * The recogniser of the settings: the files of its kind, no more and no fewer. Undefined: there is none, or
 * what is wrong with it was reported.
 */
export function ownRecogniserOf({ read, root }: Sources, report: ReportProblem): OwnRecogniser | undefined {
	const raw = read.draft.embedded?.recogniser;
	if (raw?.kind === undefined || raw.files === undefined) return undefined;
	const wanted: readonly string[] = RECOGNISER_FILES[raw.kind];
	const list = wanted.map((part) => `\`${part}\``).join(", ");
	const lacking = wanted.filter((part) => raw.files?.[part] === undefined);
	const strange = Object.keys(raw.files).filter((part) => !wanted.includes(part));
	if (lacking.length > 0)
		report(
			{
				rule: "missing-key",
				summary: "A recogniser is not whole",
				detail: `A recogniser of kind ${raw.kind} is made of ${list}; ${lacking.join(", ")} is missing.`,
				hint: "Name every file with its `path` and `sha256` (`sha256sum FILE` prints it).",
			},
			[...AT, "files"],
		);
	for (const part of strange)
		report(
			{
				rule: "unknown-key",
				summary: "A recogniser has no such file",
				detail: `A recogniser of kind ${raw.kind} is made of ${list}, and has no \`${part}\`.`,
				hint: "Remove it, or name the right `kind`.",
			},
			[...AT, "files", part],
		);
	if (lacking.length + strange.length > 0) return undefined;
	const files = wanted.flatMap((part) => {
		const { path, sha256 } = raw.files?.[part] ?? {};
		if (path === undefined || sha256 === undefined) return [];
		return [[part, { path: resolve(root, path), sha256: sha256.toLowerCase() }] as const];
	});
	if (files.length < wanted.length) return undefined;
	return defined({ kind: raw.kind, files: Object.fromEntries(files), languages: raw.languages });
}
