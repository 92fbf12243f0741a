import type { CheckResult } from "../../model/health.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { warning, well } from "./finding.ts";

/** What a state that can be read says of itself. */
export function stateFindings({ resources, operations, ledger, serial }: Snapshot): readonly CheckResult[] {
	const count = Object.keys(resources).length;
	const unknown = Object.keys(operations).length;
	const summary =
		serial === 0 ? "empty" : `${count} addresses and ${ledger.length} posted moments, serial ${serial}`;
	return [
		well("state", summary),
		...(unknown === 0
			? []
			: [warning("state", `${unknown} outcomes are unknown; their addresses are blocked`, "showrun status")]),
	];
}
