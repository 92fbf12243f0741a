import { realpath } from "node:fs/promises";
import type { Settings } from "../../model/settings.ts";
import { readDataId } from "../../service/store/data-id.ts";
import type { Ledger } from "../../state/ledger/ledger.ts";
import type { Ledgered } from "../../state/ledger/ledgered-store.ts";
import type { Naming } from "../../state/ledger/posts.ts";
import type { Scope } from "../../state/ledger/records.ts";
import { serviceScope } from "../../state/ledger/service-scope.ts";
import type { StateStore, StateWriter } from "../../state/store.ts";
import { sha256 } from "../../system/files.ts";
import { contentsToKeep } from "./contents.ts";
import { ledgerFolderOf, outsideOf } from "./machine-record.ts";
import { serviceStore } from "./service-store.ts";

/** Ids of the accounts that the service lists, once somebody has read them. */
export type Listed = () => ReadonlySet<string> | undefined;

const workspaces = new WeakMap<Settings, Promise<string>>();
const ledgers = new Map<string, Ledger>();

/** The ledger of this user. All of a process share what is read of it, and its lock. */
export async function ledgerOf(settings: Settings): Promise<Ledger> {
	const { openLedger } = await import("../../state/ledger/ledger.ts");
	const folder = ledgerFolderOf(settings);
	const ledger = ledgers.get(folder.path) ?? openLedger(folder, { command: `showrun in ${settings.root}` });
	ledgers.set(folder.path, ledger);
	return ledger;
}

/** The same store, whose posts the ledger of this user hears of. Loaded when something is written. */
export function keepingLedger(store: StateStore, settings: Settings, listed: Listed): StateStore {
	return {
		read: () => store.read(),
		async open(options) {
			const { withLedger } = await import("../../state/ledger/ledgered-store.ts");
			return withLedger(store, await ledgeredFor(settings, listed)).open(options);
		},
	};
}

/** Tells the ledger at once what a state that is open counts as posted. */
export async function tellLedger(settings: Settings, writer: StateWriter): Promise<void> {
	const { tellMoments } = await import("../../state/ledger/ledgered-store.ts");
	await tellMoments(writer, await ledgeredFor(settings, () => undefined));
}

async function ledgeredFor(settings: Settings, listed: Listed): Promise<Ledgered> {
	const { guardReader } = await import("../../state/ledger/guards.ts");
	const ledger = await ledgerOf(settings);
	return {
		ledger,
		listed,
		naming: (lineage) => namingOf(settings, lineage),
		contents: contentsToKeep(settings),
		guards: guardReader(outsideOf(settings)),
		local: settings.service.url === undefined,
	};
}

/** What a state's moments are called in the ledger. */
export async function namingOf(settings: Settings, lineage: string): Promise<Naming> {
	return {
		lineage,
		scope: await scopeOf(settings),
		workspace: await workspaceOf(settings),
	};
}

/** A few letters for the folder of the settings, which stays where it is while they are used. */
function workspaceOf(settings: Settings): Promise<string> {
	const known = workspaces.get(settings) ?? realpath(settings.root).then((root) => sha256(root).slice(0, 6));
	workspaces.set(settings, known);
	return known;
}

/**
 * Where the accounts live: a remote service by its origin, never by its key; a local one by the id of its
 * data folder.
 */
export async function scopeOf(settings: Settings): Promise<Scope> {
	const { service, embedded } = settings;
	if (service.url !== undefined) return serviceScope(service.url);
	return `outbox:${(await readDataId(await serviceStore(settings))) ?? sha256(embedded.data).slice(0, 26)}`;
}
