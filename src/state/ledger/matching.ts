import { overlap, SAME_MOMENT } from "../../model/clip.ts";
import { comparedKey } from "../../model/source-key.ts";
import { type ContentMoment, type LedgerAccount, type LedgerEntry, takesMoment } from "./records.ts";
import { placesOf, type SourceKnowledge } from "./sources.ts";

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

/** What is known of accounts when posts are compared. */
export interface AccountKnowledge {
	/** The last word on a pair counts. */
	readonly words: readonly AccountWord[];
	/** Every handle that an id was seen with. */
	readonly handlesOf: (id: string) => readonly string[];
	/** Ids that the service lists now. Absent: not read. */
	readonly listed?: ReadonlySet<string>;
}

/** Whether two names mean the same account. A handle alone never makes two ids one: that is asked. */
export function compareAccounts(
	a: LedgerAccount,
	b: LedgerAccount,
	about: AccountKnowledge & { readonly scope: string },
): Sameness {
	if (a.id !== undefined && a.id === b.id) return "same";
	if (a.platform !== b.platform) return "other";
	if (a.id === undefined || b.id === undefined) return shareHandle(a, b, about) ? "same" : "other";
	const word = wordOn(about, a.id, b.id);
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
function wordOn({ words, scope }: AccountKnowledge & { readonly scope: string }, a: string, b: string) {
	const last = new Map<string, AccountWord>();
	for (const word of words) if (word.scope === scope) last.set([word.a, word.b].sort().join("\0"), word);
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
	{ sources, ...accounts }: AccountKnowledge & { readonly sources?: SourceKnowledge },
): readonly Match[] {
	const known = sources ?? { links: [], words: [] };
	const source = comparedKey(wanted.content);
	const matches: Match[] = [];
	for (const entry of entries) {
		if (entry.operation === wanted.operation || !takesMoment(entry) || entry.scope !== wanted.scope) continue;
		const place = placesOf(entry, known).find((each) => each.source === source);
		if (place === undefined || overlap(place.moment, wanted.moment) < SAME_MOMENT) continue;
		const account = compareAccounts(entry.account, wanted.account, { ...accounts, scope: wanted.scope });
		if (account !== "other") matches.push({ entry, account });
	}
	return matches.sort((a, b) => a.entry.at - b.entry.at);
}
