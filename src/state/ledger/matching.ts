import { overlap, SAME_MOMENT } from "../../model/clip.ts";
import { comparedKey } from "../../model/source-key.ts";
import {
	type ContentMoment,
	type LedgerAccount,
	type LedgerEntry,
	type Scope,
	takesMoment,
} from "./records.ts";
import { serviceScope } from "./service-scope.ts";
import { momentIn, type SourceKnowledge } from "./sources.ts";

/** What is about to be posted. */
export interface Wanted extends ContentMoment {
	readonly scope: string;
	readonly account: LedgerAccount;
	readonly operation?: string;
}

/** How sure it is that two accounts are one. */
export type Sameness = "same" | "probable" | "other";

/** A person's word that two ids of a scope are one account, or two. */
export interface AccountWord {
	readonly scope: string;
	readonly a: string;
	readonly b: string;
	readonly as: "same" | "other";
}

/** A person's word that two addresses lead to one service, or to two. */
export interface ServiceWord {
	readonly a: Scope;
	readonly b: Scope;
	readonly as: "same" | "other";
}

/** What is known of accounts when posts are compared. */
export interface AccountKnowledge {
	/** Where the account is that is asked about. */
	readonly scope: Scope;
	/** The last word on a pair counts. */
	readonly words: readonly AccountWord[];
	/** The last word on a pair counts. */
	readonly services: readonly ServiceWord[];
	/** Every handle that an id was seen with. */
	readonly handlesOf: (id: string) => readonly string[];
	/** Ids that the service lists now. Absent: not read. */
	readonly listed?: ReadonlySet<string>;
}

/** How sure it is that a post went to an account, and what a person has to be asked. */
export interface Comparison {
	readonly sameness: Sameness;
	/** Present with `probable`. */
	readonly unclear?: "accounts" | "services";
}

/** Whether a post went to this account, which may have been at another address of its service. */
export function comparePost(entry: Placed, account: LedgerAccount, about: AccountKnowledge): Comparison {
	const services = compareScopes(entry.scope, about.scope, about.services);
	if (services === "other")
		return { sameness: isSameChannel(entry, { scope: about.scope, account }, about) ? "same" : "other" };
	if (services === "same") {
		const sameness = compareAccounts(entry.account, account, about);
		return sameness === "probable" ? { sameness, unclear: "accounts" } : { sameness };
	}
	const { id, platform } = entry.account;
	const isAlike = id !== undefined && id === account.id && platform === account.platform;
	return isAlike ? { sameness: "probable", unclear: "services" } : { sameness: "other" };
}

/** The same for many posts, most of which went to the same few accounts: each of those is compared once. */
export function comparerOf(account: LedgerAccount, about: AccountKnowledge): (entry: Placed) => Comparison {
	const known = new Map<string, Comparison>();
	return (entry) => {
		const { id = "", platform, handle } = entry.account;
		const key = [entry.scope, platform, id, handle].join("\0");
		const found = known.get(key) ?? comparePost(entry, account, about);
		known.set(key, found);
		return found;
	};
}

/** Whether two addresses lead to one service. Local data folders are told apart by their own ids. */
export function compareScopes(a: Scope, b: Scope, words: readonly ServiceWord[]): Sameness {
	if (a === b) return "same";
	if (isLocal(a) || isLocal(b)) return "other";
	if (serviceScope(a) === serviceScope(b)) return "same";
	const byScope = words.map((word) => ({ ...word, a: serviceScope(word.a), b: serviceScope(word.b) }));
	return wordOn(byScope, serviceScope(a), serviceScope(b)) ?? "probable";
}

export function isLocal(scope: Scope): boolean {
	return scope.startsWith("outbox:");
}

type Placed = Pick<LedgerEntry, "scope" | "account">;

/** A platform's account that is connected to two data folders is one. */
function isSameChannel(a: Placed, b: Placed, { words }: Pick<AccountKnowledge, "words">): boolean {
	if (a.account.platform !== b.account.platform || !isLocal(a.scope) || !isLocal(b.scope)) return false;
	const channels = new Set(channelsOf(a, words));
	return channelsOf(b, words).some((id) => channels.has(id));
}

/** Ids that its platform gave to an account of a data folder: those made of a name are no such. */
export function channelsOf(
	{ scope, account: { id } }: Placed,
	words: readonly AccountWord[],
): readonly string[] {
	if (id === undefined) return [];
	if (!MADE_ID.test(id)) return [id];
	const own = words.filter((word) => word.scope === scope && (word.a === id || word.b === id));
	const others = own.map((word) => (word.a === id ? word.b : word.a));
	return others.filter((other) => !MADE_ID.test(other) && wordOn(own, id, other) === "same");
}

const MADE_ID = /^acc_[0-9a-f]{24}$/;

/** Whether two names mean the same account. A handle alone never makes two ids one: that is asked. */
function compareAccounts(a: LedgerAccount, b: LedgerAccount, about: AccountKnowledge): Sameness {
	if (a.id !== undefined && a.id === b.id) return "same";
	if (a.platform !== b.platform) return "other";
	if (a.id === undefined || b.id === undefined) return shareHandle(a, b, about) ? "same" : "other";
	const isAboutService = ({ scope }: AccountWord) =>
		compareScopes(scope, about.scope, about.services) === "same";
	const word = wordOn(about.words.filter(isAboutService), a.id, b.id);
	if (word !== undefined) return word;
	if (a.handle !== b.handle) return "other";
	const bothListed = about.listed?.has(a.id) === true && about.listed.has(b.id);
	return bothListed ? "other" : "probable";
}

/** Where only a handle was recorded, whoever has it or had it is the account. */
function shareHandle(a: LedgerAccount, b: LedgerAccount, { handlesOf }: AccountKnowledge): boolean {
	const handles = ({ id, handle }: LedgerAccount) => [handle, ...(id === undefined ? [] : handlesOf(id))];
	const others = new Set(handles(b));
	return handles(a).some((handle) => others.has(handle));
}

/** What people said, through others too: same as the same is the same. */
function wordOn(words: readonly Omit<AccountWord, "scope">[], a: string, b: string) {
	const last = new Map(words.map((word) => [[word.a, word.b].sort().join("\0"), word]));
	const direct = last.get([a, b].sort().join("\0"));
	if (direct !== undefined) return direct.as;
	const reached = new Set([a]);
	for (const id of reached) {
		for (const word of last.values()) {
			if (word.as !== "same" || (word.a !== id && word.b !== id)) continue;
			reached.add(word.a === id ? word.b : word.a);
		}
	}
	return reached.has(b) ? ("same" as const) : undefined;
}

/** An earlier post of the wanted moment, and how sure it is that it went to the same account. */
export interface Match {
	readonly entry: LedgerEntry;
	readonly account: Exclude<Sameness, "other">;
}

/**
 * Everything that already took the wanted moment at its account, oldest first. The attempt itself does not
 * count.
 */
export function matchesOf(
	entries: Iterable<LedgerEntry>,
	wanted: Wanted,
	{ sources, ...accounts }: Omit<AccountKnowledge, "scope"> & { readonly sources?: SourceKnowledge },
): readonly Match[] {
	const known = sources ?? { links: [], words: [] };
	const source = comparedKey(wanted.content);
	const matches: Match[] = [];
	for (const entry of entries) {
		if (entry.operation === wanted.operation || !takesMoment(entry)) continue;
		const moment = momentIn(source, entry, known);
		if (moment === undefined || overlap(moment, wanted.moment) < SAME_MOMENT) continue;
		const { sameness } = comparePost(entry, wanted.account, { ...accounts, scope: wanted.scope });
		if (sameness !== "other") matches.push({ entry, account: sameness });
	}
	return matches.sort((a, b) => a.entry.at - b.entry.at);
}
