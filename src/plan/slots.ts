import { type AddressText, campaignOf } from "../model/address.ts";
import { keysOf } from "../model/keys.ts";
import type { SlotChanges } from "../model/plan.ts";
import type { SlotState } from "../model/slot-state.ts";
import type { Resource, WantedPost } from "./desired/wanted.ts";
import type { Timing } from "./times.ts";
import type { World } from "./world.ts";

/**
 * What has to be written down so that posts keep their slots: those they got now, and those that are theirs
 * no longer. Undefined: nothing.
 */
export function slotChanges(
	resources: readonly Resource[],
	times: ReadonlyMap<AddressText, Timing>,
	{ snapshot, campaigns }: Pick<World, "snapshot" | "campaigns">,
): SlotChanges | undefined {
	const known = snapshot.slots ?? {};
	const scheduled = resources.filter(
		(resource): resource is WantedPost => resource.kind === "post" && resource.schedule !== undefined,
	);
	const given = scheduled.flatMap(({ address, limits: { account } }): [AddressText, SlotState][] => {
		const timing = times.get(address);
		const before = known[address];
		return timing?.kind === "at" && (before?.at !== timing.at || before.account !== account)
			? [[address, { account, at: timing.at }]]
			: [];
	});
	const loaded = new Set(campaigns.map(({ name }) => name));
	const open = new Set(Object.values(snapshot.operations).map(({ address }) => address));
	const kept = new Set(
		scheduled
			.filter(({ address }) => holds(times.get(address)) || open.has(address))
			.map(({ address }) => address),
	);
	const freed = keysOf(known).filter((address) => loaded.has(campaignOf(address)) && !kept.has(address));
	return given.length + freed.length === 0 ? undefined : { given: Object.fromEntries(given), freed };
}

/** A slot that was missed is remembered, or nobody would know; one that nobody can use any more is not. */
function holds(timing: Timing | undefined): boolean {
	return timing !== undefined && !(timing.kind === "stuck" && timing.reason === "slot-none");
}
