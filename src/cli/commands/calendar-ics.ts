import type { EventAttributes } from "ics";
import { isPostAddress } from "../../model/address.ts";
import { AGENDA_STATUSES, type AgendaItem, type AgendaStatus } from "../../model/agenda.ts";
import { plain } from "../../views/ink.ts";

/** A post takes no time; calendars draw what takes none badly. */
const MINUTES = 15;

/**
 * Posts with a time as an iCalendar file: one event each, with the address as its lasting name. `now`: for
 * what nobody has taken yet, in milliseconds.
 */
export async function calendarFile(items: readonly AgendaItem[], now: number): Promise<string> {
	const { createEvents } = await import("ics");
	const events = items.flatMap((item) =>
		item.at === undefined || !isPostAddress(item.address) ? [] : [eventOf(item, item.at, now)],
	);
	const { error, value } = createEvents(events, {
		productId: "-//showrun//showrun//EN",
		calName: "showrun",
		method: "PUBLISH",
	});
	if (typeof value !== "string") throw error ?? new Error("The calendar could not be written.");
	return value;
}

/** The package takes a time stamp that its types do not know; without one it would ask the clock. */
type Event = EventAttributes & { readonly timestamp: number };

function eventOf(item: AgendaItem, at: number, now: number): Event {
	const { address, state, account, title } = item;
	const to = account === undefined ? "" : ` to ${account.platform} ${account.username}`;
	const lines = [
		`${wordsOf(item)}${to}`,
		address,
		...(state?.kind === "post" && state.location ? [state.location] : []),
	];
	return {
		uid: plain(address),
		title: plain(
			`${prefix(item)}${title ?? "A post"}${account === undefined ? "" : ` (${account.platform})`}`,
		),
		description: lines.map(plain).join("\n"),
		start: at,
		startInputType: "utc",
		startOutputType: "utc",
		duration: { minutes: MINUTES },
		timestamp: state?.kind === "post" ? state.acceptedAt : now,
		status: statusOf(item),
		busyStatus: "FREE",
		transp: "TRANSPARENT",
		...urlOf(item),
	};
}

/** What went wrong, and what may still change, is seen without opening the event. */
function prefix(item: AgendaItem): string {
	return item.standing === "done" || isTaken(item) ? "" : `[${wordsOf(item)}] `;
}

/** The service holds it until its minute. */
function isTaken({ standing, state }: AgendaItem): boolean {
	return standing === "waiting" && state !== undefined;
}

function wordsOf(item: AgendaItem): string {
	if (isTaken(item)) return "handed over";
	return item.standing === "waiting" || item.standing === "todo" ? "planned" : AGENDA_STATUSES[item.standing];
}

const OVER: readonly AgendaStatus[] = ["failed", "cancelled"];

function statusOf(item: AgendaItem): "TENTATIVE" | "CONFIRMED" | "CANCELLED" {
	if (OVER.includes(item.standing)) return "CANCELLED";
	return item.standing === "done" || isTaken(item) ? "CONFIRMED" : "TENTATIVE";
}

function urlOf({ state }: AgendaItem): { readonly url?: string } {
	const location = state?.kind === "post" ? state.location : undefined;
	return location !== undefined && /^https?:\/\/[\x21-\x7e]+$/.test(location) ? { url: location } : {};
}
