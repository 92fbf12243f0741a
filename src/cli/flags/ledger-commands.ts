import type { Command } from "commander";
import { example, json, workspaceIn } from "./options.ts";

/** `showrun ledger`: what every workspace of this user posted. */
export function addLedger(root: Command): void {
	const ledger = root
		.command("ledger")
		.description("show the posts of all workspaces of this user, which are never sent twice")
		.addHelpText("after", example("showrun ledger list"));
	ledger
		.command("list")
		.description("list every post that any workspace of this user sent, and its outcome")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", `${LEDGER_HELP}${example("showrun ledger list")}`)
		.action(async (options) => (await import("../commands/ledger.ts")).listLedger(options));
	ledger
		.command("show")
		.description("show one post of the ledger in full")
		.argument("<attempt>", "id of the attempt, as `showrun ledger list` prints it")
		.addOption(workspaceIn())
		.addOption(json())
		.addHelpText("after", example("showrun ledger show 01JD3V0Q00000000000000000C"))
		.action(async (attempt, options) =>
			(await import("../commands/ledger.ts")).showLedgerEntry(attempt, options),
		);
	ledger
		.command("forget")
		.description(
			"take a post out of the ledger, so that its moment can be posted again; the next plan names it",
		)
		.argument("<attempt>", "id of the attempt, as `showrun ledger list` prints it")
		.requiredOption("--reason <text>", "why, for whoever reads the next plan")
		.addOption(workspaceIn())
		.addHelpText(
			"after",
			example("showrun ledger forget 01JD3V0Q00000000000000000C --reason 'deleted on the channel'"),
		)
		.action(async (attempt, options) =>
			(await import("../commands/ledger.ts")).forgetLedgerEntry(attempt, options),
		);
}

/** `showrun accounts same` and `showrun accounts other`. */
export function addAccountWords(accounts: Command): void {
	for (const as of ["same", "other"] as const) {
		accounts
			.command(as)
			.description(
				as === "same"
					? "record that two ids are one account: what was posted to one is not posted to the other"
					: "record that two ids are two accounts, although their name is the same",
			)
			.argument("<id>", "id of an account that was posted to before")
			.argument("<other>", "id of the account as it is connected now")
			.addOption(workspaceIn())
			.addHelpText("after", example(`showrun accounts ${as} acc_2fb14d21 acc_9c01aa37`))
			.action(async (id, other, options) =>
				(await import("../commands/ledger.ts")).sayOfAccounts(as, [id, other], options),
			);
	}
}

/** `showrun sources same` and `showrun sources other`. */
export function addSources(root: Command): void {
	const sources = root
		.command("sources")
		.description("record whether two sources hold the same content, where the plan cannot tell")
		.addHelpText("after", example("showrun sources same 8f9e02416085 41c07be3aa90"));
	for (const as of ["same", "other"] as const) {
		sources
			.command(as)
			.description(
				as === "same"
					? "record that two sources hold the same content: no moment of it is posted twice"
					: "record that two sources hold different contents, although they sound or look alike",
			)
			.argument("<source>", "name of a source, as `showrun plan` prints it")
			.argument("<other>", "name of the other one")
			.addOption(workspaceIn())
			.addHelpText("after", example(`showrun sources ${as} 8f9e02416085 41c07be3aa90`))
			.action(async (source, other, options) =>
				(await import("../commands/sources.ts")).sayOfSources(as, [source, other], options),
			);
	}
}

/** `showrun services same` and `showrun services other`. */
export function addServices(root: Command): void {
	const services = root
		.command("services")
		.description("record whether two addresses lead to the same service, where the plan cannot tell")
		.addHelpText("after", example(`showrun services same ${ADDRESSES}`));
	for (const as of ["same", "other"] as const) {
		services
			.command(as)
			.description(
				as === "same"
					? "record that two addresses lead to one service: what was posted through one is not posted again"
					: "record that two addresses lead to two services, although they have an account of the same id",
			)
			.argument("<url>", "address of the service as it was, as `showrun plan` prints it")
			.argument("<other>", "address of the service as it is now")
			.addOption(workspaceIn())
			.addHelpText("after", example(`showrun services ${as} ${ADDRESSES}`))
			.action(async (url, other, options) =>
				(await import("../commands/services.ts")).sayOfServices(as, [url, other], options),
			);
	}
}

const ADDRESSES = "https://clips.example.com https://api.example.com";

const LEDGER_HELP = `
The ledger is in $XDG_STATE_HOME/showrun/ledger or ~/.local/state/showrun/ledger, on macOS in
~/Library/Application Support/showrun/ledger, on Windows in %LOCALAPPDATA%\\showrun\\state\\ledger.
It is asked before each post leaves, from whatever folder, clone or campaign. Other workspaces are
named by a short id. With \`state: git\`, what other workspaces posted is read from the ledger of
the remote as well (refs/showrun/ledger), and \`forget\` writes there too.
`;
