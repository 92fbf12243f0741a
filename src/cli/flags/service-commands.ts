import type { Command } from "commander";
import { takesInputs } from "./inputs.ts";
import { addModels } from "./models-commands.ts";
import { example, json, PATHS } from "./options.ts";
import { refuseFaultInjection } from "./removed.ts";
import { port, seconds } from "./values.ts";

/** The commands for accounts and for the service that makes clips. */
export function addServiceCommands(root: Command): void {
	root.commandsGroup("Accounts and the service:");
	addAccounts(root);
	addServe(root);
	addModels(root);
}

function addAccounts(root: Command): void {
	const accounts = root
		.command("accounts")
		.description("the accounts posts can go to")
		.addHelpText("after", example("showrun accounts list"));
	takesInputs(accounts.command("list"))
		.description("list the connected accounts, the health of their tokens, and the posts at risk")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.addHelpText("after", example("showrun accounts list examples/quickstart"))
		.action(async (paths, options) => (await import("../commands/accounts.ts")).listAccounts(paths, options));
	accounts
		.command("connect")
		.description(
			"connect an account: shows a page to allow it on, waits for the account (10 units once it is connected)",
		)
		.argument("<platform>", "youtube, tiktok, twitter, instagram, facebook or linkedin")
		.argument("[path]", "any path of the workspace", ".")
		.option("--no-open", "do not open the page in a browser (only done on a terminal)")
		.option("--timeout <seconds>", "how long to wait for the account", seconds, 900)
		.addOption(json())
		.addHelpText("after", example("showrun accounts connect youtube"))
		.action(async (platform, path, options) =>
			(await import("../commands/connect.ts")).connect(platform, path, options),
		);
}

function addServe(root: Command): void {
	refuseFaultInjection(root.command("serve"))
		.description("run the embedded service as a server of its own")
		.argument("[path]", "any path of the workspace", ".")
		.option("--host <address>", "address to listen on", "127.0.0.1")
		.option("--port <number>", "port to listen on", port, 7788)
		.addHelpText("after", FEEDS_HELP)
		.addHelpText("after", example("SHOWRUN_API_KEY=… showrun serve examples/quickstart --port 7788"))
		.action(async (path, options) => (await import("../commands/serve.ts")).serve(path, options));
}

/** What a server shows to everybody, in the help of the command that starts one. */
const FEEDS_HELP = `
Feeds:
  /outbox/<platform>/<username>/feed.xml, with the videos and thumbnails of public posts; anybody who
  reaches the server may read them, without a key. For feeds that name this server, set
  embedded.feed_url: http://127.0.0.1:7788/outbox`;
