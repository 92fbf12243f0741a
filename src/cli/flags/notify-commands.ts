import type { Command } from "commander";
import { example, json, workspaceIn } from "./options.ts";

/** The commands for those who are told. */
export function addNotify(root: Command): void {
	const notify = root
		.command("notify")
		.description("list and test the notification channels (`notify` in the settings)")
		.addHelpText("after", example("showrun notify test"));
	const run = () => import("../commands/notify.ts");
	notify
		.command("list")
		.description("list the channels, their events, and which ones fail")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun notify list"))
		.action(async (options) => (await run()).listChannels(options));
	notify
		.command("test")
		.description("send a test message to a channel, or to all of them, and say what came of it")
		.argument("[name]", "the channel; absent: all of them")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText(
			"after",
			`\nExit codes: 0 every channel took it, 1 one did not.\n${example("showrun notify test team")}`,
		)
		.action(async (name, options) => (await run()).testChannels(name, options));
}
