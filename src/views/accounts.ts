import type { Account } from "../model/account.ts";
import { type Ink, paint, plain } from "./ink.ts";

/** The connected accounts as a table with the health of their tokens. */
export function renderAccounts(accounts: readonly Account[], ink: Ink): string {
	if (accounts.length === 0) return "No account is connected.\n";
	const rows = accounts.map((account) => [account.platform, plain(account.username), plain(account.id), health(account, ink)]);
	const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return `${rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n")}\n`;
}

/** How a campaign names the account. */
export function renderSnippet({ platform, username }: Account): string {
	return `accounts:\n  ${platform}-main: { platform: ${platform}, username: ${JSON.stringify(plain(username))} }\n`;
}

function health(account: Account, ink: Ink): string {
	const { green, yellow, red } = paint(ink);
	if (!account.tokenValid) return red("token invalid: reconnect before publishing");
	return account.tokenExpiringSoon ? yellow("token expires soon: reconnect") : green("ok");
}
