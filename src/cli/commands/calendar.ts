import { readFile } from "node:fs/promises";
import { isPostAddress } from "../../model/address.ts";
import type { AgendaItem } from "../../model/agenda.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { timePlace } from "../../model/time-place.ts";
import { commonZone } from "../../model/zones.ts";
import { systemClock } from "../../system/clock.ts";
import { isMissing } from "../../system/error-code.ts";
import { replaceFile } from "../../system/files.ts";
import { renderCalendar } from "../../views/calendar.ts";
import { counted, wallTime } from "../../views/ink.ts";
import type { Month } from "../../views/month.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { type Agenda, readAgenda } from "../wiring/agenda.ts";

interface CalendarFlags extends InputFlags {
	/** Absent: this one, or for files all. */
	readonly month?: Month;
	readonly zone?: string;
	/** File to write, or `-`. */
	readonly ics?: string;
	readonly json?: true;
	readonly detail?: true;
}

/** `showrun calendar`: the posts of a month, by state and campaigns alone. */
export async function calendar(paths: readonly string[], flags: CalendarFlags): Promise<void> {
	const agenda = await readAgenda({ paths }, flags, stopSignal());
	const zone = flags.zone ?? zoneOf(agenda);
	const posts = agenda.items.filter((item) => isPostAddress(item.address));
	const chosen = flags.month === undefined ? posts : posts.filter(isIn(flags.month, zone));
	if (flags.ics !== undefined) return writeCalendar(flags.ics, chosen, flags);
	if (flags.json)
		return out(
			lines(
				chosen.flatMap((item) =>
					item.at === undefined ? [] : [asEvent(item.at, item, { zone, campaigns: agenda.campaigns })],
				),
			),
		);
	const month = flags.month ?? monthOf(wallTime(agenda.now, zone));
	out(
		renderCalendar(
			{ items: posts, month, now: agenda.now },
			{ ...inkOf(process.stdout), zone, ...defined({ detail: flags.detail }) },
		),
	);
}

/** The zone of the campaigns where they agree, else the machine's. */
function zoneOf({ campaigns }: Agenda): string {
	return commonZone(campaigns) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function monthOf(wall: string): Month {
	return { year: Number(wall.slice(0, 4)), month: Number(wall.slice(5, 7)) };
}

function isIn({ year, month }: Month, zone: string): (item: AgendaItem) => boolean {
	return ({ at }) => {
		const found = at === undefined ? undefined : monthOf(wallTime(at, zone));
		return found?.year === year && found.month === month;
	};
}

/** One line a post; `at` in milliseconds, `local` in the zone. */
function asEvent(
	at: number,
	{ address, standing, title, account, state }: AgendaItem,
	{ zone, campaigns }: { readonly zone: string; readonly campaigns: readonly Campaign[] },
): object {
	const location = state?.kind === "post" ? state.location : undefined;
	const times = { at, utc: new Date(at).toISOString(), local: wallTime(at, zone), zone };
	return {
		type: "post",
		address,
		standing,
		...times,
		title,
		account,
		handedOver: state !== undefined,
		status: state?.status,
		location,
		place: timePlace(address, campaigns),
	};
}

async function writeCalendar(
	file: string,
	posts: readonly AgendaItem[],
	{ json }: CalendarFlags,
): Promise<void> {
	const { calendarFile } = await import("./calendar-ics.ts");
	const text = await calendarFile(posts, systemClock.now());
	if (file === "-") return out(text);
	await mustBeCalendar(file);
	await replaceFile(file, text).catch((error: Error) => {
		throw new StopFault(`${file} cannot be written: ${error.message}.`, {
			remedy: "Name a file in a folder that can be written to, or - for standard output.",
		});
	});
	const count = posts.filter(({ at }) => at !== undefined).length;
	out(
		json
			? lines([{ type: "calendar", file, posts: count }])
			: `Wrote ${counted(count, "post")} to ${file}.\n`,
	);
}

/** A slip of the hand must not cost a campaign. */
async function mustBeCalendar(file: string): Promise<void> {
	const before = await readFile(file, "latin1").catch((error: NodeJS.ErrnoException) => {
		if (isMissing(error)) return "";
		throw new StopFault(`${file} cannot be written: ${error.message}.`, {
			remedy: "Name a file, or - for standard output.",
		});
	});
	if (before !== "" && !before.startsWith("BEGIN:VCALENDAR"))
		throw new StopFault(`${file} exists and is not an iCalendar file.`, {
			remedy: "Name another file, or remove this one first.",
		});
}
