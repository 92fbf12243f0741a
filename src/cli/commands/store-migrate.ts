import { join } from "node:path";
import { StopFault } from "../../model/fault.ts";
import { folderStore } from "../../service/store/folder/store.ts";
import { moveStore } from "../../service/store/move.ts";
import { LockedFault, takeLock } from "../../system/lock.ts";
import { makePrivateFolder } from "../../system/private.ts";
import { counted } from "../../views/ink.ts";
import { out, stopSignal } from "../terminal/terminal.ts";
import { ownSettings } from "../wiring/data-folder.ts";
import { memoryFolder } from "../wiring/machine-record.ts";
import { serviceStore } from "../wiring/service-store.ts";

interface StoreMigrateFlags {
	readonly in: string;
	readonly to: "postgres" | "folder";
}

/** `showrun store migrate`: moves what the embedded service keeps to the database, or back. */
export async function migrateServiceStore({ in: path, to }: StoreMigrateFlags): Promise<void> {
	const settings = await ownSettings(path);
	const { data, database, outbox } = settings.embedded;
	if (database === undefined)
		throw new StopFault("The settings name no database for the service.", {
			remedy: "Set embedded.store: { postgres: { url_env: DATABASE_URL } }, also to move back from there.",
		});
	await makePrivateFolder(data, { shared: [outbox] });
	const command = "showrun store migrate";
	const signal = stopSignal();
	const lock = await takeLock(join(data, "owner.lock"), { command, waitMs: 0, signal }).catch(inUse);
	const [folder, tables] = [folderStore(data), await serviceStore(settings, { keep: true })];
	const [from, target] = to === "postgres" ? [folder, tables] : [tables, folder];
	const memory = join(memoryFolder(process.env, process.platform), "services");
	try {
		const { tenants, records, texts } = await moveStore({ from, to: target, memory });
		const moved = `${counted(records, "record")} and ${counted(texts, "text")} of ${counted(tenants, "tenant")}`;
		const next = to === "folder" ? "Remove embedded.store from the settings.\n" : "";
		out(`Moved ${moved}; they were compared, and the old ones are closed.\n${next}`);
	} finally {
		await tables.close();
		await lock.release();
	}
}

/** What is moved must not change meanwhile. */
function inUse(error: unknown): never {
	if (!(error instanceof LockedFault) || error.holder === undefined) throw error;
	const { command, pid, host } = error.holder;
	throw new StopFault(`The service is in use by ${command} (PID ${pid} on ${host}).`, {
		remedy: "End it first; then move, and start it again.",
	});
}
