import type { AgendaItem } from "../model/agenda.ts";
import { type EpochMs, epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { clipsToApprove, type Facts } from "./conditions.ts";
import type { NoteLine, NoteSection } from "./note.ts";
import { minuteOfDay, wallClock } from "./quiet-hours.ts";

/** How far the daily summary of a channel has come. */
export interface DigestState {
	/** What went out until then was told. */
	readonly until: EpochMs;
	/** Day of the last one by the wall clock: `2026-12-01`. */
	readonly day: string;
}

/** What has to be known for a summary. */
export interface DigestRules {
	/** `HH:MM`. */
	readonly digest: string;
	readonly timezone: string;
}

const DAY_MS = 24 * 3_600_000;
const MOST_LISTED = 10;

/** Where a channel begins that had no summary yet: with the next one. */
export function firstDigest(now: EpochMs, rules: DigestRules): DigestState {
	const { day, time } = wallClock(now, rules.timezone);
	const isOver = minuteOfDay(time) >= minuteOfDay(rules.digest);
	return { until: now, day: isOver ? day : wallClock(epochMs(now - DAY_MS), rules.timezone).day };
}

/** Whether the day's summary is due. */
export function isDigestDue(state: DigestState, now: EpochMs, { digest, timezone }: DigestRules): boolean {
	const { day, time } = wallClock(now, timezone);
	return day > state.day && minuteOfDay(time) >= minuteOfDay(digest);
}

/**
 * What was posted since the last summary, what goes out within a day, and how much waits for a person.
 * Undefined: there is nothing to say.
 */
export function digestOf(
	{ items = [], now }: Facts,
	{ until }: DigestState,
	{ timezone }: DigestRules,
): NoteSection | undefined {
	const posts = items.filter(({ account, at }) => account !== undefined && at !== undefined);
	const posted = posts.filter(({ at = 0, standing }) => standing === "done" && at > until && at <= now);
	const coming = posts.filter(
		({ at = 0, standing }) =>
			(standing === "waiting" || standing === "todo") && at > now && at <= now + DAY_MS,
	);
	const clips = [...clipsToApprove(items).values()].reduce((sum, each) => sum + each.clips.size, 0);
	const open = items.filter(({ standing }) => OPEN.has(standing)).length;
	if (posted.length + coming.length + clips + open === 0) return undefined;
	const sum = [
		`${posted.length} posted since ${wallText(until, timezone)}`,
		`${coming.length} to go out within a day`,
		`${clips} clips to approve`,
		`${open} that need attention`,
	].join(", ");
	const lines: readonly NoteLine[] = [
		defined({ subject: "Summary", what: `${sum}.`, remedy: open + clips > 0 ? "showrun status" : undefined }),
		...posted.map((item) => lineOf(item, "posted", timezone)),
		...coming.map((item) => lineOf(item, "goes out", timezone)),
	];
	const more = lines.length - 1 - MOST_LISTED;
	return { event: "digest", lines: lines.slice(0, MOST_LISTED + 1), ...(more > 0 && { more }) };
}

const OPEN: ReadonlySet<AgendaItem["standing"]> = new Set(["unknown", "failed", "attention"]);

function lineOf(
	{ address, title, account, at = epochMs(0), state }: AgendaItem,
	verb: string,
	timezone: string,
): NoteLine {
	const to = account === undefined ? "" : ` to ${account.platform} ${account.username}`;
	const late = state?.kind === "post" && state.late ? " (late)" : "";
	return defined({ subject: address, title, what: `${verb} ${wallText(at, timezone)}${to}${late}` });
}

function wallText(at: EpochMs, timezone: string): string {
	const { day, time } = wallClock(at, timezone);
	return `${day} ${time}`;
}
