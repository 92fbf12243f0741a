import { Fault, StopFault } from "../model/fault.ts";
import { withoutPasswords } from "../model/secret.ts";

/** The connection to the database broke, or never came about: what was under way may have been done. */
export class LostConnection extends Error {}

/** The database cannot be used: nothing can go on without it. */
export class DatabaseFault extends Fault {
	readonly next = "stop" as const;
	override readonly fatal = true;
}

/** What codes of errors mean: SQLSTATE of the server, or names of the TLS library. */
export const STATEMENT_FAULTS = {
	/**
	 * The server ends the session, starts, or gave up what waited too long (57014, 55P03, 25P0x) or came in
	 * the way of others (40xxx): the same may work a moment later.
	 */
	gone: /^(57P0[0-9]|57014|55P03|08[0-9A-Z]{3}|25P0[34]|40[0-9A-Z]{3}|53[0-9A-Z]{3})$/,
	/** A wrong password, no such user or database, not let in. */
	refused: /^(28[0-9A-Z]{3}|3D000|42501)$/,
	certificate: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/,
} as const;

/** The package that talks to PostgreSQL is not installed. */
export function missingDriverFault(cause: unknown): StopFault {
	return new StopFault("PostgreSQL needs the package `pg`, which is not installed.", {
		remedy: "Install it beside showrun: npm install pg",
		cause,
	});
}

/** The database cannot be reached, or does not let this user in. */
export function unreachableFault(cause: unknown): DatabaseFault {
	return new DatabaseFault(`The database cannot be reached: ${wordsOf(cause)}.`, {
		remedy: "Check that PostgreSQL runs and that the address is right, then run the command again.",
		cause,
	});
}

/** What a server or a driver says, on one line and without a password. */
export function wordsOf(cause: unknown): string {
	const text = cause instanceof AggregateError ? cause.errors.map(wordsOf).join(", ") : messageOf(cause);
	return withoutPasswords(text.replace(/\s+/g, " ").trim()).replace(/\.$/, "");
}

function messageOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	return cause.message || ("code" in cause ? String(cause.code) : cause.name);
}
