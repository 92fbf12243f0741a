import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { WIRE_PLATFORMS } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { Refusal } from "../refusal.ts";
import type { Exchange } from "./context.ts";

/**
 * Posts and feeds change, so whoever keeps one asks whether it is still the same: one that became private is
 * gone at once.
 */
export const OUTBOX_CACHING = "public, no-cache";

/** The account that a path of the outbox names. Throws `Refusal` 404. */
export function accountIn(exchange: Exchange): readonly string[] {
	exchange.header("X-Content-Type-Options", "nosniff");
	const { platform = "", account = "" } = exchange.req.param();
	const platforms: readonly string[] = WIRE_PLATFORMS;
	const isName = account !== "" && !account.startsWith(".") && !/[/\\\0]/.test(account);
	if (!platforms.includes(platform) || !isName) throw notThere();
	return [platform, account];
}

/**
 * A path below the outbox, with links followed to the outbox but none below it: what everybody may read lies
 * in the outbox itself.
 */
export async function plainPath(core: Core, parts: readonly string[]): Promise<string> {
	const path = join(await real(core.options.outbox), ...parts);
	if ((await real(path)) !== path) throw notThere();
	return path;
}

async function real(path: string): Promise<string> {
	return realpath(path).catch(() => {
		throw notThere();
	});
}

/** The same for what is private and for what never was. */
export function notThere(): Refusal {
	return new Refusal(404, "There is no such feed or public post.");
}
