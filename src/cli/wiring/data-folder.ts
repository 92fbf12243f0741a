import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import type { Store } from "../../service/store/store.ts";
import { serviceStore } from "./service-store.ts";
import { openSettings } from "./workspace.ts";

/** The data folder of the embedded service of a workspace. Throws `StopFault` where it is elsewhere. */
export async function ownDataFolder(folder: string): Promise<string> {
	return (await ownSettings(folder)).embedded.data;
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
