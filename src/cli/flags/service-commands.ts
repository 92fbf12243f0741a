import { type Command, Option } from "commander";
import { addDestinations } from "./destination-commands.ts";
import { takesFormerPath, workspaceOf } from "./former.ts";
import { takesInputs } from "./inputs.ts";
import { addKeys } from "./key-commands.ts";
import { addAccountWords } from "./ledger-commands.ts";
import { addModels } from "./model-commands.ts";
import { drain, example, json, PATHS, workspaceIn } from "./options.ts";
import { refuseFaultInjection } from "./removed.ts";
import { duration, port } from "./values.ts";
import { addWebhooks } from "./webhook-commands.ts";
import { takesWork } from "./work.ts";

/** The commands for accounts and for the service that makes clips. */
export function addServiceCommands(root: Command): void {
	root.commandsGroup("Accounts and service:");
	addAccounts(root);
	addPosts(root);
	addServe(root);
	addWorker(root);
	addKeys(root);
	addWebhooks(root);
	addBackup(root);
	addStore(root);
	addModels(root);
}

function addAccounts(root: Command): void {
	const accounts = root
		.command("accounts")
		.description("list, connect, check and disconnect the accounts that posts go to")
		.addHelpText("after", example("showrun accounts list"));
	takesInputs(accounts.command("list"))
		.description("list the connected accounts, the health of their tokens and the posts at risk")
		.argument("[paths...]", PATHS)
		.addOption(json())
		.addHelpText("after", example("showrun accounts list campaigns/"))
		.action(async (paths, options) => (await import("../commands/accounts.ts")).listAccounts(paths, options));
	addAccountWords(accounts);
	const connect = accounts
		.command("connect")
		.description("connect an account: open its authorization page and wait (costs 10 units once connected)")
		.argument("<platform>", "youtube, tiktok, twitter, instagram, facebook or linkedin");
	takesFormerPath(connect, "[options] <platform>")
		.option("--no-open", "do not open the page in a browser (without a terminal it never is)")
		.option("--timeout <duration>", "how long to wait for the account (900, 15m)", duration, 900)
		.option("--username <name>", "account of the platform that is meant: its handle, title or id")
		.addOption(
			new Option(
				"--device",
				"type a code on another device, where this one has no browser (YouTube)",
			).conflicts(["paste", "tokenFile"]),
		)
		.addOption(
			new Option("--paste", "paste the redirect address, for example over ssh").conflicts("tokenFile"),
		)
		.option("--token-file <path>", "take the tokens from a file that only you can read")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", `\n${APPS}\n`)
		.addHelpText("after", example("showrun accounts connect youtube"))
		.action(async (platform, path, options) =>
			(await import("../commands/connect.ts")).connect(platform, workspaceOf(path, options), options),
		);
	addDestinations(accounts, connect);
}

function addPosts(root: Command): void {
	const posts = root
		.command("posts")
		.description("list, retry and cancel the posts that the service holds")
		.addHelpText("after", example("showrun posts list"));
	const command = (name: string, about: string, sample: string) =>
		posts
			.command(name)
			.description(about)
			.addOption(workspaceIn())
			.addOption(json())
			.addHelpText("after", `${name.includes("<post") ? NAMED : ""}${example(`showrun posts ${sample}`)}`);
	const run = () => import("../commands/posts.ts");
	command("list", "list the posts that the service holds, newest first", "list").action(async (options) =>
		(await run()).listPosts(options),
	);
	command("show <post...>", "show posts and what became of them", "show 01JQ…").action(
		async (posts, options) => (await run()).showPosts(posts, options),
	);
	command("retry <post...>", "send again what was certainly not posted", "retry 01JQ…").action(
		async (posts, options) => (await run()).changePosts(posts, { kind: "retry" }, options),
	);
	command("cancel <post...>", "cancel posts that wait", SAMPLE_CANCEL).action(async (posts, options) =>
		(await run()).changePosts(posts, { kind: "cancel" }, options),
	);
	command(
		"resolve <post> <account>",
		"record what became of a post whose outcome is unknown",
		"resolve 01JQ… acc_2fb14d21 --posted",
	)
		.option("--posted", "it is there")
		.option("--not-posted", "it is not there, and may be sent again with retry")
		.option("--url <url>", "where it can be seen")
		.action(async (id, account, options) => (await run()).resolvePost(id, account, options));
}

const APPS =
	"With an app of your own (destinations.apps) posts go to the platform. Without one, --username NAME prints how\nto make one there; without --username, posts go to the local outbox, a folder.";
const SAMPLE_CANCEL = `cancel 'keynote.post.shorts["keynote@83400-118000"].youtube-main'`;
const NAMED =
	"\nA post is named by its id at the service (showrun posts list), its address, or a glob of addresses.\n";

function addServe(root: Command): void {
	takesWork(takesFormerPath(refuseFaultInjection(root.command("serve")), "[options]"))
		.description("run the embedded clip service as a server")
		.option("--host <address>", "address to listen on", "127.0.0.1")
		.option("--port <number>", "port to listen on", port, 7788)
		.addOption(
			new Option(
				"--restored <what>",
				"deliver or skip the posts that a restored or copied data folder may have delivered already",
			).choices(["deliver", "skip"]),
		)
		.addOption(drain())
		.addOption(workspaceIn())
		.addHelpText("after", FEEDS_HELP)
		.addHelpText("after", example("SHOWRUN_API_KEY=… showrun serve --in campaigns --port 7788"))
		.action(async (path, options) =>
			(await import("../commands/serve.ts")).serve(workspaceOf(path, options), options),
		);
}

/** `showrun worker`. */
function addWorker(root: Command): void {
	takesWork(root.command("worker"), ["tasks"])
		.description("work on the tasks and posts of a service whose records are in PostgreSQL")
		.option("--drain <duration>", "wait so long for tasks under way (90, 10m), then give them back", duration)
		.addOption(workspaceIn())
		.addHelpText("after", WORKER_HELP)
		.addHelpText("after", example("showrun worker --queues tasks --concurrency 2 --drain 10m"))
		.action(async (options) => (await import("../commands/worker.ts")).worker(options.in ?? ".", options));
}

function addBackup(root: Command): void {
	root
		.command("backup")
		.description("write the embedded service's data folder to one file, while it is in use")
		.argument("<file>", "the file to make (a tar archive)")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", BACKUP_HELP)
		.addHelpText("after", example("showrun backup /backups/showrun-$(date +%F).tar"))
		.action(async (file, options) => (await import("../commands/backup.ts")).backup(file, options));
	root
		.command("restore")
		.description("make the embedded service's data folder from a backup; refuse a folder that is not empty")
		.argument("<file>", "a file that `showrun backup` made")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun restore /backups/showrun-2026-11-22.tar"))
		.action(async (file, options) => (await import("../commands/backup.ts")).restore(file, options));
}

/** `showrun store migrate`. */
function addStore(root: Command): void {
	const store = root
		.command("store")
		.description("move what the embedded service keeps between its data folder and PostgreSQL")
		.addHelpText("after", example("showrun store migrate --to postgres"));
	store
		.command("migrate")
		.description("move everything but media, compare it, and close the old place; end the service first")
		.addOption(
			new Option("--to <where>", "the database of the settings (embedded.store), or the data folder")
				.choices(["postgres", "folder"])
				.makeOptionMandatory(),
		)
		.addOption(workspaceIn())
		.addHelpText("after", example("showrun store migrate --to postgres"))
		.action(async (options) => (await import("../commands/store-migrate.ts")).migrateServiceStore(options));
}

const BACKUP_HELP = `
In it: records, accounts, sealed credentials, the API key, and the videos that open work needs.
Not in it: the key of sealed credentials (SHOWRUN_CREDENTIALS_KEY, or credentials.key in this user's
state folder), the outbox, the state and campaigns of the workspace, and clips that nothing needs.`;

const WORKER_HELP = `
Queues:
  tasks   analyse videos, render and export clips, write transcripts: each by one of all workers
  posts   deliver posts, send events, clean up: by one process at a time, another one takes over

It shares the database (embedded.store) and the data folder (embedded.data) with every \`showrun serve\`.`;

/** What a server shows to everybody, in the help of the command that starts one. */
const FEEDS_HELP = `
Feeds:
  /outbox/<platform>/<username>/feed.xml, with the videos and thumbnails of public posts. Anybody who
  reaches the server may read them without a key. To put this server's address into the feeds, set
  embedded.feed_url: http://127.0.0.1:7788/outbox`;
