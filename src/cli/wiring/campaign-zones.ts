import { Fault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { type Zones, zonesOf } from "../../model/zones.ts";
import { findWorkspaces } from "../../settings/find-workspace.ts";
import { inspect } from "./workspace.ts";

/**
 * The zones of a workspace's campaigns, for commands that need none of them. What cannot be read has none.
 */
export async function campaignZones({ root }: Settings, signal: AbortSignal): Promise<Zones> {
	try {
		const [own] = await findWorkspaces([root], { cwd: process.cwd(), signal });
		const { campaigns } = await inspect({ ...own, paths: [root] }, signal, { keyless: true });
		return zonesOf(campaigns);
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Fault) return {};
		throw error;
	}
}

/** The zone of this machine: for what no campaign says. */
export function localZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
