import { StopFault } from "../../model/fault.ts";
import { openSettings } from "./workspace.ts";

/** The data folder of the embedded service of a workspace. Throws `StopFault` where it is elsewhere. */
export async function ownDataFolder(folder: string): Promise<string> {
	const { service, embedded } = await openSettings({ paths: [folder] }, { keyless: true });
	if (service.url === undefined) return embedded.data;
	throw new StopFault("The settings name a service elsewhere: its data folder is there.", {
		remedy: "Run this on the machine that serves, with its settings.",
	});
}
