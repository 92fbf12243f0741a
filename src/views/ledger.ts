import { type Ink, moment, paint, plain } from "./ink.ts";
import { columns } from "./state.ts";

/** One attempt of any workspace, as the ledger of this user holds it. */
export interface LedgerLine {
	readonly operation: string;
	readonly at: number;
	readonly account: { readonly id?: string; readonly platform: string; readonly handle: string };
	readonly address: string;
	readonly workspace: string;
	readonly as: string;
	readonly content: string;
	readonly moment: { readonly from: number; readonly to: number };
	readonly forgotten?: { readonly by: string; readonly reason: string; readonly at: number };
}

/** One attempt a line, oldest first. */
export function renderLedger(entries: readonly LedgerLine[], zone: string): string {
	if (entries.length === 0) return "Nothing was posted yet.\n";
	return columns(
		entries.map(({ at, operation, account, address, workspace, as }) => [
			moment(at, zone),
			operation,
			`${account.platform} ${plain(account.handle)}`,
			as,
			`${plain(address)} (workspace ${plain(workspace)})`,
		]),
	);
}

/** Everything that the ledger holds of one attempt, as an outline. */
export function renderLedgerEntry(entry: LedgerLine, ink: Ink & { readonly zone: string }): string {
	const { account, content, forgotten } = entry;
	const lines = [
		["account", `${account.platform} ${account.handle}${account.id === undefined ? "" : ` (${account.id})`}`],
		["outcome", entry.as],
		["sent", moment(entry.at, ink.zone)],
		["content", content],
		["moment", `${entry.moment.from}-${entry.moment.to} ms`],
		["address", entry.address],
		["workspace", entry.workspace],
		...(forgotten
			? [["forgotten", `by ${forgotten.by}, ${moment(forgotten.at, ink.zone)}: ${forgotten.reason}`]]
			: []),
	];
	const body = lines.map(([name = "", value = ""]) => `  ${name.padEnd(10)} ${plain(value)}`);
	return `${[paint(ink).bold(entry.operation), ...body].join("\n")}\n`;
}
