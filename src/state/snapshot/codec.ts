import { crc32 } from "node:zlib";
import type { Snapshot } from "../../model/snapshot.ts";
import { MovedFault, NewerFault, StateFault } from "../state-fault.ts";
import { validateState } from "../validate.gen.ts";

/**
 * Format of a state in a file or on a remote. showrun 0.1.0 knows 1 and refuses this one: it asks no ledger,
 * so it must not go on with what a newer version began.
 */
export const STATE_FORMAT = 2;

/** Format of a file whose state is elsewhere: every version refuses it. */
const MOVED = 1_000;

/** What takes the place of a state that was moved. */
export function encodeMoved({ lineage, serial }: Snapshot, movedTo: string): string {
	return `${JSON.stringify({ format: MOVED, lineage, movedTo, serial }, undefined, 2)}\n`;
}

/** The snapshot as text for git: keys sorted, one value a line, with a checksum of all of it. */
export function encodeSnapshot(snapshot: Snapshot): string {
	const canonical = sorted({ ...snapshot, format: STATE_FORMAT });
	const sealed = inOrder({ ...canonical, checksum: checksumOf(canonical) });
	return `${JSON.stringify(Object.fromEntries(sealed), undefined, 2)}\n`;
}

/**
 * Reads a snapshot of this or an earlier version. Throws `StateFault` for anything that is not one, naming
 * the first thing that is wrong.
 */
export function decodeSnapshot(text: string, path: string): Snapshot {
	const value = parse(text, path);
	mustBeKnown(value, path);
	const [problem] = validateState(value);
	if (problem) throw broken(path, `${problem.instancePath || "the file"} does not fit (${problem.keyword})`);
	const { checksum, ...snapshot } = value as Written;
	// Versions before it was introduced wrote none.
	if (checksum !== undefined && !isSealed(value as Written))
		throw broken(path, "its checksum does not fit, so something in it was changed");
	// Its outcome would be looked for, and resolved, under the id of another attempt.
	const astray = Object.entries(snapshot.operations).find(([id, operation]) => operation.id !== id);
	if (astray)
		throw broken(path, `/operations/${astray[0]} holds the attempt ${JSON.stringify(astray[1].id)}`);
	return { ...snapshot, format: 1 };
}

/** A damaged number of the format must not pass for a newer one. */
function mustBeKnown(value: unknown, path: string): void {
	if (!isObject(value) || typeof value.format !== "number" || value.format <= STATE_FORMAT) return;
	if (value.format === MOVED && typeof value.movedTo === "string") throw new MovedFault(path, value.movedTo);
	if ([1, STATE_FORMAT].some((format) => isSealed({ ...value, format }))) return;
	throw new NewerFault(path, value.format);
}

interface Written extends Omit<Snapshot, "format"> {
	readonly format: number;
	readonly checksum?: string;
}

/** Whether the checksum fits. */
function isSealed({
	checksum,
	...rest
}: {
	readonly checksum?: unknown;
	readonly format?: unknown;
}): boolean {
	// As a rule the keys are sorted already.
	return checksum === checksumOf(rest) || checksum === checksumOf(sorted(rest));
}

function isObject(value: unknown): value is { readonly format?: unknown; readonly movedTo?: unknown } {
	return typeof value === "object" && value !== null;
}

function parse(text: string, path: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw broken(
			path,
			text.includes("<<<<<<<")
				? "it holds a git merge conflict"
				: error instanceof Error
					? error.message
					: String(error),
		);
	}
}

function broken(path: string, why: string): StateFault {
	return new StateFault(`${path} is not a showrun state: ${why}.`, {
		remedy: `Nothing was changed. See what is wrong and what can be saved: showrun state repair
Never start over with an empty one, because it remembers what was posted.`,
	});
}

function checksumOf(canonical: object): string {
	return crc32(JSON.stringify(canonical)).toString(16).padStart(8, "0");
}

function sorted<Value>(value: Value): Value;
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((each: unknown) => sorted(each));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(inOrder(value).map(([key, each]) => [key, sorted(each)]));
}

function inOrder(map: object): readonly [key: string, value: unknown][] {
	return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
}
