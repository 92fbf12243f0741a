import type { Core } from "./core.ts";
import type { DeliveryContext } from "./delivery/context.ts";
import { rebuildFeeds } from "./delivery/feed.ts";
import { linkMaker } from "./delivery/links.ts";
import { logFailure } from "./failure-messages.ts";
import type { ServiceOptions } from "./options.ts";
import type { AccountBook } from "./store/accounts.ts";
import type { DeliveryCount } from "./store/delivery-count.ts";
import type { SentPosts } from "./store/sent-posts.ts";

/** What remembers deliveries beside the records. */
export interface DeliveryParts {
	readonly count: DeliveryCount;
	readonly sent: SentPosts;
}

/** What deliveries of a tenant work with. */
export function deliveryContext(core: Core, { count, sent }: DeliveryParts): DeliveryContext {
	const { options, renders, media, publishes, accounts, destinationOf, writeFeed } = core;
	const { outbox, clock } = options;
	const log = options.log ?? (() => undefined);
	const failed = (error: unknown) => logFailure(error, log);
	return {
		...{ media, clock, renders, publishes, accounts, destinationOf, count, sent, log },
		mustNotBeSuspended: options.mustNotBeSuspended ?? (() => {}),
		linkTo: linkMaker(core),
		lateRuleOf: lateRules(options.accounts, accounts),
		rebuild: (signal) => rebuildFeeds(outbox, { writeFeed, failed, signal }),
	};
}

/** What the settings say of late posts, by the name of their account. */
function lateRules(
	declared: ServiceOptions["accounts"],
	accounts: Pick<AccountBook, "idOf">,
): DeliveryContext["lateRuleOf"] {
	const rules = new Map(declared.map((account) => [accounts.idOf(account), account.late]));
	return (target) => rules.get(accounts.idOf(target));
}
