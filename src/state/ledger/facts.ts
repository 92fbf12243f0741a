import type { EpochMs } from "../../model/brand.ts";
import { readLine } from "../journal-lines.ts";
import {
	type AccountKnowledge,
	type AccountWord,
	channelsOf,
	compareScopes,
	isLocal,
	type ServiceWord,
} from "./matching.ts";
import type { LedgerAccount, Scope } from "./records.ts";
import { spellingsOf } from "./service-scope.ts";
import type { SourceFact, SourceKnowledge, SourceLink, SourceWord } from "./sources.ts";

/**
 * One line of `facts.jsonl`: what is known of accounts, sources, states and saved plans, beside the posts.
 */
export type FactRecord = { readonly at: EpochMs } & (
	| ({ readonly type: "seen"; readonly scope: Scope } & Required<LedgerAccount>)
	| ({ readonly type: "account-word"; readonly by: string } & AccountWord)
	| ({ readonly type: "service-word"; readonly by: string } & ServiceWord)
	| ({ readonly type: "source" } & SourceFact)
	| ({ readonly type: "source-word"; readonly by: string } & SourceWord)
	/** This version writes the posts of a state here: its guard tells nothing more. */
	| { readonly type: "state"; readonly lineage: string }
	/** A saved plan was begun. */
	| { readonly type: "plan"; readonly plan: string; readonly lineage: string; readonly workspace: string }
);

/** What the lines say together. */
export interface Facts {
	readonly words: AccountWord[];
	readonly services: ServiceWord[];
	/** The handles of an id, oldest first, by scope and id. */
	readonly seen: Map<Scope, Map<string, readonly LedgerAccount[]>>;
	readonly sources: SourceFact[];
	readonly sourceWords: SourceWord[];
	readonly states: Set<string>;
	/** Who began a saved plan first, by its id. */
	readonly plans: Map<string, { readonly lineage: string; readonly workspace: string; readonly at: EpochMs }>;
	damaged: number;
	wholeBytes: number;
	/** The file that they were read of. */
	file?: string;
}

/** Nothing known. */
export function noFacts(): Facts {
	return {
		...{ words: [], services: [], seen: new Map(), sources: [], sourceWords: [] },
		...{ states: new Set(), plans: new Map(), damaged: 0, wholeBytes: 0 },
	};
}

/** Adds the whole lines of `bytes`, which follow what was read before. */
export function addFactLines(facts: Facts, bytes: Buffer): void {
	let at = 0;
	for (let end = bytes.indexOf(10); end >= 0; at = end + 1, end = bytes.indexOf(10, at)) {
		const value = readLine(bytes.subarray(at, end));
		if (isFact(value)) addFact(facts, value);
		else facts.damaged++;
	}
	facts.wholeBytes += at;
}

function addFact(facts: Facts, record: FactRecord): void {
	if (record.type === "seen") addSeen(facts, record);
	if (record.type === "account-word") facts.words.push(record);
	if (record.type === "service-word") facts.services.push(record);
	if (record.type === "source") facts.sources.push(record);
	if (record.type === "source-word") facts.sourceWords.push(record);
	if (record.type === "state") facts.states.add(record.lineage);
	if (record.type === "plan" && !facts.plans.has(record.plan)) facts.plans.set(record.plan, record);
}

function addSeen(
	{ seen }: Facts,
	{ scope, id, platform, handle }: Extract<FactRecord, { type: "seen" }>,
): void {
	const ids = seen.get(scope) ?? new Map<string, readonly LedgerAccount[]>();
	const handles = ids.get(id) ?? [];
	seen.set(
		scope,
		ids.set(id, [...handles.filter((each) => each.handle !== handle), { id, platform, handle }]),
	);
}

/** Whether the newest handle of an id is known to be this one. */
export function isSeen({ seen }: Facts, scope: Scope, { id, platform, handle }: LedgerAccount): boolean {
	const last = seen
		.get(scope)
		?.get(id ?? "")
		?.at(-1);
	return last?.platform === platform && last.handle === handle;
}

/** What comparing accounts of a scope needs to know. */
export function knowledgeOf(facts: Facts, scope: Scope): Omit<AccountKnowledge, "listed"> {
	const { words, services, seen } = facts;
	let scopes: readonly Scope[] | undefined;
	const handlesOf = (id: string) => {
		scopes ??= sameScopes(facts, scope);
		return scopes.flatMap((each) => (seen.get(each)?.get(id) ?? []).map(({ handle }) => handle));
	};
	return { scope, words, services, handlesOf };
}

/** The addresses of a service: this one, and those that a person said to be the same. */
function sameScopes({ services, ...facts }: Facts, scope: Scope): readonly Scope[] {
	const isSame = (each: Scope) => compareScopes(each, scope, services) === "same";
	return [...new Set([scope, ...spellingsOf(scope), ...scopesIn(facts).filter(isSame)])];
}

/** Every service that accounts were seen at. */
export function scopesIn({ seen }: Pick<Facts, "seen">): readonly Scope[] {
	return [...seen.keys()];
}

/** What comparing sources needs to know; `found` in this run, and not written down yet. */
export function sourcesOf({ sources, sourceWords }: Facts, found: readonly SourceLink[]): SourceKnowledge {
	return {
		links: [...sources.map((fact) => ({ ...fact, as: "same" as const })), ...found],
		words: sourceWords,
	};
}

/** An account at an address of its service. */
export type AccountAt = readonly [scope: Scope, account: LedgerAccount];

/**
 * Every account whose posts have to be compared with those of `account`: itself, its handles, who had them,
 * who is said to be the same, and the account of the same id at what may be another address of its service
 * or connected to another data folder.
 */
export function relatedAccounts(facts: Facts, scope: Scope, account: LedgerAccount): readonly AccountAt[] {
	const { id } = account;
	const same = sameScopes(facts, scope);
	const alike = scopesIn(facts).filter(
		(each) =>
			!same.includes(each) &&
			facts.seen.get(each)?.has(id ?? "") === true &&
			compareScopes(each, scope, facts.services) === "probable",
	);
	const related = accountsIn(facts, same, account);
	return [
		...same.flatMap((each) => related.map((one) => [each, one] as const)),
		...alike.map((each) => [each, account] as const),
		...sameChannels(facts, scope, account),
	];
}

function sameChannels({ seen, words }: Facts, scope: Scope, account: LedgerAccount): readonly AccountAt[] {
	const channels = isLocal(scope) ? channelsOf({ scope, account }, words) : [];
	if (channels.length === 0) return [];
	return [...seen].flatMap(([at, ids]) => {
		if (at === scope || !isLocal(at)) return [];
		const accounts = [...ids.values()].flatMap(([first]) => first ?? []);
		const same = accounts.filter((account) =>
			channelsOf({ scope: at, account }, words).some((id) => channels.includes(id)),
		);
		return same.map((each) => [at, each] as const);
	});
}

function accountsIn(
	{ seen, words }: Facts,
	scopes: readonly Scope[],
	{ id, platform, handle }: LedgerAccount,
): readonly LedgerAccount[] {
	const own = id === undefined ? [] : scopes.flatMap((scope) => seen.get(scope)?.get(id) ?? []);
	const handles = new Set([handle, ...own.map((each) => each.handle)]);
	const ids = new Set(id === undefined ? [] : [id]);
	for (const [scope, accounts] of seen) {
		if (!scopes.includes(scope)) continue;
		for (const each of [...accounts.values()].flat())
			if (each.platform === platform && handles.has(each.handle)) ids.add(each.id ?? "");
	}
	for (const each of ids) {
		for (const word of words) {
			if (!scopes.includes(word.scope) || (word.a !== each && word.b !== each)) continue;
			ids.add(word.a === each ? word.b : word.a);
		}
	}
	const byId = [...ids].map((each) => ({ id: each, platform, handle }));
	return [...byId, ...[...handles].map((each) => ({ platform, handle: each }))];
}

const TYPES: ReadonlySet<unknown> = new Set([
	...["seen", "account-word", "service-word", "source", "source-word", "state", "plan"],
]);

function isFact(value: object | undefined): value is FactRecord {
	return value !== undefined && "type" in value && TYPES.has(value.type);
}
