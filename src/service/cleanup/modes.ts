import { closeToOthers } from "../../system/private.ts";
import type { ServiceOptions } from "../options.ts";
import type { Cleanup } from "./cleanup.ts";

/**
 * Takes away, while the service runs, what an earlier version or another hand let others do with the files of
 * the data folder. The folder itself was closed before.
 */
export function startClosing({ data, outbox }: Pick<ServiceOptions, "data" | "outbox">): Cleanup {
	const closing = new AbortController();
	const ended = closeToOthers(data, { shared: [outbox], signal: closing.signal });
	return {
		close: async () => {
			closing.abort();
			await ended;
		},
	};
}
