import type { Command } from "commander";
import { takesInputs } from "./inputs.ts";
import { example, json, PATHS, workspaceIn } from "./options.ts";

/** `showrun feeds`: what appears by itself, and what becomes of it. */
export function addFeeds(root: Command): void {
	const feeds = root
		.command("feeds")
		.description("list the feeds of campaigns, show their items, and say which are taken")
		.addHelpText("after", example("showrun feeds show podcast"));
	takesInputs(feeds.command("list"))
		.description("list the feeds, and how many of their items were taken and ignored; reads no feed")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.addHelpText("after", example("showrun feeds list"))
		.action(async (paths, options) => (await import("../commands/feeds.ts")).listFeeds(paths, options));
	takesInputs(feeds.command("show"))
		.description("read one feed, and show what becomes of each of its items; changes nothing")
		.argument("<feed>", "name of a feed, as `showrun feeds list` prints it")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", `${SHOW_HELP}${example("showrun feeds show podcast")}`)
		.action(async (feed, options) => (await import("../commands/feeds.ts")).showFeed(feed, options));
	for (const as of ["take", "skip"] as const) {
		takesInputs(feeds.command(as))
			.description(
				as === "take"
					? "take items that were left out, skipped or wait for a decision: the next apply makes videos of them"
					: "skip items: make no videos of them; the next apply asks before it cancels their posts that wait",
			)
			.argument("<feed>", "name of a feed, as `showrun feeds list` prints it")
			.argument("<items...>", "keys, as `showrun feeds show` prints them")
			.addOption(workspaceIn())
			.addHelpText("after", example(`showrun feeds ${as} podcast ep-42`))
			.action(async (feed, items, options) =>
				(await import("../commands/feeds.ts")).sayOfItems(as, { feed, items }, options),
			);
	}
}

const SHOW_HELP = `
taken       it is a video of the campaign, whatever its feed lists from now on
new         the next apply takes it; of more than policy.max_new_videos_per_run (3), the rest is waiting
ignored     it was there before the first apply, or does not fit \`since\` or \`match\`
skipped     a person does not want it
older, renumbered, alike    it may be an item that was there before: take it or skip it
`;
