import { moved } from "../model/moved.ts";
import type { Relocation } from "../model/relocation.ts";
import { relocations } from "./moves.ts";
import { returnedResources } from "./returned.ts";
import type { World } from "./world.ts";

/**
 * What is known, under the names that the campaigns give it now, with what videos and posts left that are
 * back in them.
 */
export function asDeclared<Known extends Pick<World, "campaigns" | "snapshot" | "observed">>(
	given: Known,
): { readonly world: Known; readonly moves: readonly Relocation[] } {
	const moves = relocations(given.campaigns, given.snapshot);
	const snapshot =
		moves.length === 0 ? given.snapshot : { ...given.snapshot, ...moved(given.snapshot, moves) };
	const returned = returnedResources({ ...given, snapshot });
	const resources = { ...snapshot.resources, ...returned };
	return { world: { ...given, snapshot: { ...snapshot, resources } }, moves };
}
