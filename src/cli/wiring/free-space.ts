import type { Settings } from "../../model/settings.ts";
import { spaceShortage } from "../../service/free-space.ts";

/** Why the embedded service takes nothing new, as a sentence. Undefined: it has room, or is not used. */
export async function shortageOf({ service, embedded }: Settings): Promise<string | undefined> {
	return service.url === undefined ? spaceShortage(embedded) : undefined;
}
