import { defined } from "../../model/defined.ts";
import { settingsDigest } from "../../settings/settings-digest.ts";
import { stateStamp } from "../../state/file/state-stamp.ts";
import { systemClock } from "../../system/clock.ts";
import { isCertain, stampOf, stillIs } from "../../system/fingerprints.ts";
import { renderDiagnostics } from "../../views/diagnostics.ts";
import type { PlanReport } from "../../views/events.ts";
import { inkOf } from "../terminal/terminal.ts";
import type { OneWorkspace } from "./each-workspace.ts";
import { askedDigest, type KeptPlan, nameOf } from "./kept-plan.ts";
import { outsideOf } from "./machine-record.ts";
import { keptIn } from "./read-cache.ts";
import type { Workspace } from "./workspace.ts";

/** Keeps the text of a plan that lasts, for `keptPlan`. */
type Keep = (report: PlanReport, text: string) => Promise<void>;

/**
 * Prepares to keep a plan. What is here is called before the settings are read, and what that gives before
 * the state is, so that whatever changes meanwhile is noticed. A help only: what is not kept is made again.
 */
export async function planKeeper(paths: OneWorkspace): Promise<(workspace: Workspace) => Promise<Keep>> {
	const digest = paths.root === undefined ? undefined : await settingsDigest(paths.root);
	return async ({ settings, from, diagnostics = [] }) => {
		const { root, rules, brand, use, state: path } = settings;
		const isInFile = (settings.stateGit ?? settings.statePostgres) === undefined;
		const before = isInFile ? await stampOf(path).catch(() => undefined) : undefined;
		return async ({ lastsWith: files, suspension, plan: { lineage } }, text) => {
			if (files === undefined || suspension !== undefined) return;
			if (digest === undefined || from === undefined || before === undefined) return;
			const place = { path, outside: outsideOf(settings) };
			if (!(await stillIs(path, before).catch(() => false))) return;
			const state = await stateStamp(place, lineage).catch(() => undefined);
			if (state === undefined || !isCertain(state)) return;
			const kept: KeptPlan = {
				...{
					text,
					warnings: renderDiagnostics(diagnostics, inkOf(process.stderr)),
					at: systemClock.now(),
					asked: askedDigest(paths),
					campaigns: from,
					files,
				},
				settings: { digest, root, rules, ...defined({ brand, use }) },
				state: { ...place, lineage, stamp: state.text },
			};
			await (await keptIn(root))?.put(nameOf(paths), kept);
		};
	};
}
