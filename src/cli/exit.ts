import type { ApplyReport } from "../model/event.ts";
import type { Plan } from "../model/plan.ts";
import type { Snapshot } from "../model/snapshot.ts";

/** Exit codes (design, section 5). */
export const EXIT = { ok: 0, error: 1, changes: 2, partly: 3, unknown: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command that has already said why. */
export class Exit extends Error {
	readonly code: ExitCode;

	constructor(code: ExitCode) {
		super(`exit ${code}`);
		this.code = code;
	}
}

/** From worst to best. */
const FOLDED: readonly ExitCode[] = [EXIT.error, EXIT.unknown, EXIT.partly, EXIT.changes];

/** The code of several runs: the worst of theirs. Changes count where none failed. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
	return FOLDED.find((code) => codes.includes(code)) ?? EXIT.ok;
}

/**
 * The code of an apply: 4 when an outcome is unknown, 3 when only a part came through, 1 when nothing did.
 */
export function codeOf({
	report,
	rest,
	snapshot,
}: {
	readonly report: ApplyReport;
	readonly rest: Plan;
	readonly snapshot: Snapshot;
}): ExitCode {
	if (rest.changes.some(({ action }) => action === "unknown" || action === "repeat")) return EXIT.unknown;
	const failed = report.failures.length > 0 || rest.changes.some(({ action }) => action === "attention");
	if (!failed) return EXIT.ok;
	return Object.values(snapshot.resources).some(
		(state) => state.kind === "post" || state.result !== undefined,
	)
		? EXIT.partly
		: EXIT.error;
}
