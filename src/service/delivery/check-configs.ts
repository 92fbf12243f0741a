import type { WirePublishConfig } from "../../wire/messages.gen.ts";
import { Refusal } from "../refusal.ts";
import type { DeliveryContext } from "./context.ts";
import { NotSentFault } from "./destinations/not-sent-fault.ts";

/** What accounts cannot be posted by the way their posts leave. Throws `Refusal` 422 naming the account. */
export async function checkConfigs(
	{ destinationOf }: Pick<DeliveryContext, "destinationOf">,
	configs: ReadonlyMap<string, WirePublishConfig>,
): Promise<void> {
	for (const [accountId, config] of configs) {
		const destination = await destinationOf(accountId).catch((error: unknown) => {
			// It waits until that is known again.
			if (error instanceof NotSentFault) return undefined;
			throw error;
		});
		const [problem] = destination?.check?.(config) ?? [];
		if (problem !== undefined) throw new Refusal(422, `publish_configs.${accountId}: ${problem}`);
	}
}
