import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import { WIRE_PLATFORMS } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { pathPart } from "../delivery/path-part.ts";
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
 * The account's folder in the outbox: of the name as people write it (`My Channel`), else the one that is
 * named so itself, as feeds of earlier versions write it.
 */
async function folderIn(outbox: string, platform: string, account: string): Promise<string> {
	const folder = join(outbox, platform, pathPart(account));
	return (await lstat(folder).catch(() => undefined)) === undefined
		? join(outbox, platform, account)
		: folder;
}

/**
 * A path below the outbox, with links followed to the outbox but none below it: what everybody may read lies
 * in the outbox itself.
 */
export async function plainPath(
	core: Core,
	[platform = "", account = "", ...rest]: readonly string[],
): Promise<string> {
	const path = join(await folderIn(await real(core.options.outbox), platform, account), ...rest);
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
