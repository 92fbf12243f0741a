import type { Campaign } from "../../model/campaign.ts";
import { StopFault } from "../../model/fault.ts";
import type { Feed } from "../../model/feed.ts";
import { feedKey } from "../../model/feed-state.ts";
import type { Settings } from "../../model/settings.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { feedsNow } from "../../plan/items/moved-feeds.ts";
import { itemRows, rememberedRows } from "../../plan/items/rows.ts";
import { systemClock } from "../../system/clock.ts";
import type { FeedLine, FeedTable } from "../../views/feed-table.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { openFeeds } from "./feeds.ts";
import { lookAtState } from "./look-at-state.ts";
import { openWorkspace } from "./workspace.ts";

/** A feed with what it lists now. */
interface FeedLook {
	readonly line: FeedLine;
	readonly settings: Settings;
	readonly table: FeedTable;
}

/** Reads one feed. Throws `StopFault` for a name that none has. */
export async function lookInto(
	name: string,
	flags: InputFlags & { readonly in: string },
	signal: AbortSignal,
): Promise<FeedLook> {
	const { campaigns, settings } = await openWorkspace({ paths: [flags.in] }, signal, {
		...flags,
		keyless: true,
	});
	const { campaign, ...line } = lineNamed(name, linesOf(campaigns, await lookAtState(settings)));
	const feeds = await openFeeds(settings, { signal, clock: systemClock });
	const reading = await feeds.read(line.feed);
	await feeds.save();
	const { state } = line;
	if ("failed" in reading)
		return {
			line,
			settings,
			table: { line, rows: rememberedRows(state), unusable: [], failed: reading },
		};
	const rows = itemRows(line.feed, reading, { campaign, state });
	return {
		line,
		settings,
		table: { line, rows, unusable: reading.unusable },
	};
}

type NamedLine = FeedLine & { readonly campaign: Campaign };

/** The feeds of campaigns, with what is recorded of each. */
export function linesOf(campaigns: readonly Campaign[], snapshot: Snapshot): readonly NamedLine[] {
	const feeds = feedsNow(campaigns, snapshot);
	return campaigns.flatMap((campaign) =>
		Object.values(campaign.feeds ?? {}).map((feed: Feed) => {
			const key = feedKey(campaign.name, feed.name);
			return { key, feed, campaign, zone: campaign.timezone, state: feeds[key] };
		}),
	);
}

/** A feed by its whole name, or by its own where no other campaign has one of that name. */
function lineNamed(name: string, all: readonly NamedLine[]): NamedLine {
	const found = all.find(({ key }) => key === name) ?? onlyOne(all.filter(({ feed }) => feed.name === name));
	if (found !== undefined) return found;
	const names = all.map(({ key }) => key);
	throw new StopFault(`There is no feed \`${name}\` in the campaigns here.`, {
		remedy: names.length === 0 ? "No campaign here has feeds." : didYouMean(name, names, "Feeds"),
	});
}

/** The one of a list with one. */
export function onlyOne<Value>(values: readonly Value[]): Value | undefined {
	return values.length === 1 ? values[0] : undefined;
}
