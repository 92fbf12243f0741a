import type { JournalEntry } from "../model/snapshot.ts";
import type { PlanInk } from "./change.ts";
import { plain, wrap } from "./ink.ts";
import { formatMoment } from "./local-time.ts";

type Imported = Extract<JournalEntry, { readonly type: "imported" }>;

/** What an import would make state know, and what follows from it. */
export function renderImport(imported: Imported, ink: PlanInk): string {
	const { address, resource, moment } = imported;
	const lines = moment === undefined ? [...taskLines(resource)] : postLines(moment, imported, ink);
	return [
		plain(address),
		...lines.flatMap((line) => wrap(line, ink.width - 2)).map((line) => `  ${line}`),
		"",
	].join("\n");
}

function taskLines(resource: Imported["resource"]): string[] {
	if (resource?.kind !== "video") return [];
	return [
		`is the task ${plain(resource.taskId)}, ${resource.status}.`,
		"It counts as made with what the campaign asks for now: " +
			"nothing is submitted for it, and its clips are used. Nobody can check that the settings were the same.",
	];
}

function postLines(
	moment: NonNullable<Imported["moment"]>,
	{ address, resource }: Pick<Imported, "address" | "resource">,
	ink: PlanInk,
): string[] {
	const { moment: span, account, at, scheduledAt } = moment;
	const when =
		scheduledAt === undefined
			? `posted ${formatMoment(at, address, ink)}`
			: `goes out ${formatMoment(scheduledAt, address, ink)}`;
	const known =
		resource === undefined
			? ["Its clip is not known now, or not chosen: only the moment is remembered."]
			: [];
	return [
		`is posted to ${plain(account)}: ${seconds(span.from)}–${seconds(span.to)} of the source, ${when}.`,
		...known,
		"This moment is never posted to this account again.",
	];
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
