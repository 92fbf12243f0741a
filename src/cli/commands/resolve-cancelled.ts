import { userInfo } from "node:os";
import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { keysOf } from "../../model/keys.ts";
import type { Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { type HeldPost, namedPosts } from "../../plan/held-posts.ts";
import { otherClocks } from "../../reconcile/service-time.ts";
import { withdrawalOf } from "../../reconcile/withdrawal.ts";
import { systemClock } from "../../system/clock.ts";
import { plain } from "../../views/ink.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { lines, out } from "../terminal/terminal.ts";
import { storeOf } from "../wiring/store.ts";

/** What is named, and how. */
interface Cancelling {
	readonly settings: Settings;
	readonly selectors: readonly string[];
	readonly flags: { readonly reason?: string; readonly json?: true };
	readonly signal: AbortSignal;
}

/**
 * `showrun resolve ADDRESS --cancelled`: gives the moments of posts back, of all that are named or of none.
 */
export async function resolveCancelled({ settings, selectors, flags, signal }: Cancelling): Promise<void> {
	if (selectors.length === 0)
		throw new StopFault("resolve --cancelled needs the addresses of posts.", {
			remedy: "Add them, as `showrun plan` prints them.",
		});
	const command = ["showrun resolve --cancelled", ...selectors].join(" ");
	const writer = await storeOf(settings).open({ command, waitMs: 0, signal });
	try {
		const clocks = await otherClocks({ clock: systemClock, service: { skew: () => undefined } });
		const about = { by: userInfo().username, at: systemClock.now() };
		const attribution = { ...about, ...defined({ why: flags.reason, clocks }) };
		const entries = mustBePosts(writer.snapshot(), selectors, about.at).map((post) =>
			withdrawalOf(post, attribution),
		);
		for (const entry of entries) {
			await writer.append(entry);
			const { type: _, ...word } = entry;
			out(
				flags.json
					? lines([{ type: "resolved", ...word, as: "cancelled" }])
					: `${plain(entry.address)}: resolved as cancelled.\n`,
			);
		}
	} finally {
		await writer.close();
	}
}

function mustBePosts(snapshot: Snapshot, selectors: readonly string[], now: EpochMs): readonly HeldPost[] {
	const { found, foreign } = namedPosts(snapshot, selectors, now);
	if (foreign.length === 0) return found;
	throw new StopFault(`No post that was handed over has the address ${foreign.map(plain).join(", ")}.`, {
		remedy:
			`${didYouMean(foreign[0] ?? "", keysOf(snapshot.resources), "Handed over")}\nSee: showrun status`.trim(),
	});
}
