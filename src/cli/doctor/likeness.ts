import type { CheckResult } from "../../model/health.ts";
import { warning } from "./finding.ts";

/** A process that works together with others. */
export interface Fellow {
	/** As people find it. */
	readonly name: string;
	readonly version?: string;
	/** Milliseconds that its clock is ahead of the database's. */
	readonly aheadMs?: number;
}

/** More than any answer of a database takes. Milliseconds. */
const SKEW_MS = 5_000;

/** Whether clocks and versions of processes fit together. */
export function likenessFindings(fellows: readonly Fellow[]): readonly CheckResult[] {
	const skewed = fellows.filter(({ aheadMs = 0 }) => Math.abs(aheadMs) > SKEW_MS);
	return [...skewed.map(skewFinding), ...versionFindings(fellows)];
}

function skewFinding({ name, aheadMs = 0 }: Fellow): CheckResult {
	const [seconds, where] = [Math.round(Math.abs(aheadMs) / 1_000), aheadMs > 0 ? "ahead of" : "behind"];
	return warning(
		"clock",
		`${name} has a clock ${seconds} s ${where} the database's`,
		"Set all by NTP. Leases go by the clock of the database alone, times of posts by each machine's.",
	);
}

function versionFindings(fellows: readonly Fellow[]): readonly CheckResult[] {
	const versions = new Set(fellows.flatMap(({ version }) => (version === undefined ? [] : [version])));
	if (versions.size < 2) return [];
	const each = [...versions].sort().map((version) => {
		const names = fellows.filter((fellow) => fellow.version === version).map(({ name }) => name);
		return `${version}: ${names.join(", ")}`;
	});
	return [
		warning("version", `not the same everywhere. ${each.join("; ")}`, "Bring all machines to the newest."),
	];
}
