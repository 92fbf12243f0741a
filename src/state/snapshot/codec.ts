import type { Snapshot } from "../../model/snapshot.ts";
import { MovedFault, NewerFault, StateFault } from "../state-fault.ts";
import { validateState } from "../validate.gen.ts";
import { checksumOf, sorted } from "./canonical.ts";
import { MOVED, STATE_FORMAT } from "./encode.ts";

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
