import { type Command, Option } from "commander";
import { example, json, repeatable, workspaceIn } from "./options.ts";
import { duration } from "./values.ts";

/**
 * `showrun accounts connect webhook|command`, `showrun accounts doctor` and `showrun accounts disconnect`.
 * Options that `accounts connect` has too are read by it, wherever they stand.
 */
export function addDestinations(accounts: Command, connect: Command): void {
	addWebhook(connect);
	addCommand(connect);
	accounts
		.command("doctor")
		.description(
			"check how posts of accounts leave: webhooks, commands, tokens; sends nothing without --ping",
		)
		.option("--ping <account>", "send a signed test message to the webhook of this account")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun accounts doctor --ping youtube:Acme"))
		.action(async (options) => (await import("../commands/accounts-doctor.ts")).doctorAccounts(options));
	accounts
		.command("disconnect")
		.description(
			"forget an account of the embedded service, with its webhook, command or tokens, which are revoked",
		)
		.argument("<account>", "its id, or platform:username")
		.addOption(workspaceIn())
		.addHelpText("after", example("showrun accounts disconnect youtube:Acme"))
		.action(async (account, options) =>
			(await import("../commands/accounts-doctor.ts")).disconnectAccount(account, options),
		);
	addKey(accounts);
}

const ROTATE_EXAMPLE = example("showrun accounts key rotate . ../other --drop-former");

/** `showrun accounts key rotate`. */
function addKey(accounts: Command): void {
	accounts
		.command("key")
		.description("the key that the secrets of accounts are sealed with")
		.addHelpText("after", ROTATE_EXAMPLE)
		.command("rotate")
		.description("make a new key, and seal the secrets of these workspaces anew with it")
		.argument("[paths...]", "workspace folders, or any paths inside them (default: .)")
		.option("--drop-former", "remove the former keys: what other workspaces sealed with them is lost")
		.addOption(json())
		.addHelpText("after", ROTATE_EXAMPLE)
		.action(async (paths, options) =>
			(await import("../commands/accounts-key.ts")).rotateKey(paths, options),
		);
}

function addWebhook(connect: Command): void {
	takesAccount(connect.command("webhook"))
		.description("connect an account that posts through a signed webhook (Standard Webhooks)")
		.option("--url <address>", "address of the receiver")
		.option("--url-env <name>", "environment variable that holds the address, where that is a secret itself")
		.option("--url-file <path>", "file that holds the address")
		.option("--secret-env <name>", "environment variable that holds the secret (whsec_…)")
		.option("--secret-file <path>", "file that holds the secret; one that does not exist gets a new one")
		.addOption(
			new Option("--delivery <mode>", "once, or repeat if the receiver ignores duplicates")
				.choices(["once", "repeat"])
				.default("once"),
		)
		.option("--settle-url <address>", "address that tells what became of a message (GET ?id=)")
		.addOption(
			new Option("--attach <way>", "send a link to the video, or the video itself (up to 200 MiB)")
				.choices(["link", "multipart"])
				.default("link"),
		)
		.option("--private-host", "allow a receiver on this machine or in a private network")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText(
			"after",
			example(
				"showrun accounts connect webhook --platform youtube --username Acme " +
					"--url https://hooks.example.com/posts --secret-file posts.secret",
			),
		)
		.action(async (_, command: Command) =>
			(await import("../commands/connect-destination.ts")).connectWebhook(command.optsWithGlobals()),
		);
}

function addCommand(connect: Command): void {
	takesAccount(connect.command("command"))
		.description("connect an account whose posts a program makes: it gets the post as JSON")
		.argument("<program...>", "the program and its arguments, after --; no shell")
		.option("--cwd <path>", "folder it runs in (default: the folder of the post's files)")
		.addOption(
			repeatable("--env <name>", "environment variable that it gets besides PATH, HOME and the like"),
		)
		.option("--timeout <duration>", "how long it may take (900, 15m)", duration, 900)
		.option("--settle", "the program can tell whether a post exists (started with SHOWRUN_PHASE=settle)")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText(
			"after",
			example("showrun accounts connect command --platform youtube --username Acme -- ./post.sh /srv/posts"),
		)
		.action(async (argv, _, command: Command) =>
			(await import("../commands/connect-destination.ts")).connectCommand(argv, command.optsWithGlobals()),
		);
}

function takesAccount(command: Command): Command {
	return (
		command
			.requiredOption(
				"--platform <name>",
				"platform whose rules its posts keep: youtube, tiktok, twitter, instagram, facebook or linkedin",
			)
			// Not required here: `accounts connect` has it too, and reads it.
			.option("--username <name>", "name of the account, as campaigns write it (required)")
	);
}
