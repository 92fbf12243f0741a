/** What stands before every call of the API: the token, its scopes, the quota of the day. */
import { must } from "../core/answer.ts";
import { accessToken } from "../core/oauth.ts";
import type { Arrived } from "../core/platform.ts";
import type { Token } from "../core/tokens.ts";
import { type Google, refuse, SCOPES, WITHOUT_CHANNEL } from "./model.ts";

const ANY_TOKEN = "Request had invalid authentication credentials.";
/** Days of the quota end at midnight there. */
const ZONE = "America/Los_Angeles";

export interface Cost {
	readonly units?: number;
	/** It counts as an upload. */
	readonly insert?: true;
	readonly scopes: readonly (keyof typeof SCOPES)[];
}

/** The channel that asks. Whatever comes of the call, it was paid for. */
export function authorized(google: Google, request: Arrived, { units = 0, insert, scopes }: Cost): string {
	const token = tokenOf(google, request);
	if (!scopes.some((scope) => token.grant.scopes.includes(SCOPES[scope])))
		refuse({
			...{ status: 403, reason: "insufficientPermissions", domain: "global" },
			message: "Request had insufficient authentication scopes.",
		});
	pay(google, { units, insert: insert === true });
	return token.grant.account;
}

/** Refuses whoever has no channel. */
export function ownChannel(account: string): string {
	if (account === WITHOUT_CHANNEL)
		refuse({ status: 401, reason: "youtubeSignupRequired", message: "Unauthorized" });
	return account;
}

export function tokenOf({ world, apps }: Google, request: Arrived): Token {
	const token = accessToken(world, request, { apps });
	return token ?? refuse({ status: 401, reason: "authError", message: ANY_TOKEN, domain: "global" });
}

function pay(
	{ quota, settings, world }: Google,
	{ units, insert }: { units: number; insert: boolean },
): void {
	const day = new Intl.DateTimeFormat("en-CA", { timeZone: ZONE }).format(world.clock.now());
	if (quota.day !== day) Object.assign(quota, { day, units: 0, inserts: 0 });
	const isOver = insert ? quota.inserts + 1 > settings.inserts : quota.units + units > settings.units;
	if (isOver)
		refuse({
			...{ status: 403, reason: "quotaExceeded", domain: "youtube.quota" },
			message: "The request cannot be completed because you have exceeded your quota.",
		});
	if (insert) quota.inserts += 1;
	else quota.units += units;
}

/** The parts of a query, each of them known. */
export function partsOf({ query }: Arrived, allowed: readonly string[]): readonly string[] {
	const parts = (query.get("part") ?? "").split(",");
	for (const part of parts) must(allowed.includes(part), `part ${part}`);
	return parts;
}
