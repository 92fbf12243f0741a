import type { PastAttempt } from "../model/history.ts";
import type { LedgerEntry, Operation, ResourceState } from "../model/snapshot.ts";
import { type Zones, zoneFor } from "../model/zones.ts";
import { type Ink, moment, paint, plain } from "./ink.ts";

/** Addresses with their status and the service's id, in columns. */
export function renderResources(resources: readonly (readonly [string, ResourceState])[]): string {
	if (resources.length === 0) return "The state is empty.\n";
	return columns(
		resources.map(([address, { kind, status, taskId }]) => [
			plain(address),
			kind,
			status,
			plain(taskId ?? "-"),
		]),
	);
}

/** Everything that is known of one address. */
export interface AddressDetails {
	readonly address: string;
	readonly resource: ResourceState | undefined;
	readonly operations: readonly Operation[];
	readonly moments: readonly LedgerEntry[];
}

/** One address in full, as an outline. */
export function renderAbout({ address, resource, operations, moments }: AddressDetails, ink: Ink): string {
	const parts = [
		...(resource ? outline(resource) : []),
		...titled("attempts without an outcome", operations),
		...titled("posted moments", moments),
	];
	return `${[paint(ink).bold(plain(address)), ...parts.map((line) => `  ${line}`)].join("\n")}\n`;
}

/** The zones of times; `zone`: of what those leave open. */
interface HistoryZones {
	readonly zones: Zones;
	readonly zone: string;
}

/** One attempt a line. */
export function renderHistory(attempts: readonly PastAttempt[], { zones, zone }: HistoryZones): string {
	if (attempts.length === 0) return "No attempts yet.\n";
	return columns(
		attempts.map(({ at, kind, became, address, account, operation }) => [
			moment(at, zoneFor(address, zones) ?? zone),
			VERBS[kind],
			WORDS[became],
			plain(operation ?? "-"),
			plain(account === undefined ? address : `${address} to ${account}`),
		]),
	);
}

const VERBS: Readonly<Record<PastAttempt["kind"], string>> = {
	submit: "submit",
	export: "render",
	publish: "publish",
};

const WORDS: Readonly<Record<PastAttempt["became"], string>> = {
	armed: "sent, no outcome yet",
	unknown: "unknown",
	done: "done",
	refused: "refused",
	"not-sent": "not sent",
	posted: "resolved: posted",
	"not-posted": "resolved: not posted",
	abandoned: "resolved: abandoned",
	withdrawn: "resolved: cancelled",
};

function titled(title: string, values: readonly object[]): readonly string[] {
	return values.length === 0 ? [] : [`${title}:`, ...values.flatMap((value) => item(value))];
}

function outline(value: object): readonly string[] {
	return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
		if (typeof each !== "object" || each === null)
			return [`${plain(key)}: ${plain(TIMES.has(key) ? timeOf(each) : String(each))}`];
		const inner = Array.isArray(each)
			? each.flatMap((one: unknown) => item(one))
			: outline(each).map((line) => `  ${line}`);
		return inner.length === 0 ? [] : [`${plain(key)}:`, ...inner];
	});
}

function item(value: unknown): readonly string[] {
	if (typeof value !== "object" || value === null) return [`  - ${plain(String(value))}`];
	return outline(value).map((line, index) => `${index === 0 ? "  - " : "    "}${line}`);
}

/** What the state counts in milliseconds since 1970. */
const TIMES: ReadonlySet<string> = new Set([
	"at",
	"armedAt",
	"submittedAt",
	"acceptedAt",
	"scheduledAt",
	"expireAt",
]);

function timeOf(value: unknown): string {
	const time = new Date(Number(value));
	return Number.isNaN(time.getTime()) ? String(value) : time.toISOString();
}

/** Rows with their cells below each other. */
export function columns(rows: readonly (readonly string[])[]): string {
	const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
	return rows
		.map(
			(row) =>
				`${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join("  ")}\n`,
		)
		.join("");
}
