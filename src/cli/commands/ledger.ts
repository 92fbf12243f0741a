import { userInfo } from "node:os";
import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import type { LedgerEntry } from "../../state/ledger/records.ts";
import { serviceScope } from "../../state/ledger/service-scope.ts";
import type { PostgresPlace } from "../../state/postgres/place.ts";
import { systemClock } from "../../system/clock.ts";
import { renderLedger, renderLedgerEntry } from "../../views/ledger.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { inkOf, lines, out } from "../terminal/terminal.ts";
import { gitOf } from "../wiring/git-state.ts";
import { ledgerOf, scopeOf } from "../wiring/ledger.ts";
import { storeOf } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface Flags {
	readonly in: string;
	readonly json?: true;
}

/**
 * `showrun ledger list`: every post that any workspace of this user sent, or of the remote or the database
 * that keeps the state. Changes nothing.
 */
export async function listLedger(flags: Flags): Promise<void> {
	const entries = await entriesOf(await settingsIn(flags.in, { keyless: true }));
	out(flags.json ? lines(entries.map(asEvent)) : renderLedger(entries, zone()));
}

/** `showrun ledger show`: one of them in full. */
export async function showLedgerEntry(operation: string, flags: Flags): Promise<void> {
	const entry = entryIn(await entriesOf(await settingsIn(flags.in, { keyless: true })), operation);
	out(
		flags.json
			? lines([asEvent(entry)])
			: renderLedgerEntry(entry, { ...inkOf(process.stdout), zone: zone() }),
	);
}

/** `showrun ledger forget`: takes one out, so that its moment may be posted again; the next plan names it. */
export async function forgetLedgerEntry(
	operation: string,
	flags: Flags & { readonly reason: string },
): Promise<void> {
	const settings = await settingsIn(flags.in, { keyless: true });
	const entry = entryIn(await entriesOf(settings), operation);
	const word = { by: userInfo().username, reason: flags.reason, at: systemClock.now() };
	const placed = gitOf(settings);
	if (placed) await (await remoteLedger()).forgetOnRemote(placed, { operation, ...word });
	const database = await databaseOf(settings);
	if (database) await (await databaseLedger()).forgetPost(database, { operation, ...word });
	await (await ledgerOf(settings)).forget(entry, word);
	const { ledger: own } = await storeOf(settings).read();
	const still = own.some((each) => each.operation === operation)
		? " The state of this workspace still counts it as posted: posting it from here takes `repeat: 2` as well."
		: "";
	out(`Forgotten: ${entry.address}. The next plan that posts this moment says so.${still}\n`);
}

/** `showrun accounts same` and `other`: a person's word on two ids that the service gave. */
export async function sayOfAccounts(
	as: "same" | "other",
	[a, b]: readonly [string, string],
	flags: Pick<Flags, "in">,
): Promise<void> {
	const settings = await settingsIn(flags.in, { keyless: true });
	const [ledger, scope] = [await ledgerOf(settings), await scopeOf(settings)];
	const { seen, words } = await ledger.facts();
	const posted = [...seen].flatMap(([each, ids]) => (serviceScope(each) === scope ? [...ids.keys()] : []));
	const named = words
		.filter((word) => serviceScope(word.scope) === scope)
		.flatMap((word) => [word.a, word.b]);
	const known = [...new Set([...posted, ...named])];
	if (a === b)
		throw new StopFault("The two ids are the same.", {
			remedy: "Name two different ids: showrun accounts list --json",
		});
	if (!known.includes(a) && !known.includes(b)) {
		throw new StopFault(`Nothing was posted to an account with the id \`${a}\` or \`${b}\`.`, {
			remedy: didYouMean(a, known, "Account ids"),
		});
	}
	const at = systemClock.now();
	await ledger.note(() => [{ type: "account-word", scope, a, b, as, by: userInfo().username, at }]);
	out(
		as === "same"
			? `${a} and ${b} are the same account from now on.\n`
			: `${a} and ${b} are two accounts from now on.\n`,
	);
}

/** Of the ledger of this user, and of the remote's: a post that was taken out of either is shown so. */
async function entriesOf(settings: Settings): Promise<readonly LedgerEntry[]> {
	const own = await (await ledgerOf(settings)).all();
	const placed = gitOf(settings);
	const database = await databaseOf(settings);
	const shared = [
		...(placed ? await (await remoteLedger()).listRemoteLedger(placed) : []),
		...(database ? await (await databaseLedger()).listPosts(database) : []),
	];
	const entries = new Map(own.map((entry) => [entry.operation, entry]));
	for (const entry of shared)
		if (entry.forgotten || !entries.has(entry.operation)) entries.set(entry.operation, entry);
	return [...entries.values()].sort((a, b) => a.at - b.at);
}

/** Loaded when it is used: most workspaces keep their state in a file. */
function remoteLedger() {
	return import("../../state/git/ledger-upkeep.ts");
}

function databaseLedger() {
	return import("../../state/postgres/upkeep.ts");
}

async function databaseOf(settings: Settings): Promise<PostgresPlace | undefined> {
	if (settings.statePostgres === undefined) return undefined;
	return (await import("../wiring/postgres-state.ts")).postgresPlaceOf(settings);
}

function entryIn(entries: readonly LedgerEntry[], operation: string): LedgerEntry {
	const found = entries.find((entry) => entry.operation === operation);
	if (found) return found;
	throw new StopFault(`The ledger holds no attempt \`${operation}\`.`, {
		remedy: didYouMean(
			operation,
			entries.map((entry) => entry.operation),
			"Attempts",
		),
	});
}

function asEvent(entry: LedgerEntry): object {
	return { type: "ledger", ...entry };
}

function zone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
