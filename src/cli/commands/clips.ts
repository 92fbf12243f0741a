import { hasErrors } from "../../model/diagnostic.ts";
import { moved } from "../../model/moved.ts";
import { relocations } from "../../plan/moves.ts";
import { type ClipsFile, renderClipsFiles } from "../../views/clips.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { err, inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { type ClipsFileNow, clipsFileNow, writeClips } from "../wiring/clips-files.ts";
import { withKnownItems } from "../wiring/items.ts";
import { lookAtState } from "../wiring/look-at-state.ts";
import { plainStoreOf } from "../wiring/store.ts";
import { openWorkspace } from "../wiring/workspace.ts";

interface ClipsFlags extends InputFlags {
	readonly paths?: true;
	readonly check?: true;
	readonly json?: true;
}

/**
 * `showrun clips`: brings the reviewed-clips file beside every campaign up to date with the clips that state
 * knows. With `--check` it writes nothing, and ends with 3 where it would.
 */
export async function clipsCommand(paths: readonly string[], flags: ClipsFlags): Promise<void> {
	const workspace = await openWorkspace({ paths }, stopSignal(), {
		...flags,
		reviews: "ignored",
		keyless: true,
	});
	const { settings } = workspace;
	const state = await lookAtState(settings, plainStoreOf(settings));
	const campaigns = await withKnownItems({ ...workspace, snapshot: state });
	const snapshot = { ...state, ...moved(state, relocations(campaigns, state)) };
	const all = await Promise.all(
		campaigns.map((campaign) => clipsFileNow(campaign, { snapshot, root: settings.root })),
	);
	const wanted = all.flatMap((each) => ("file" in each ? [each] : []));
	if (flags.paths)
		out(
			flags.json
				? lines(wanted.map(({ file }) => ({ type: "path", file })))
				: wanted.map(({ file }) => `${file}\n`).join(""),
		);
	else await bringUpToDate(wanted, flags);
	const problems = all.flatMap((each) => ("problems" in each ? each.problems : []));
	if (problems.length > 0) err(renderDiagnostics(problems, inkOf(process.stderr)));
	if (hasErrors(problems)) throw new Exit(EXIT.error);
	if (flags.check && wanted.some(({ before, after }) => before !== after.text)) throw new Exit(EXIT.partly);
}

async function bringUpToDate(all: readonly ClipsFileNow[], flags: ClipsFlags): Promise<void> {
	const files = all.map(({ campaign, file, before, after: { text, ...counts } }): ClipsFile => {
		const changed = before === text ? "unchanged" : flags.check ? "differs" : "written";
		return { campaign, file, status: changed, ...counts };
	});
	if (!flags.check)
		for (const { path, before, after } of all) if (before !== after.text) await writeClips(path, after.text);
	out(flags.json ? lines(files.map((file) => ({ type: "clips", ...file }))) : renderClipsFiles(files));
}
