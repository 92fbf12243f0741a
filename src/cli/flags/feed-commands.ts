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
		.description("list the feeds, and how many of their items were taken and left; reads no feed")
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
					? "have an item become a video that was left, skipped, or waits for a person"
					: "make nothing (more) of an item; posts of it that wait are cancelled by the next apply, with a yes",
			)
			.argument("<feed>", "name of a feed, as `showrun feeds list` prints it")
			.argument("<item>", "its key, as `showrun feeds show` prints it")
			.addOption(workspaceIn())
			.addHelpText("after", example(`showrun feeds ${as} podcast ep-42`))
			.action(async (feed, item, options) =>
				(await import("../commands/feeds.ts")).sayOfItem(as, [feed, item], options),
			);
	}
}

const SHOW_HELP = `
taken       it is a video of the campaign, whatever its feed lists from now on
new         the next apply takes it; of more than policy.max_new_videos_per_run (3), the rest is waiting
left        it was there before the first apply, or does not fit \`since\` or \`match\`
skipped     a person wants nothing of it
older, renumbered, alike    it may be an item that was there before: take it or skip it
`;
