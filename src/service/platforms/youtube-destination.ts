import { join } from "node:path";
import type { Credentials } from "../credentials/credentials.ts";
import type { Destination } from "../delivery/destination.ts";
import { youtube } from "../delivery/destinations/youtube/youtube.ts";
import type { ServiceOptions } from "../options.ts";
import type { AccountBook } from "../store/accounts.ts";
import { openPlatformTokens } from "./platform-tokens.ts";

interface Parts {
	readonly accounts: Pick<AccountBook, "find">;
	readonly credentials: Credentials;
	readonly options: ServiceOptions;
}

/** Where posts of connected channels go, by the tokens that are kept of them. Undefined: nothing says how. */
export function youtubeOf({ accounts, credentials, options }: Parts): Destination | undefined {
	const { youtube: settings, apps = {}, clock, data, memory = data } = options;
	if (settings === undefined) return undefined;
	const idOf = async (id: string) => (await accounts.find(id))?.id ?? id;
	const tokens = openPlatformTokens({ credentials, apps, idOf, now: clock.now });
	return youtube({ tokens, settings, counts: join(memory, "quota"), clock });
}
