import { isApiPlatform } from "../../model/platform-app.ts";
import { PLATFORM_TITLES } from "../../model/platform-titles.ts";
import type { Clock } from "../../system/clock.ts";
import type { PublishRecord, PublishTarget } from "../store/shapes.ts";
import { connectCommand } from "./connect-command.ts";
import { AccountFault } from "./passing.ts";

/** What was armed is left to a person where its account was not connected again for so long, in ms. */
const LONGEST_MS = 7 * 24 * 3_600_000;

/** The account is a folder or connected otherwise by now, and good for what is sent there. */
export class PromisedFault extends AccountFault {}

interface Looked {
	readonly target: PublishTarget;
	/** Where its account leads now. */
	readonly destination: { readonly kind: string };
	readonly context: { readonly clock: Clock };
	readonly task: Pick<PublishRecord, "scheduledAt">;
}

/**
 * A post that was promised to a platform goes nowhere else, and what became of it can be read there alone.
 * Throws `PromisedFault` where its account is not connected there any more.
 */
export function mustBeAsPromised({ target, destination, context, task }: Looked): void {
	const { destination: promised, platform, username, armedAt = Number.POSITIVE_INFINITY } = target;
	if (!isApiPlatform(promised) || promised === destination.kind) return;
	// What its platform publishes by itself is armed before its time.
	if (context.clock.now() - Math.max(armedAt, task.scheduledAt ?? 0) > LONGEST_MS) return;
	const title = PLATFORM_TITLES[promised];
	throw new PromisedFault(`This post goes to ${username} on ${title}, which is not connected any more.`, {
		remedy: `Connect it again: ${connectCommand(promised, { platform, username })}`,
	});
}

/** What is kept of where a post goes: folders, webhooks and programs may be others by then. */
export function promised(kind: string | undefined): Pick<PublishTarget, "destination"> {
	return isApiPlatform(kind) ? { destination: kind } : {};
}
