import { Secret } from "../../../src/model/secret.ts";
import { openCredentials } from "../../../src/service/credentials/credentials.ts";
import type { TokenSource } from "../../../src/service/delivery/token-source.ts";
import { openPlatformTokens } from "../../../src/service/platforms/platform-tokens.ts";
import { clientOf } from "../../../src/service/platforms/platforms.ts";
import { openAccounts } from "../../../src/service/store/accounts.ts";
import { folderStore } from "../../../src/service/store/folder/store.ts";
import { CLIENT, urlsOf } from "../../fakes/google.ts";

/** A data folder, the key of its credentials, and the platform. */
export interface Where {
	readonly data: string;
	readonly file: string;
	readonly url: string;
}

/** Tokens by the platform's own ids. */
export function tokensAt({ data, file, ...google }: Where, now: () => number = Date.now): TokenSource {
	const app = { clientId: CLIENT.id, clientSecret: new Secret(CLIENT.secret), urls: urlsOf(google) };
	return openPlatformTokens({
		credentials: openCredentials(folderStore(data), { file }),
		clients: (platform) => clientOf(app, platform),
		idOf: async (id) => id,
		moveTokenEnd: (id, end) => openAccounts(folderStore(data), [], now).moveTokenEnd(id, end),
		now,
	});
}
