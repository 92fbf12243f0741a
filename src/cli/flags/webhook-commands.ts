import { type Command, Option } from "commander";
import { example, json, workspaceIn } from "./options.ts";
import { tenantOf } from "./values.ts";

/** `showrun webhooks list` and `replay`. */
export function addWebhooks(root: Command): void {
	const webhooks = root
		.command("webhooks")
		.description("list and replay what endpoints of `embedded.webhooks` did not take")
		.addHelpText("after", WEBHOOKS_HELP)
		.addHelpText("after", example("showrun webhooks list"));
	const run = () => import("../commands/webhooks.ts");
	webhooks
		.command("list")
		.description("list the dead letters, oldest first: events that an endpoint did not take in 12 hours")
		.option("--all", "also events that wait, and those that were sent in the last 7 days")
		.addOption(tenant())
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun webhooks list --tenant acme"))
		.action(async (options) => (await run()).listWebhooks(options));
	webhooks
		.command("replay")
		.description("send dead letters, or events that were sent before, again")
		.argument("[event...]", "their ids (showrun webhooks list)")
		.option("--all", "all dead letters")
		.option("--endpoint <name>", "to this endpoint alone")
		.addOption(tenant())
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun webhooks replay --all --endpoint dashboard"))
		.action(async (events, options) => (await run()).replayWebhooks(events, options));
}

function tenant(): Option {
	return new Option("--tenant <name>", "only those of this tenant (default: of all)").argParser(tenantOf);
}

const WEBHOOKS_HELP = `
\`showrun serve\` sends events of tasks and posts to the endpoints in the settings, and tries each for 12
hours; then it is a dead letter, and the log says so. It is kept as long as finished tasks (embedded.keep).
A running service sends a replay within seconds, else the next one does, with the same id.`;
