import type { StatusFacts } from "../../metrics/status.ts";
import type { Account } from "../../model/account.ts";
import type { AgendaItem } from "../../model/agenda.ts";
import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import type { Settings } from "../../model/settings.ts";
import { agendaOf } from "../../plan/agenda.ts";
import { STATE_FORMAT } from "../../state/snapshot/encode.ts";
import { diskSpaceOf } from "../../system/free-space.ts";
import { VERSION } from "../version.ts";
import type { Aftermath } from "./notify-facts.ts";

/** What is known, for metrics; asks no service. */
export async function statusFactsOf(
	settings: Settings,
	known: {
		readonly now: EpochMs;
		readonly items?: readonly AgendaItem[] | undefined;
		readonly accounts?: readonly Account[] | undefined;
		readonly lastGoodPass?: EpochMs | undefined;
	},
): Promise<StatusFacts> {
	const { root, service, embedded } = settings;
	const disk = await diskSpaceOf(service.url === undefined ? embedded.data : root).catch(() => undefined);
	return {
		build: { version: VERSION, stateFormat: STATE_FORMAT },
		...defined({ ...known, diskFreeBytes: disk?.freeBytes }),
		now: known.now,
	};
}

/** How things stand with every address. */
export function itemsOf(
	{ snapshot, rest }: Aftermath,
	{ service: { publishStatus = false } }: Settings,
	now: EpochMs,
): readonly AgendaItem[] {
	return agendaOf({ snapshot, plan: rest, now, publishStatus });
}
