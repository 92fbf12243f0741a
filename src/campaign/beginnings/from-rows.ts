import { didYouMean } from "../../yaml/suggest.ts";
import type { Latest, NewVideo } from "./like-latest.ts";
import { keyOf, NAME, unique } from "./names.ts";

interface Row {
	readonly line: number;
	readonly values: Readonly<Record<string, string>>;
}

/** What is wrong in a list, and in which line. */
export interface RowProblem {
	readonly line: number;
	readonly detail: string;
	readonly hint?: string;
}

/** Where a list is from, and what it is for. */
export interface RowsRequest {
	readonly columns: readonly string[];
	readonly rows: readonly Row[];
	readonly latest: Latest;
	/** Of the campaign and the files it uses. */
	readonly accounts: readonly string[];
	readonly schedules: readonly string[];
	/** Says a path of the list as the campaign says it, or what is wrong with it. */
	readonly place: (path: string) => { readonly path: string } | { readonly problem: string };
}

/** Other names of columns. */
const SAME: Readonly<Record<string, string>> = {
	...{ source: "video", url: "video", file: "video", id: "key", name: "key", lang: "language" },
	...{ subtitles: "transcript", time: "at", date: "at" },
};
const COLUMNS = ["video", "key", "title", "language", "transcript", "at", "schedule"];
/** What an account's column may say, as in `youtube-main.title`. */
const TEXTS = ["title", "description", "tags", "visibility", "category", "thumbnail_url"];

type Made = { readonly videos: readonly (NewVideo & { readonly line: number })[] };

/** The videos that a list names; or everything that is wrong with it, a line each. */
export function videosFromRows(request: RowsRequest): Made | { readonly problems: readonly RowProblem[] } {
	const ofColumns = columnProblems(request);
	if (ofColumns.length > 0) return { problems: ofColumns };
	if (request.rows.length === 0) return { problems: [{ line: 1, detail: "The list has no rows." }] };
	const problems: RowProblem[] = [];
	const videos: (NewVideo & { readonly line: number })[] = [];
	const keys = new Map<string, string>(
		request.latest.videos.map((key) => [key, "is in the campaign already"]),
	);
	const sources = new Map(
		[...request.latest.sources].map(([source, key]) => [source, `is in the campaign already, as \`${key}\``]),
	);
	for (const row of request.rows) {
		const made = videoOf(row, request, keys);
		const found = "problems" in made ? made.problems : againIn(made, { keys, sources });
		problems.push(...found.map((each) => ({ line: row.line, ...each })));
		if ("problems" in made) continue;
		keys.set(made.key, `is the key of line ${row.line} already`);
		sources.set(made.source, `is in line ${row.line} already`);
		videos.push({ ...made, line: row.line });
	}
	return problems.length > 0 ? { problems } : { videos };
}

type Problem = Omit<RowProblem, "line">;

function columnProblems({ columns, accounts, latest }: RowsRequest): readonly RowProblem[] {
	const plain = columns.map(meant);
	const known = [
		...COLUMNS,
		...accounts.flatMap((account) => TEXTS.map((text) => `${account}.${text}`.toLowerCase())),
	];
	const problems: Problem[] = [];
	for (const [index, name] of plain.entries()) {
		if (!known.includes(name))
			problems.push({
				detail: `There is no column \`${columns[index]}\`.`,
				hint: didYouMean(name, known, "Columns"),
			});
		else if (plain.indexOf(name) < index) problems.push({ detail: `The column \`${name}\` is there twice.` });
	}
	if (!plain.includes("video"))
		problems.push({ detail: "No column is called `video` (or source, url, file)." });
	const takesTime = latest.posts.length > 0 || plain.some((name) => name.includes("."));
	for (const name of ["at", "schedule"])
		if (plain.includes(name) && !takesTime)
			problems.push({ detail: `No posts are written that \`${name}\` could be for.`, hint: NO_POSTS });
	if (plain.includes("title") && !latest.saysTitle)
		problems.push({
			detail: "No text of the latest entry's posts says its title, so `title` has no place.",
			hint: NO_POSTS,
		});
	return problems.map((each) => ({ line: 1, ...each }));
}

const NO_POSTS = "Name texts by account, in columns such as `youtube-main.title`.";

function meant(column: string): string {
	return SAME[column] ?? column;
}

function videoOf(
	{ values }: Row,
	{ latest, accounts, schedules, place }: RowsRequest,
	keys: ReadonlyMap<string, string>,
): NewVideo | { readonly problems: readonly Problem[] } {
	const cells = new Map(
		Object.entries(values).flatMap(([name, value]) => (value === "" ? [] : [[meant(name), value] as const])),
	);
	const problems: Problem[] = [];
	const placed = (name: string): string | undefined => {
		const cell = cells.get(name);
		if (cell === undefined || /^https?:\/\//i.test(cell)) return cell;
		const found = place(cell);
		if ("path" in found) return found.path;
		problems.push({ detail: found.problem });
		return undefined;
	};
	const source = placed("video");
	if (!cells.has("video")) problems.push({ detail: "`video` is empty." });
	const transcript = placed("transcript");
	const [key = "video"] = cells.has("key")
		? [cells.get("key") ?? ""]
		: unique([keyOf(source ?? "")], keys.keys());
	problems.push(...problemsOf(key, cells, { latest, schedules }));
	if (problems.length > 0) return { problems };
	const [at, schedule] = [timeIn(cells), cells.get("schedule")];
	const rest = {
		title: cells.get("title")?.replace(/\s+/g, " "),
		language: cells.get("language"),
		transcript,
		at,
		schedule,
	};
	const given = Object.entries(rest).filter(([, value]) => value !== undefined);
	return { key, source: source ?? "", ...Object.fromEntries(given), ...textsIn(cells, accounts) };
}

type Cells = ReadonlyMap<string, string>;

function timeIn(cells: Cells): string | undefined {
	return cells.get("at")?.replace(" ", "T");
}

/** What is wrong with the key and the time of a row. */
function problemsOf(
	key: string,
	cells: Cells,
	{ latest, schedules }: Pick<RowsRequest, "latest" | "schedules">,
): readonly Problem[] {
	const problems: Problem[] = [];
	const [at, schedule] = [timeIn(cells), cells.get("schedule")];
	if (!NAME.test(key))
		problems.push({ detail: `\`${key}\` cannot be a key.`, hint: "Keys have letters, digits, - and _." });
	if (at !== undefined && (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at) || Number.isNaN(Date.parse(`${at}Z`))))
		problems.push({
			detail: `\`${cells.get("at")}\` is no time.`,
			hint: "Write date and time as 2026-12-01T09:00.",
		});
	if (at !== undefined && schedule !== undefined)
		problems.push({ detail: "A row has either `at` or `schedule`." });
	if (at === undefined && schedule === undefined && latest.timed.length > 0)
		problems.push({
			detail: `The posts of \`${latest.key}\` have times of their own: this row needs one.`,
			hint: "Fill `at` or `schedule`.",
		});
	if (schedule !== undefined && !schedules.includes(schedule))
		problems.push({
			detail: `There is no schedule \`${schedule}\`.`,
			hint: didYouMean(schedule, schedules, "Schedules"),
		});
	return problems;
}

function textsIn(cells: ReadonlyMap<string, string>, accounts: readonly string[]): Pick<NewVideo, "texts"> {
	const texts: Record<string, Record<string, string | readonly string[]>> = {};
	for (const account of accounts)
		for (const text of TEXTS) {
			const cell = cells.get(`${account}.${text}`.toLowerCase());
			if (cell === undefined) continue;
			texts[account] ??= {};
			texts[account][text] = text === "tags" && !cell.includes("{{") ? tagsIn(cell) : cell;
		}
	return Object.keys(texts).length === 0 ? {} : { texts };
}

function tagsIn(cell: string): readonly string[] {
	return cell
		.split(/[,;]/)
		.map((tag) => tag.trim())
		.filter(Boolean);
}

function againIn(
	{ key, source }: NewVideo,
	{ keys, sources }: Readonly<Record<"keys" | "sources", ReadonlyMap<string, string>>>,
): readonly Problem[] {
	const [ofKey, ofSource] = [keys.get(key), sources.get(source)];
	return [
		...(ofSource === undefined ? [] : [{ detail: `\`${source}\` ${ofSource}.` }]),
		...(ofKey === undefined ? [] : [{ detail: `\`${key}\` ${ofKey}.`, hint: "Give it another `key`." }]),
	];
}
