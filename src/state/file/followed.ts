import { realpath } from "node:fs/promises";
import type { StateName } from "../guard/places.ts";

/** Two links to one state must lead to one journal and one lock. */
export async function followed<Place extends StateName>(place: Place): Promise<Place> {
	const path = await realpath(place.path).catch(() => place.path);
	return path === place.path ? place : { ...place, path, linked: place.path };
}
