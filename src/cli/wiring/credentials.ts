import { createHmac } from "node:crypto";
import type { Settings } from "../../model/settings.ts";

/**
 * Tells the service and its key from others, in the state of a lineage. Only 16 bits of a keyed hash: enough
 * to see that a key was changed, too little to confirm a guess of it.
 */
export function credentialsOf({
	service: { url, apiKey },
}: Pick<Settings, "service">): (lineage: string) => string {
	const told = url === undefined ? "embedded" : `${url}\n${apiKey?.reveal() ?? ""}`;
	return (lineage) => createHmac("sha256", lineage).update(told).digest("hex").slice(0, 4);
}
