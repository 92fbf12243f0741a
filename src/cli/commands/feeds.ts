import { StopFault } from "../../model/fault.ts";
import type { FeedEntry } from "../../model/feed-state.ts";
import { marksBesideId, marksOf } from "../../model/item-marks.ts";
import type { ItemRow } from "../../model/item-row.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { remembered } from "../../plan/items/remembered.ts";
import { systemClock } from "../../system/clock.ts";
import {
	type FeedLine,
	type FeedTable,
	feedPlace,
	renderFeed,
	renderFeedList,
} from "../../views/feed-table.ts";
import { plain } from "../../views/ink.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { linesOf, lookInto, onlyOne } from "../wiring/feed-look.ts";
import { lookAtState } from "../wiring/look-at-state.ts";
import { mustKeepState, storeOf } from "../wiring/store.ts";
import { openWorkspace } from "../wiring/workspace.ts";

interface Flags extends InputFlags {
	readonly json?: true;
}

interface OfWorkspace extends Flags {
	readonly in: string;
}

/** `showrun feeds list`: the feeds of the campaigns, by the word of the state. Reads no feed. */
export async function listFeeds(paths: readonly string[], flags: Flags): Promise<void> {
	const { campaigns, settings } = await openWorkspace({ paths }, stopSignal(), { ...flags, keyless: true });
	const all = linesOf(campaigns, await lookAtState(settings));
	out(
		flags.json
			? lines(all.map(({ key, feed, state }) => ({ type: "feed", feed: key, from: feedPlace(feed), state })))
			: renderFeedList(all.map(({ campaign: _, ...line }) => line)),
	);
}

/** `showrun feeds show`: reads one feed, and says of each item what becomes of it. Changes nothing. */
export async function showFeed(name: string, flags: OfWorkspace): Promise<void> {
	const { line, table } = await lookInto(name, flags, stopSignal());
	out(
		flags.json
			? lines([
					...table.rows.map(({ listed: _, ...row }) => ({ type: "item", feed: line.key, ...row })),
					...table.unusable.map((each) => ({ type: "unusable", feed: line.key, ...each })),
					...(table.failed ? [{ type: "failed", feed: line.key, ...table.failed }] : []),
				])
			: renderFeed(table, inkOf(process.stdout)),
	);
}

/** `showrun feeds take` and `skip`: a person's word on items, which the next plan follows. All or none. */
export async function sayOfItems(
	as: "take" | "skip",
	{ feed: name, items }: { readonly feed: string; readonly items: readonly string[] },
	flags: OfWorkspace,
): Promise<void> {
	const { line, table, settings } = await lookInto(name, flags, stopSignal());
	mustKeepState(settings);
	const rows = items.map((item) => rowNamed(item, table));
	const signal = stopSignal();
	const writer = await storeOf(settings).open({ command: `showrun feeds ${as}`, waitMs: 0, signal });
	try {
		for (const row of rows) {
			const entry = wordOn(as, row, { line, snapshot: writer.snapshot() });
			if (entry !== undefined) await writer.append(entry);
		}
	} finally {
		await writer.close();
	}
	const keys = rows.map(({ key }) => plain(key)).join(", ");
	const isOne = rows.length === 1;
	out(
		as === "take"
			? `${keys} ${isOne ? "becomes a video" : "become videos"} with one of the next applies. See: showrun plan\n`
			: `${keys} ${isOne ? "is" : "are"} skipped: nothing more is made of ${isOne ? "it" : "them"}. See: showrun plan\n`,
	);
}

interface Word {
	readonly line: FeedLine;
	readonly snapshot: Snapshot;
}

/** Undefined: it is so already. Throws `StopFault` for a feed that nothing was taken from yet. */
function wordOn(as: "take" | "skip", row: ItemRow, { line, snapshot }: Word): FeedEntry | undefined {
	const { key } = line;
	const state = snapshot.feeds?.[key];
	if (state === undefined)
		throw new StopFault(`The feed ${key} was never applied, so its items cannot be taken or skipped yet.`, {
			remedy: "Set `newest` or `since` in the feed to choose what the first apply takes.",
		});
	const at = systemClock.now();
	const about = { type: "feed", feed: key, at, newestAt: state.newestAt, left: {} } as const;
	const known = Object.hasOwn(state.items, row.key) ? state.items[row.key] : undefined;
	if (known !== undefined) {
		const status = as === "skip" ? "skipped" : known.status === "taken" ? "taken" : "waiting";
		const { why: _, ...rest } = known;
		return status === known.status ? undefined : { ...about, items: { [row.key]: { ...rest, status } } };
	}
	if (row.listed === undefined) return undefined;
	if (as === "take")
		return {
			...about,
			items: { [row.key]: { status: "waiting", seenAt: at, item: remembered(row.listed) } },
		};
	const marks = marksOf(row.listed);
	return { ...about, items: {}, left: { [marks.id]: marksBesideId(marks) } };
}

/** An item by its key, or by the id or the title that its feed gives it. Throws `StopFault`. */
function rowNamed(item: string, { rows, unusable, line }: FeedTable): ItemRow {
	const found =
		rows.find(({ key }) => key === item) ??
		rows.find(({ listed }) => listed?.id === item) ??
		onlyOne(rows.filter(({ title }) => title === item));
	if (found !== undefined) return found;
	const other = unusable.find(({ shown }) => shown === item);
	throw new StopFault(
		other ? `"${item}" has no video that can be taken.` : `${line.key} has no item \`${item}\`.`,
		{
			remedy: other
				? `See why: showrun feeds show ${line.key}`
				: didYouMean(
						item,
						rows.map(({ key }) => key),
						"Items",
					) || `See what there is: showrun feeds show ${line.key}`,
		},
	);
}
