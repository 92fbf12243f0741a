import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import type { Store } from "../../service/store/store.ts";
import { serviceStore } from "./service-store.ts";
import { openSettings } from "./workspace.ts";

/** The data folder of a workspace's own service. Throws `StopFault` where its records are in a database. */
export async function ownFilesOnly(folder: string): Promise<string> {
	const { data, database, bucket } = (await ownSettings(folder)).embedded;
	const media = bucket ? `the bucket ${bucket.bucket}` : `the folders sources and images of ${data}`;
	if (database === undefined) return data;
	throw new StopFault("What the service keeps is in PostgreSQL, whose own tools back it up.", {
		remedy: `Back up the database with pg_dump --schema=showrun_service, then ${media}.
Restore those first, then the database with pg_restore: the service asks about posts before it sends any.`,
	});
}

/** What the embedded service of a workspace keeps. Throws `StopFault` where it is elsewhere. */
export async function ownStore(folder: string): Promise<Store> {
	return serviceStore(await ownSettings(folder));
}

/** The settings of the service that runs here. Throws `StopFault` where it is elsewhere. */
export async function ownSettings(folder: string): Promise<Settings> {
	const settings = await openSettings({ paths: [folder] }, { keyless: true });
	if (settings.service.url === undefined) return settings;
	throw new StopFault("The settings name a service elsewhere: its data folder is there.", {
		remedy: "Run this on the machine that serves, with its settings.",
	});
}
