import type { Account, AccountHealth, PostAtRisk } from "../model/account.ts";
import { type Ink, moment, paint, plain } from "./ink.ts";

/**
 * The accounts as a table with the health of their tokens, and under each one the posts that its token puts
 * at risk.
 */
export function renderAccounts(
	accounts: readonly AccountHealth[],
	ink: Ink & { readonly zone: string },
): string {
	if (accounts.length === 0)
		return "No account is connected. Connect one with: showrun accounts connect PLATFORM\n";
	const rows = accounts.map(({ account, connected }) => [
		account.platform,
		plain(account.username),
		plain(connected?.id ?? "-"),
	]);
	const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const lines = accounts.flatMap(({ account, connected, atRisk }, at) => [
		[
			...(rows[at] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0)),
			connected
				? health(connected, ink) + quotaLeft(connected, ink.zone)
				: notConnected(account.platform, ink),
		].join("  "),
		...atRisk.map((post) => `    at risk: ${atRiskLine(post, ink.zone)}`),
	]);
	return `${lines.join("\n")}\n`;
}

/** The health of an account's token in words. */
export function health(account: Account, ink: Ink): string {
	const { green, yellow, red } = paint(ink);
	const again = `showrun accounts connect ${account.platform}`;
	if (!account.tokenValid) return red(`token invalid: reconnect before publishing (${again})`);
	return account.tokenExpiringSoon ? yellow(`token expires soon: reconnect (${again})`) : green("ok");
}

function quotaLeft({ quota }: Account, zone: string): string {
	if (quota === undefined) return "";
	const { left, until } = quota;
	return `, ${left} ${left === 1 ? "post" : "posts"} left until ${moment(until, zone)}`;
}

function notConnected(platform: string, ink: Ink): string {
	return paint(ink).red(`not connected (showrun accounts connect ${platform})`);
}

function atRiskLine({ address, at, handedOver }: PostAtRisk, zone: string): string {
	const when = at === undefined ? "as soon as possible" : moment(at, zone);
	return `${plain(address)}, ${when}${handedOver ? ", handed over to the service" : ""}`;
}
