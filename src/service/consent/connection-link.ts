import { defined } from "../../model/defined.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import type { Exchange } from "../http/context.ts";
import { basePath } from "../http/origin.ts";
import { sameText } from "../links.ts";
import type { ConnectionRecord } from "../store/shapes.ts";
import { type ConsentOutcome, type ConsentPage, consentPage } from "./pages.ts";

/** How long an authorization URL can be answered. */
export const AUTH_URL_MS = 15 * 60_000;
const LISTED_ACCOUNTS = 20;

/**
 * The connection a link leads to while it can be decided, else why not. What was answered stays "used",
 * however long ago.
 */
export async function findConnection(
	core: Core,
	exchange: Exchange,
): Promise<{ readonly connection: ConnectionRecord } | ConsentOutcome> {
	const connection = await core.connections.get(exchange.req.param("id") ?? "");
	if (!connection) return { kind: "unknown" };
	const { platform } = connection;
	const link = core.signer.judge(exchange.req.path, exchange.req.query());
	if (link === "forged" || !sameText(connection.state, exchange.req.query("state") ?? ""))
		return { kind: "forged" };
	if (connection.decision) return { kind: "used", platform };
	return link === "expired" || isOver(core, connection) ? { kind: "expired", platform } : { connection };
}

/** Whether the time to answer is over. */
export function isOver(core: Core, connection: ConnectionRecord): boolean {
	return leftOf(core, connection) < 0;
}

function leftOf(core: Core, { createdAt }: ConnectionRecord): number {
	return createdAt + AUTH_URL_MS - core.options.clock.now();
}

/** A connection that is asked about. */
export interface Asking {
	readonly connection: ConnectionRecord;
	readonly exchange: Exchange;
	readonly again?: ConsentPage["again"];
}

/** The page that asks. */
export async function consentFor(core: Core, { connection, exchange, again }: Asking): Promise<string> {
	const { pathname, search } = new URL(exchange.req.url);
	const { platform, state, id } = connection;
	const accounts = (await core.accounts.list()).filter((account) => account.platform === platform);
	return consentPage({
		platform,
		state,
		csrf: core.signer.proof(`csrf\n${id}`),
		action: `${basePath(core)}${pathname}${search}`,
		units: WIRE_LIMITS.connectUnits,
		leftMs: leftOf(core, connection),
		known: accounts.slice(0, LISTED_ACCOUNTS).map((account) => account.platform_username),
		...defined({ again }),
	});
}
