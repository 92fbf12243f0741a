import type { AddressText } from "../model/address.ts";
import type { ApplyReport, ResolvedOutcome, RunEvent } from "../model/event.ts";
import type { Plan } from "../model/plan.ts";
import type { ResourceState, Snapshot } from "../model/snapshot.ts";
import type { PlanInk } from "./change.ts";
import { counted, type Ink, paint, plain, wrap } from "./ink.ts";
import { deliveredTo, isInOutbox, type OutboxInk, seenBy } from "./outbox.ts";
import { renderPlan } from "./plan.ts";

/**
 * A line for an event, with what belongs to it below, within the width; empty for what only a progress bar
 * shows.
 */
export function renderEvent(event: RunEvent, ink: Ink & OutboxInk): string {
	return eventText(event, ink)
		.split("\n")
		.map((line) => hung(line, ink.width))
		.join("\n");
}

/** What does not fit goes on below, where the words began. */
function hung(line: string, width: number): string {
	if (line.length <= width) return line;
	const [first, ...rest] = wrap(line.trimStart(), width - INDENT.length);
	return [(line.startsWith(INDENT) ? INDENT : "") + first, ...rest.map((part) => INDENT + part)].join("\n");
}

const INDENT = " ".repeat(9);

function eventText(event: RunEvent, ink: Ink & OutboxInk): string {
	const { green, red, yellow } = paint(ink);
	const address = "address" in event ? plain(event.address) : "";
	switch (event.type) {
		case "uploading":
		case "task":
		case "sending":
			return "";
		case "sent":
			return event.outcome === "done"
				? `${green("done")}     ${address}: ${DONE[event.action] ?? "sent"}`
				: `${yellow(event.outcome.padEnd(8))} ${address}: ${plain(event.message)}`;
		case "settled":
			return [
				`${green("clips")}    ${address}: ${counted(event.clips, "clip")}`,
				...event.notes.map((note) => `         ${plain(note)}`),
			].join("\n");
		case "delivered":
			return (
				`${green(isInOutbox(event.address, event.location, ink) ? "delivered" : "posted   ")} ${address}` +
				`${deliveredTo(event.address, event.location, ink)}${event.late ? " (late)" : ""}`
			);
		case "waiting":
			return `${yellow("waiting")}  ${address}: ${untilWords(event)} (${plain(event.why)})`;
		case "pausing":
			return `${yellow("waiting")}  ${pauseWords(event)}`;
		case "resolved":
			return `${green("resolved")} ${address}: ${resolvedWords(event)}`;
		case "unresolved":
			return `${yellow("unknown")}  ${address}: ${plain(event.message)}${remedyLine(event)}`;
		case "unknown":
			// That its outcome is unknown was said when it was sent.
			return remedyLine(event).slice(1);
		case "failed":
			return `${red("failed")}   ${address}: ${plain(event.message)}${remedyLine(event)}`;
	}
}

function remedyLine({ remedy }: { readonly remedy?: string }): string {
	return remedy ? `\n${INDENT}${plain(remedy)}` : "";
}

/** `the service asks for a pause (429); going on in 41 s, at 10:04:07Z`. */
export function pauseWords(pause: Omit<Extract<RunEvent, { readonly type: "pausing" }>, "type">): string {
	const why =
		pause.why === "limit"
			? "this minute's requests are used up (service.limits.requests_per_minute)"
			: "the service asks for a pause (429)";
	return `${why}; going on ${untilWords(pause)}`;
}

function untilWords({ forMs, until }: { readonly forMs: number; readonly until: number }): string {
	return `in ${Math.ceil(forMs / 1000)} s, at ${new Date(until).toISOString().slice(11, 19)}Z`;
}

/** `posted, says the service (the service answered with the id t-1, and knows it)`. */
export function resolvedWords({ as, by, why }: Pick<ResolvedOutcome, "as" | "by" | "why">): string {
	const words = { posted: "executed", "not-posted": "not executed", abandoned: "given up" } as const;
	return `${words[as]}, says ${plain(by)}${why === undefined ? "" : ` (${plain(why)})`}`;
}

const DONE: Readonly<Record<string, string>> = {
	submit: "submitted",
	resubmit: "submitted again",
	publish: "handed over",
	update: "updated",
	cancel: "cancelled",
	replace: "cancelled and handed over anew",
	repeat: "answered",
};

/** The closing lines of an apply: what was done, what was delivered, what is left. */
export function renderReport(
	outcome: {
		readonly report: ApplyReport;
		readonly rest: Plan;
		readonly snapshot: Snapshot;
		readonly posted: readonly AddressText[];
	},
	ink: PlanInk,
): string {
	const { report, rest, snapshot, posted } = outcome;
	const refused = posted.filter((address) => isRefused(snapshot.resources[address])).length;
	const failed = failedWords(report, rest, refused);
	const updated = report.updated === undefined ? "" : `, ${report.updated} updated`;
	const cancelled = report.cancelled === undefined ? "" : `, ${report.cancelled} cancelled`;
	const forgotten = report.forgotten === undefined ? "" : `, ${report.forgotten} forgotten`;
	const lines = [
		`Applied: ${report.submitted} submitted, ${report.published - refused} ${publishedWord(ink)}${updated}${cancelled}${forgotten}${failed}.`,
		...delivered(snapshot, posted, ink),
		...laterLine(snapshot, posted, ink),
	];
	return `${lines.join("\n")}\n${rest.changes.length === 0 ? "" : `\nStill open:\n${renderPlan(rest, ink)}`}`;
}

/** A service in this process delivers only while something runs. */
function laterLine(snapshot: Snapshot, posted: readonly AddressText[], { outbox, width }: PlanInk): string[] {
	const later = posted.filter((address) => {
		const state = snapshot.resources[address];
		return state?.kind === "post" && state.status === "SCHEDULED";
	});
	if (outbox === undefined || later.length === 0) return [];
	const are = `${counted(later.length, "post")} ${later.length === 1 ? "is" : "are"}`;
	return wrap(
		`${are} for later. What no platform publishes by itself goes out while \`showrun watch\` runs here, ` +
			"or late with the next `showrun apply`.",
		width,
	);
}

/** A folder publishes nothing. What is due later is not delivered yet either. */
function publishedWord({ outbox }: OutboxInk): string {
	return outbox === undefined || outbox.accounts?.length === 0 ? "published" : "handed over";
}

/** Whether a post was taken and then not posted. */
function isRefused(state: ResourceState | undefined): boolean {
	return state?.kind === "post" && state.status === "ERROR";
}

/** What may have been executed is not known to have failed. */
function failedWords({ failures }: ApplyReport, { changes }: Plan, refused: number): string {
	const isUnknown = new Set(
		changes.flatMap(({ action, address }) => (action === "unknown" || action === "repeat" ? [address] : [])),
	);
	const unknown = failures.filter(
		({ address, outcome }) => outcome === "unknown" || isUnknown.has(address),
	).length;
	const failed = failures.length - unknown + refused;
	return `${unknown === 0 ? "" : `, ${unknown} unknown`}${failed === 0 ? "" : `, ${failed} failed`}`;
}

function delivered(snapshot: Snapshot, posted: readonly AddressText[], ink: PlanInk): string[] {
	return posted.flatMap((address) => {
		const state = snapshot.resources[address];
		return state?.kind === "post"
			? [
					`  ${plain(address)}  ${state.status}${seenBy(state)}`,
					...(state.location === undefined
						? []
						: [`    delivered${deliveredTo(address, state.location, ink)}`]),
				]
			: [];
	});
}
