import { type Examined, examine } from "../../../database/examine.ts";
import { onFreshConnection } from "../../../database/fresh-connection.ts";
import { migrated } from "../../../database/migrations.ts";
import type { Secret } from "../../../model/secret.ts";
import { SERVICE_TABLES } from "./tables.ts";

/** Looks at the database of a service, and changes nothing. Throws a `Fault` for one that cannot be used. */
export function examineServiceDatabase(url: Secret): Promise<Examined & { readonly isBegun: boolean }> {
	return onFreshConnection(url, async (connection) => {
		const examined = await connection.transaction("read", async (ask) => ({
			...(await examine(ask)),
			isBegun: (await migrated(ask, SERVICE_TABLES)) > 0,
		}));
		await connection.close();
		return examined;
	});
}
