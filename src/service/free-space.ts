import { amountOf, diskSpaceOf, freeSpaceFloor } from "../system/free-space.ts";
import { bytesOf, piecesIn } from "./cache/entries.ts";
import type { Core } from "./core.ts";
import type { Exchange } from "./http/context.ts";
import { isOwnClient } from "./http/guard.ts";
import type { ServiceOptions } from "./options.ts";
import { Refusal } from "./refusal.ts";
import { partialBytes } from "./uploads/partials.ts";

const RETRY_AFTER_S = 60;

/**
 * Throws `Refusal` 429, with a time to ask again, where the disk of the data folder has no room for something
 * new of so many bytes. What was taken before goes on.
 */
export async function checkFreeSpace(core: Core, exchange: Exchange, bytes = 0): Promise<void> {
	const shortage = await spaceShortage(core.options, bytes);
	if (shortage === undefined && !isOwnClient(core, exchange)) await checkStorage(core, bytes);
	if (shortage === undefined) return;
	exchange.header("Retry-After", `${RETRY_AFTER_S}`);
	throw new Refusal(429, `${shortage} Free some space, then send the request again.`);
}

/**
 * Throws `Refusal` 429 where a tenant would keep more than it may. What nothing needs any more is removed
 * meanwhile, once it was not used for an hour.
 */
async function checkStorage({ options, media }: Core, bytes: number): Promise<void> {
	const most = options.limits?.storageBytes;
	if (most === undefined) return;
	const kept = bytesOf(await piecesIn(media)) + (await partialBytes(options.data));
	if (kept + bytes <= most) return;
	throw new Refusal(
		429,
		`There is no more room for this: ${amountOf(kept)} of at most ${amountOf(most)} of videos and clips ` +
			"are kept. Wait until results expire, or send a smaller file.",
	);
}

/** Why nothing new is taken, as a sentence. Undefined: there is room. */
export async function spaceShortage(
	{
		data,
		minFreeBytes,
		diskSpace = diskSpaceOf,
	}: Pick<ServiceOptions, "data" | "minFreeBytes" | "diskSpace">,
	bytes = 0,
): Promise<string | undefined> {
	if (minFreeBytes === undefined) return undefined;
	// A disk that cannot say how full it is refuses by itself.
	const space = await diskSpace(data).catch(() => undefined);
	if (space === undefined) return undefined;
	const floor = freeSpaceFloor(space, minFreeBytes);
	if (space.freeBytes - bytes >= floor) return undefined;
	const [free, least] = [amountOf(space.freeBytes), amountOf(floor)];
	return `The disk of the clip service has ${free} free, and takes nothing new that leaves less than ${least}.`;
}
