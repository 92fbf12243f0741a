import { Refusal } from "../refusal.ts";
import type { Records } from "../store/records.ts";
import type { Stored } from "../store/shapes.ts";
import type { Exchange } from "./context.ts";

/** How many entries a page holds. */
const ENTRIES = { usual: 50, most: 200 } as const;
const CURSOR = /^[0-9A-Za-z]{1,64}$/;

/** One page of a list, newest first. Ids begin with the time they were made at. */
export interface Page<Entry> {
	readonly entries: readonly Entry[];
	readonly next_cursor: string | null;
}

/** The page a request asks for. Throws `Refusal` 422. */
export async function pageOf<Entry extends Stored>(
	exchange: Exchange,
	records: Pick<Records<Entry>, "newest">,
	matches: (entry: Entry) => boolean,
): Promise<Page<Entry>> {
	const limit = wholeQuery(exchange, "limit", { least: 1, most: ENTRIES.most }) ?? ENTRIES.usual;
	const cursor = exchange.req.query("cursor");
	if (cursor !== undefined && !CURSOR.test(cursor))
		throw new Refusal(422, "cursor must be the next_cursor of a former answer.");
	const entries: Entry[] = [];
	for await (const entry of records.newest(cursor)) {
		if (!matches(entry)) continue;
		if (entries.length === limit) return { entries, next_cursor: entries.at(-1)?.id ?? null };
		entries.push(entry);
	}
	return { entries, next_cursor: null };
}

/** A whole number of the query. Throws `Refusal` 422. */
export function wholeQuery(
	exchange: Exchange,
	name: string,
	{ least, most }: { readonly least: number; readonly most: number },
): number | undefined {
	const text = exchange.req.query(name);
	if (text === undefined) return undefined;
	const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
	if (value >= least && value <= most) return value;
	throw new Refusal(422, `${name} must be a whole number from ${least} to ${most}.`);
}

/** Names of the query, separated by commas. Undefined: none were given. Throws `Refusal` 422. */
export function namesQuery<Name extends string>(
	exchange: Exchange,
	name: string,
	allowed: readonly Name[],
): readonly Name[] | undefined {
	const text = exchange.req.query(name);
	if (text === undefined) return undefined;
	const given = text.split(",").map((each) => each.trim().toUpperCase());
	const names = allowed.filter((each) => given.includes(each));
	if (given.every((each) => names.some((known) => known === each))) return names;
	throw new Refusal(422, `${name} must be one or more of ${allowed.join(", ")}, separated by commas.`);
}
