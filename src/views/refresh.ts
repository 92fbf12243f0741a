import { defined } from "../model/defined.ts";
import type { JournalEntry, ResourceState, Snapshot } from "../model/snapshot.ts";
import type { PlanInk } from "./change.ts";
import { counted, paint, plain } from "./ink.ts";
import { paintedMark } from "./marks.ts";

/** How the answers of the service differ from the state. `written`: whether the state has them now. */
export function renderRefresh(
	entries: readonly JournalEntry[],
	before: Snapshot,
	ink: PlanInk & { readonly written: boolean },
): string {
	const read = readings(entries);
	if (read.length === 0) return `${paint(ink).green("No changes.")} The state agrees with the service.\n`;
	const lines = read.map(
		({ address, resource }) =>
			`  ${paintedMark("<=", "read", ink)}${plain(address)}\n` +
			`         ${statusOf(before.resources[address])} → ${statusOf(resource)}\n`,
	);
	const end = ink.written ? "Updated in the state" : "To update in the state";
	return (
		`${lines.join("")}\n${end}: ${counted(read.length, "address")}. ` +
		`${ink.written ? "" : "Nothing was written; showrun apply --refresh-only writes it."}`
	)
		.trimEnd()
		.concat("\n");
}

/** The same as events for `--json`. */
export function refreshEvents(entries: readonly JournalEntry[], before: Snapshot): readonly object[] {
	return readings(entries).map(({ address, resource }) => {
		const known = before.resources[address];
		return { type: "refreshed", address, ...defined({ before: known?.status }), after: resource.status };
	});
}

function readings(entries: readonly JournalEntry[]) {
	return entries.filter((entry) => entry.type === "resource");
}

function statusOf(state: ResourceState | undefined): string {
	if (state === undefined) return "not known";
	if (state.kind === "post")
		return `${state.status}${state.location === undefined ? "" : ` (${plain(state.location)})`}`;
	const clips = state.kind === "video" ? state.result?.clips.length : undefined;
	return `${state.status}${clips === undefined ? "" : ` (${counted(clips, "clip")})`}`;
}
