import { userInfo } from "node:os";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { importable, importTarget } from "../../plan/importing.ts";
import { type Imported, importResource } from "../../reconcile/import.ts";
import type { StateWriter } from "../../state/store.ts";
import { systemClock } from "../../system/clock.ts";
import { renderImport } from "../../views/import.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { confirmed, interactive, out, stopSignal } from "../terminal/terminal.ts";
import { withKnownItems } from "../wiring/items.ts";
import { optionsOf } from "../wiring/plan-options.ts";
import { connectService } from "../wiring/service.ts";
import { storeOf } from "../wiring/store.ts";
import { openWorkspace, planInkOf, sourcesOf, type Workspace } from "../wiring/workspace.ts";
import type { AddFlags } from "./add-videos.ts";

interface ImportFlags extends InputFlags, Partial<Pick<AddFlags, "campaign" | "dryRun" | "in">> {
	readonly idUnknown?: true;
	readonly at?: string;
	readonly autoApprove?: true;
}

interface Asked {
	readonly address: string;
	readonly taskId?: string;
	readonly paths: readonly string[];
}

/**
 * `showrun import`: makes state know a task or a post that was made elsewhere, so that it is never made
 * again.
 */
export async function importCommand(
	address: string,
	[id, ...rest]: readonly string[],
	flags: ImportFlags,
): Promise<void> {
	const isList = isListName(address);
	mustFit(isList, [id, ...rest].filter(Boolean).length, flags);
	if (isList)
		return (await import("./import-list.ts")).importList(address, { ...flags, in: flags.in ?? "." });
	if (id === undefined && !flags.idUnknown)
		throw new StopFault("import needs the id of the task at the service.", {
			remedy: "Add the id, or --id-unknown for a post.",
		});
	// Without an id the first word after the address is a path.
	const asked: Asked =
		flags.idUnknown || id === undefined
			? { address, paths: id === undefined ? [] : [id, ...rest] }
			: { address, taskId: id, paths: rest };
	const signal = stopSignal();
	const workspace = await openWorkspace({ paths: asked.paths }, signal, flags);
	const writer = await storeOf(workspace.settings).open({
		command: `showrun import ${address}`,
		waitMs: 0,
		signal,
	});
	try {
		const campaigns = await withKnownItems({ ...workspace, snapshot: writer.snapshot() });
		const entry = await entryOf({ workspace: { ...workspace, campaigns }, writer, signal }, asked, flags);
		out(renderImport(entry, await planInkOf(workspace, {})));
		if (!(await agreed(flags, signal)))
			throw new StopFault("Nothing was changed.", {
				remedy: "Answer yes, or use --auto-approve.",
			});
		await writer.append(entry);
	} finally {
		await writer.close();
	}
	out("Imported. See: showrun plan\n");
}

/** Addresses have a kind in them. */
function isListName(text: string): boolean {
	return /\.csv$/i.test(text) && !/^[^/\\.]+\.(video|post)\./.test(text);
}

/** Every option is for one of the two. Throws `StopFault`. */
function mustFit(isList: boolean, words: number, flags: ImportFlags): void {
	const { at, idUnknown, autoApprove, campaign, dryRun, in: folder } = flags;
	const foreign = Object.entries(
		isList
			? { "--at": at, "--id-unknown": idUnknown, "--auto-approve": autoApprove }
			: { "--campaign": campaign, "--dry-run": dryRun, "--in": folder },
	).find(([, value]) => value !== undefined)?.[0];
	if (foreign !== undefined)
		throw new StopFault(
			isList
				? `${foreign} is for a single address, not for a list.`
				: `${foreign} is for a list (LIST.csv) alone.`,
			{ remedy: "Leave it out." },
		);
	if (isList && words > 0)
		throw new StopFault("A list is imported alone.", { remedy: "Name its workspace with --in FOLDER." });
}

interface Context {
	readonly workspace: Workspace;
	readonly writer: StateWriter;
	readonly signal: AbortSignal;
}

async function entryOf(
	{ workspace, writer, signal }: Context,
	{ address, taskId }: Asked,
	flags: ImportFlags,
): Promise<Imported> {
	const { settings, campaigns } = workspace;
	const snapshot = writer.snapshot();
	const observed = { now: systemClock.now(), ...(await sourcesOf(workspace, signal)) };
	const options = optionsOf(settings, { target: [], exclude: [], replace: [] }, { campaigns, snapshot });
	const world = { campaigns, snapshot, observed, options };
	const target = importTarget(address, world);
	if (target === undefined)
		throw new StopFault(`\`${address}\` names no video and no post of these campaigns.`, {
			remedy: didYouMean(address, importable(world), "Addresses") || "The campaigns declare nothing.",
		});
	const request = {
		by: userInfo().username,
		...defined({ taskId, at: flags.at }),
	};
	const { service, close } = await connectService(settings, "read");
	try {
		return await importResource({ service, clock: systemClock, signal, options, emit: () => {} }, snapshot, {
			target,
			request,
		});
	} finally {
		await close();
	}
}

async function agreed({ autoApprove }: ImportFlags, signal: AbortSignal): Promise<boolean> {
	if (autoApprove) return true;
	return interactive() && (await confirmed('Import it? Only "yes" is accepted: ', signal));
}
