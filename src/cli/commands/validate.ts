import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { formerRule } from "../../model/rules/former-ids.ts";
import { githubAnnotations, renderDiagnostics } from "../../views/diagnostics.ts";
import { counted } from "../../views/ink.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { inkOf, out, stopSignal } from "../terminal/terminal.ts";
import { VERSION } from "../version.ts";
import { headingsOf, inEachWorkspace } from "../wiring/each-workspace.ts";
import { type Inspected, inspect } from "../wiring/workspace.ts";

interface ValidateFlags extends InputFlags {
	readonly json?: true;
	readonly github?: true;
	readonly sarif?: true;
}

/** `showrun validate`: everything that is wrong, all at once; sends nothing and writes nothing. */
export async function validate(paths: readonly string[], flags: ValidateFlags): Promise<void> {
	const signal = stopSignal();
	const headings = headingsOf({ ...flags, ...(flags.sarif && { github: true }) });
	const all: Diagnostic[] = [];
	try {
		await inEachWorkspace(paths, { signal, headings }, async (one) => {
			const found = await inspect(one, signal, { ...flags, keyless: true, unused: "checked" });
			all.push(...found.diagnostics);
			if (!flags.sarif) show(found, flags);
			if (hasErrors(found.diagnostics)) throw new Exit(EXIT.error);
		});
	} finally {
		if (flags.sarif) out((await import("../../views/sarif.ts")).sarifOf(all, VERSION));
	}
}

function show({ campaigns, diagnostics, shared }: Inspected, { json, github }: ValidateFlags): void {
	if (json)
		for (const each of diagnostics)
			out(`${JSON.stringify({ type: "diagnostic", ...each, ...formerRule(each) })}\n`);
	else if (github) out(githubAnnotations(diagnostics));
	else if (diagnostics.length > 0) out(renderDiagnostics(diagnostics, inkOf(process.stdout)));
	else out(`Valid: ${counted(campaigns.length, "campaign")}${andShared(shared.length)}.\n`);
}

function andShared(count: number): string {
	return count === 0 ? "" : ` and ${counted(count, "shared file")}`;
}
