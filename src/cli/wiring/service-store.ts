import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { folderStore } from "../../service/store/folder/store.ts";
import type { Store } from "../../service/store/store.ts";

/**
 * What the embedded service of the settings keeps, but for media. `keep`: connections to a database stay
 * open until the store is closed. Throws `StopFault` where the address of the database is not set.
 */
export async function serviceStore({ embedded }: Settings, { keep = false } = {}): Promise<Store> {
	const { data, database } = embedded;
	if (database === undefined) return folderStore(data);
	const { url, variable } = database;
	if (url === undefined)
		throw new StopFault(`The address of the service's database is missing: ${variable} is not set.`, {
			remedy: `Set it: export ${variable}=postgres://user:password@host/database`,
		});
	const { postgresStore } = await import("../../service/store/postgres/store.ts");
	return postgresStore(url, { keep });
}
