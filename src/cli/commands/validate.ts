import { hasErrors } from "../../model/diagnostic.ts";
import { formerRule } from "../../model/rules/former-ids.ts";
import { githubAnnotations, renderDiagnostics } from "../../views/diagnostics.ts";
import { counted } from "../../views/ink.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { inkOf, out, stopSignal } from "../terminal/terminal.ts";
import { headingsOf, inEachWorkspace, type OneWorkspace } from "../wiring/each-workspace.ts";
import { inspect } from "../wiring/workspace.ts";

interface ValidateFlags extends InputFlags {
	readonly json?: true;
	readonly github?: true;
}

/** `showrun validate`: everything that is wrong, all at once; sends nothing and writes nothing. */
export async function validate(paths: readonly string[], flags: ValidateFlags): Promise<void> {
	const signal = stopSignal();
	const headings = headingsOf(flags);
	await inEachWorkspace(paths, { signal, headings }, (one) => validateOne(one, flags, signal));
}

async function validateOne(one: OneWorkspace, options: ValidateFlags, signal: AbortSignal): Promise<void> {
	const { campaigns, diagnostics } = await inspect(one, signal, { ...options, keyless: true });
	if (options.json)
		for (const each of diagnostics)
			out(`${JSON.stringify({ type: "diagnostic", ...each, ...formerRule(each) })}\n`);
	else if (options.github) out(githubAnnotations(diagnostics));
	else if (diagnostics.length > 0) out(renderDiagnostics(diagnostics, inkOf(process.stdout)));
	else out(`Valid: ${counted(campaigns.length, "campaign")}.\n`);
	if (hasErrors(diagnostics)) throw new Exit(EXIT.error);
}
