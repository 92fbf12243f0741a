import { type Command, Option } from "commander";
import { takesFormerPath, workspaceOf } from "./former.ts";
import { takesInputs } from "./inputs.ts";
import { addAccountWords } from "./ledger-commands.ts";
import { addModels } from "./model-commands.ts";
import { example, json, PATHS, workspaceIn } from "./options.ts";
import { refuseFaultInjection } from "./removed.ts";
import { duration, port } from "./values.ts";

/** The commands for accounts and for the service that makes clips. */
export function addServiceCommands(root: Command): void {
	root.commandsGroup("Accounts and service:");
	addAccounts(root);
	addServe(root);
	addModels(root);
}

function addAccounts(root: Command): void {
	const accounts = root
		.command("accounts")
		.description("list and connect the accounts that posts go to")
		.addHelpText("after", example("showrun accounts list"));
	takesInputs(accounts.command("list"))
		.description("list the connected accounts, the health of their tokens and the posts at risk")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.addHelpText("after", example("showrun accounts list examples/quickstart"))
		.action(async (paths, options) => (await import("../commands/accounts.ts")).listAccounts(paths, options));
	addAccountWords(accounts);
	const connect = accounts
		.command("connect")
		.description("connect an account: open its authorization page and wait (costs 10 units once connected)")
		.argument("<platform>", "youtube, tiktok, twitter, instagram, facebook or linkedin");
	takesFormerPath(connect, "[options] <platform>")
		.option("--no-open", "do not open the page in a browser (it is opened on a terminal only)")
		.option("--timeout <duration>", "how long to wait for the account (900, 15m)", duration, 900)
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun accounts connect youtube"))
		.action(async (platform, path, options) =>
			(await import("../commands/connect.ts")).connect(platform, workspaceOf(path, options), options),
		);
}

function addServe(root: Command): void {
	takesFormerPath(refuseFaultInjection(root.command("serve")), "[options]")
		.description("run the embedded clip service as a server")
		.option("--host <address>", "address to listen on", "127.0.0.1")
		.option("--port <number>", "port to listen on", port, 7788)
		.addOption(
			new Option(
				"--restored <what>",
				"deliver or skip the posts that a restored or copied data folder may have delivered already",
			).choices(["deliver", "skip"]),
		)
		.addOption(workspaceIn())
		.addHelpText("after", FEEDS_HELP)
		.addHelpText("after", example("SHOWRUN_API_KEY=… showrun serve --in examples/quickstart --port 7788"))
		.action(async (path, options) =>
			(await import("../commands/serve.ts")).serve(workspaceOf(path, options), options),
		);
}

/** What a server shows to everybody, in the help of the command that starts one. */
const FEEDS_HELP = `
Feeds:
  /outbox/<platform>/<username>/feed.xml, with the videos and thumbnails of public posts. Anybody who
  reaches the server may read them without a key. To put this server's address into the feeds, set
  embedded.feed_url: http://127.0.0.1:7788/outbox`;
