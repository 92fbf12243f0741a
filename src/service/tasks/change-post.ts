import { type Core, workersOf } from "../core.ts";
import { versionOf } from "../delivery/transitions.ts";
import type { Exchange } from "../http/context.ts";
import { answer } from "../http/exchange.ts";
import { checkVersion, expectedVersions, tagVersion } from "../http/if-match.ts";
import type { PublishRecord } from "../store/shapes.ts";
import { foundPost, publishToWire } from "./publish-to-wire.ts";

/**
 * Changes a publishing task as it is now, if it is the version that was read. Durable before the answer. What
 * is so already needs no version: a lost answer is settled by asking again.
 */
export async function changePost(
	core: Core,
	exchange: Exchange,
	change: (before: PublishRecord) => PublishRecord,
): Promise<Response> {
	const { deliveries } = workersOf(core);
	const found = await foundPost(core, exchange.req.param("id") ?? "");
	const expected = expectedVersions(exchange);
	const changing = deliveries.change(found.id, (before) => {
		tagVersion(exchange, versionOf(before));
		const changed = change(before);
		if (changed !== before) checkVersion(expected, versionOf(before));
		return changed;
	});
	const after = await changing.catch(async (error: unknown) => {
		// It may be taken back, and not changed.
		await deliveries.take(found);
		throw error;
	});
	await deliveries.take(after);
	tagVersion(exchange, versionOf(after));
	return answer(exchange, await publishToWire(core, after));
}
