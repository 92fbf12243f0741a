import { StopFault } from "../model/fault.ts";
import { isMap } from "../yaml/shape.ts";
import type { SourceText } from "../yaml/source.ts";

/** One row of a list, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a list as its file's ending says: `.csv`, `.yaml`, `.yml` or `.json`. Throws `StopFault`. */
export async function rowsOf(source: SourceText, ending: string): Promise<readonly Row[]> {
	return ending === ".csv" ? csvRows(source) : yamlRows(source);
}

/** JSON is YAML. */
async function yamlRows(source: SourceText): Promise<readonly Row[]> {
	const { parseYaml } = await import("../yaml/document.ts");
	const { file, diagnostics, usable } = parseYaml(source);
	const [first] = diagnostics;
	if (!usable) throw unreadable(source, first?.place?.line, first?.detail ?? "It cannot be read.");
	if (file.value === undefined || file.value === null) return [];
	if (!Array.isArray(file.value))
		throw unreadable(source, 1, "It is no list: write `- source: …` for each row.");
	return file.value.map((row, index) => {
		if (isMap(row)) return row;
		throw unreadable(source, file.spot([index]).place.line, "A row is a map (`source: …`).");
	});
}

async function csvRows(source: SourceText): Promise<readonly Row[]> {
	const { columns, rows } = await readTable(source);
	if (!columns.some((name) => SOURCES.includes(name)))
		throw unreadable(source, 1, "No column is called `source` (or url, video, file).");
	return rows.map(({ values }) => values);
}

/** A row of a CSV file, and the line it begins in. */
export interface TableRow {
	readonly line: number;
	readonly values: Readonly<Record<string, string>>;
}

/**
 * The rows of a CSV file. Empty lines are no rows; the first line names the columns, in whatever letter case.
 * Throws `StopFault`.
 */
export async function readTable(
	source: SourceText,
): Promise<{ readonly columns: readonly string[]; readonly rows: readonly TableRow[] }> {
	const { parse, CsvError } = await import("csv-parse/sync");
	const text = source.text;
	let columns: readonly string[] = [];
	try {
		const records = parse(text, {
			bom: true,
			columns: (names: readonly string[]) => {
				columns = named(names, source);
				return [...columns];
			},
			delimiter: delimiterOf(text),
			skip_empty_lines: true,
			skip_records_with_empty_values: true,
			trim: true,
			max_record_size: 100_000,
			relax_column_count_less: true,
			info: true,
			raw: true,
		}) as unknown as readonly Parsed[];
		return {
			columns,
			rows: records.map(({ record, raw, info }) => ({ line: lineOf(raw, info.lines), values: record })),
		};
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		const line = typeof error.lines === "number" ? error.lines : undefined;
		throw unreadable(source, line, error.message.replace(/ (at|on) line \d+.*$/s, "."));
	}
}

interface Parsed {
	readonly record: Readonly<Record<string, string>>;
	readonly raw: string;
	/** The line that the record ends in. */
	readonly info: { readonly lines: number };
}

function lineOf(raw: string, end: number): number {
	return end - (raw.replace(/^[\r\n]+|[\r\n]+$/g, "").match(/\r\n|\r|\n/g)?.length ?? 0);
}

function named(names: readonly string[], source: SourceText): string[] {
	const columns = names.map((name) => name.trim().toLowerCase());
	const again = columns.find((name, index) => name !== "" && columns.indexOf(name) < index);
	if (again !== undefined) throw unreadable(source, 1, `The column \`${again}\` is there twice.`);
	return columns.map((name, index) => name || `column_${index + 1}`);
}

const SOURCES = ["source", "url", "video", "file"];

/** What stands most often in the line of names, outside of quotes. */
function delimiterOf(text: string): string {
	const line = (text.replace(/^\ufeff/, "").match(/^[^\r\n]*/)?.[0] ?? "").replace(/"[^"]*"/g, "");
	const count = (delimiter: string) => line.split(delimiter).length;
	return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function unreadable({ file }: SourceText, line: number | undefined, why: string): StopFault {
	return new StopFault(`${file}${line === undefined ? "" : `:${line}`}: ${why}`, {
		remedy: "Correct the list.",
	});
}
