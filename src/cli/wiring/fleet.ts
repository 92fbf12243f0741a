import type { Fleet } from "../../model/fleet.ts";
import type { Settings } from "../../model/settings.ts";

/** Who works on a workspace whose state several machines share. Undefined: its state is shared by none. */
export async function fleetOf(settings: Settings): Promise<Fleet | undefined> {
	if (settings.statePostgres === undefined) return undefined;
	const [{ postgresPlaceOf }, { fleetIn }] = await Promise.all([
		import("./postgres-state.ts"),
		import("../../state/postgres/upkeep.ts"),
	]);
	const place = postgresPlaceOf(settings);
	return place && fleetIn(place);
}
