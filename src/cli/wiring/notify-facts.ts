import type { Account } from "../../model/account.ts";
import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import type { Plan } from "../../model/plan.ts";
import type { Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { Facts } from "../../notify/conditions.ts";
import { agendaOf } from "../../plan/agenda.ts";
import { shortageOf } from "./free-space.ts";

/** What a pass, or an apply, left behind. */
export interface Aftermath {
	readonly snapshot: Snapshot;
	readonly rest: Pick<Plan, "changes">;
}

/** How things stand after it, for those who are told. */
export async function factsAfter(
	{ snapshot, rest }: Aftermath,
	{
		settings,
		now,
		accounts,
	}: {
		readonly settings: Settings;
		readonly now: EpochMs;
		readonly accounts: readonly Account[] | undefined;
	},
): Promise<Facts> {
	const { publishStatus = false } = settings.service;
	const items = agendaOf({ snapshot, plan: rest, now, publishStatus });
	return { now, items, ...defined({ accounts, shortage: await shortageOf(settings) }) };
}
