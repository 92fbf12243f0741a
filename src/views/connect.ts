import type { Account } from "../model/account.ts";
import type { ConnectEvent } from "../model/connect.ts";
import { health } from "./accounts.ts";
import { type Ink, paint, plain } from "./ink.ts";

/** Lines for a person who connects an account. */
export function renderConnect(event: ConnectEvent, ink: Ink): string {
	const { bold, green, yellow } = paint(ink);
	switch (event.type) {
		case "connecting":
			return (
				`Connecting a ${event.platform} account costs ${event.units} API units once it succeeds, ` +
				"and nothing if it is not allowed.\n"
			);
		case "connect-url":
			return `${OFFERS[event.why]}\n\n  ${bold(plain(event.url))}\n\n`;
		case "unanswered":
			return `${yellow("waiting")}  ${plain(event.message)}\n`;
		case "connected":
			return (
				`${green("connected")}  ${event.account.platform} ${plain(event.account.username)} ` +
				`(${plain(event.account.id)}): ${health(event.account, ink)}\n\n${snippet(event.account)}`
			);
	}
}

const OFFERS = {
	first: "Open this page and allow the connection; it can be used once:",
	asked: "Another page; the one before need not be used:",
	expired: "The page before has expired. Open this one:",
} as const;

/** How the account is written in a campaign. */
function snippet(account: Account): string {
	return (
		`In a campaign it is written:\n\n  accounts:\n    ${nameOf(account)}: { platform: ` +
		`${account.platform}, username: ${yaml(account.username)} }\n`
	);
}

/** A name as campaigns allow them: letters, digits, `-` and `_`, at most 64. */
function nameOf({ platform, username }: Account): string {
	const words =
		username
			.normalize("NFKD")
			.replace(/\p{M}/gu, "")
			.toLowerCase()
			.match(/[a-z0-9]+/g) ?? [];
	return [platform, ...words].join("-").slice(0, 64).replace(/-+$/, "");
}

/** Plain where YAML reads it as that very text anywhere, else in quotes. */
function yaml(text: string): string {
	const bare =
		/^[A-Za-z][\w.-]*( [\w.-]+)*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
	return bare ? text : plain(JSON.stringify(text));
}
