/** Tokens of accounts that are connected to a platform. */
export interface TokenSource {
	/**
	 * A token that is good for calls of the next minutes: refreshed, and kept durably, before it is handed out.
	 * `refused`: the one that the platform has just refused; another is fetched once.
	 * Rejects with `ReconnectNeeded` where only a person can help, and with anything else where later may do.
	 */
	accessToken(accountId: string, refused?: string): Promise<string>;
}

/** The account has to be connected again. The message is a sentence. */
export class ReconnectNeeded extends Error {
	override readonly name = "ReconnectNeeded";
}
