import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { SavedPlan } from "../../model/saved.ts";
import type { Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { SavedPlanFile } from "../../reconcile/saved/apply.ts";
import { decodeSavedPlan, encodeSavedPlan, savedPlan } from "../../reconcile/saved/plan-file.ts";
import { systemClock } from "../../system/clock.ts";
import { isMissing } from "../../system/error-code.ts";
import { replaceFile } from "../../system/files.ts";
import type { PlanReport } from "../../views/events.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { VERSION } from "../version.ts";
import { outboxOf, type Workspace } from "./workspace.ts";

/**
 * The saved plan among the paths of a command. Undefined: they are campaigns, or nothing. Throws `StopFault`
 * for one that was changed, and for one among other paths.
 */
export async function savedPlanIn(paths: readonly string[]): Promise<SavedPlanFile | undefined> {
	for (const name of paths) {
		const saved = await savedPlanAt(name);
		if (saved === undefined) continue;
		if (paths.length > 1)
			throw new StopFault(`${name} is a saved plan, which can only be applied alone.`, {
				remedy: `showrun apply ${name}`,
			});
		return { saved, name };
	}
	return undefined;
}

/** The saved plan in a file. Undefined: the file holds something else, or cannot be read. */
export async function savedPlanAt(path: string): Promise<SavedPlan | undefined> {
	const text = await readFile(path, "utf8").catch(() => undefined);
	return text === undefined ? undefined : decodeSavedPlan(text, path);
}

/** Throws `StopFault` for a flag that would make the plan another one. */
export function mustLeavePlanAlone(
	{ target, exclude, replace, retry = [], refresh, refreshOnly }: PlanFlags,
	name: string,
): void {
	const given = {
		"--target": target.length > 0,
		"--exclude": exclude.length > 0,
		"--replace": replace.length > 0,
		"--retry": retry.length > 0,
		"--no-refresh": !refresh,
		"--refresh-only": refreshOnly,
	};
	const [flag] = Object.entries(given).find(([, set]) => set) ?? [];
	if (flag !== undefined)
		throw new StopFault(
			`${flag} cannot be used with the saved plan ${name}: the plan has decided that already.`,
			{
				remedy: `showrun plan ${flag} … --out ${name}`,
			},
		);
}

/** What a plan was made from. */
interface Origin {
	readonly paths: readonly string[];
	readonly flags: PlanFlags;
	readonly workspace: Workspace;
	readonly snapshot: Snapshot;
}

/**
 * Saves a plan, atomically and readable by its owner alone. Throws `StopFault` where it cannot be written,
 * or where something other than a saved plan would be lost.
 */
export async function savePlan(path: string, report: PlanReport, origin: Origin): Promise<SavedPlan> {
	if (report.plan.needsAccounts)
		throw new StopFault("A saved plan needs the accounts, and they were not read.", {
			remedy: "Leave out --no-refresh.",
		});
	await mustNotBeLost(path);
	const saved = await savedPlanOf(report, origin);
	await replaceFile(path, encodeSavedPlan(saved), { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
		throw new StopFault(`The plan cannot be saved as ${path}: ${error.message}.`, {
			remedy: `Name a file in a folder that can be written (${dirname(path)} cannot).`,
			cause: error,
		});
	});
	return saved;
}

async function savedPlanOf(
	{ plan, outlook }: PlanReport,
	{ paths, flags: { target, exclude, replace }, workspace, snapshot }: Origin,
): Promise<SavedPlan> {
	const { campaigns, settings } = workspace;
	return savedPlan({
		version: VERSION,
		paths,
		targets: target,
		excludes: exclude,
		replace,
		plan,
		outlook,
		campaigns,
		snapshot,
		service: serviceName(settings),
		now: systemClock.now(),
		...defined({ outbox: await outboxOf(workspace) }),
	});
}

/** A campaign in the place of its plan would be gone for good. */
async function mustNotBeLost(path: string): Promise<void> {
	const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
		if (isMissing(error)) return undefined;
		throw new StopFault(`The plan cannot be saved as ${path}: ${error.message}.`, {
			remedy: "Name a file.",
			cause: error,
		});
	});
	if (text === undefined || text === "" || /"showrun"\s*:\s*"plan"/.test(text)) return;
	throw new StopFault(`${path} exists and is not a saved plan.`, {
		remedy: "Name another file: this one would be overwritten.",
	});
}

/** Whose accounts and tasks a plan is about: the host of the service, or `embedded`. */
export function serviceName({ service }: Settings): string {
	return service.url === undefined ? "embedded" : new URL(service.url).host;
}
