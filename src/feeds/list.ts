import { dirname, extname, relative, resolve, sep } from "node:path";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type {
	FeedItem,
	FeedReading,
	FeedSource,
	ItemSource,
	ItemValue,
	UnusableItem,
} from "../model/feed.ts";
import { pathFact } from "../system/path-fact.ts";
import { isInside } from "../system/paths.ts";
import { readText } from "../yaml/read.ts";
import { addressIn } from "./address.ts";
import { MOST_ITEMS } from "./limits.ts";
import type { ReadingOptions } from "./options.ts";
import { type Row, rowsOf } from "./rows.ts";
import { oneLine, severalLines } from "./text.ts";

/**
 * Reads a list of videos, a row an item. Throws `StopFault` for a file that cannot be read or is no list.
 */
export async function readList(
	{ path, shown }: Extract<FeedSource, { readonly kind: "list" }>,
	options: ReadingOptions,
): Promise<FeedReading> {
	const fact = await pathFact(path, options.root);
	if (fact === "outside")
		throw new StopFault(`The list ${shown} lies outside the workspace.`, {
			remedy: "Move it into the workspace.",
		});
	const text = await readText(path, shown);
	if ("problem" in text)
		throw new StopFault(`${shown} cannot be read: ${text.problem.detail}`, {
			remedy: text.problem.hint ?? "Check the file.",
		});
	const rows = await rowsOf(text.source, extname(path).toLowerCase());
	if (rows.length > MOST_ITEMS)
		throw new StopFault(`${shown} has ${rows.length} rows (limit ${MOST_ITEMS}).`, {
			remedy: "Split it into several lists.",
		});
	const items = new Map<string, FeedItem>();
	const unusable: UnusableItem[] = [];
	for (const row of rows) {
		const found = await itemOf(row, { ...options, folder: dirname(path) });
		if ("why" in found) unusable.push(found);
		else if (items.has(found.id)) unusable.push({ shown: found.title ?? found.id, why: "listed-twice" });
		else items.set(found.id, found);
	}
	return { items: [...items.values()], unusable };
}

interface RowOptions extends ReadingOptions {
	/** Of the list: paths in it start there. */
	readonly folder: string;
}

async function itemOf(row: Row, options: RowOptions): Promise<FeedItem | UnusableItem> {
	const written = textAt(row, ["source", "url", "video", "file"]);
	const title = textAt(row, ["title"]);
	const shown = title ?? written ?? "a row without a source";
	if (written === undefined) return { shown, why: "no-video" };
	const source = /^[a-z][a-z0-9+.-]*:/i.test(written) ? addressOf(written) : await fileOf(written, options);
	if (source === undefined) return { shown, why: "bad-address" };
	if (source === "unreadable") return { shown, why: "unreadable" };
	const publishedAt = dateOf(textAt(row, ["date", "published"]));
	return {
		id: textAt(row, ["id", "key", "guid", "slug"]) ?? written,
		source,
		...defined({ title, publishedAt }),
		fields: fieldsOf(row),
	};
}

/** The first of these columns that says something. */
function textAt(row: Row, names: readonly string[]): string | undefined {
	for (const name of names) {
		const value = row[name];
		const text =
			value === undefined || value === null || typeof value === "object" ? "" : oneLine(String(value));
		if (text !== "") return text;
	}
	return undefined;
}

function addressOf(written: string): ItemSource | undefined {
	const url = addressIn(written);
	return url === undefined ? undefined : { kind: "url", url };
}

async function fileOf(
	written: string,
	{ folder, root, signal, fingerprint }: RowOptions,
): Promise<ItemSource | "unreadable" | undefined> {
	const path = resolve(folder, written);
	if (!isInside(root, path)) return undefined;
	const fact = await pathFact(path, root);
	if (fact === "outside") return undefined;
	if (fact !== "file") return "unreadable";
	const { sha256 } = await fingerprint(path, signal);
	return { kind: "file", path: relative(root, path).split(sep).join("/"), sha256 };
}

/** A day, or day and time; of the day alone its beginning in UTC. */
function dateOf(text: string | undefined): EpochMs | undefined {
	if (text === undefined || !/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
	const at = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text.replace(" ", "T"));
	return Number.isNaN(at) ? undefined : epochMs(at);
}

/** Columns under names that templates can say; what is empty is an empty text. */
function fieldsOf(row: Row): Readonly<Record<string, ItemValue>> {
	return Object.fromEntries(
		Object.entries(row).flatMap(([name, value]): [string, ItemValue][] => {
			const key = name
				.trim()
				.replace(/[^A-Za-z0-9_]+/g, "_")
				.slice(0, 60);
			const known = fieldValue(value);
			return key === "" || known === undefined ? [] : [[key, known]];
		}),
	);
}

function fieldValue(value: unknown): ItemValue | undefined {
	if (value === null || value === undefined) return "";
	if (typeof value === "number" || typeof value === "boolean") return value;
	if (typeof value === "string") return severalLines(value);
	return Array.isArray(value)
		? value.flatMap((each) => (typeof each === "string" ? [oneLine(each)] : []))
		: undefined;
}
