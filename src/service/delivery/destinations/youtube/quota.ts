import { join } from "node:path";
import pLimit from "p-limit";
import type { YoutubeSettings } from "../../../../model/platform-settings.ts";
import { readIfThere, writePrivate } from "../../../../system/private.ts";
import { locked } from "../../../store/folder/locked.ts";
import { jsonObject } from "../../../store/json.ts";
import type { Quota } from "../../destination.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { nextPacificMidnight, pacificDay } from "./errors.ts";

/**
 * What a day's calls cost, as far as programs of this user made them: the API tells nobody. In units, but for
 * uploads, which have a quota of their own.
 */
export interface YoutubeQuota {
	/** Counts a call before it leaves. */
	spend(kind: QuotaKind, cost: number, now: number): Promise<void>;
	/** Throws `PlatformRefusal` where this day has no upload left, or no units to make one public. */
	mustAllowUpload(now: number): Promise<void>;
	/** How many posts this day has left. */
	left(now: number): Promise<Quota>;
	/** YouTube says that nothing of it is left today. */
	exhaust(kind: QuotaKind, now: number): Promise<void>;
}

export type QuotaKind = "uploads" | "units";

/** Costs in units: developers.google.com/youtube/v3/determine_quota_cost, checked 2026-11-22. */
export const COST = { read: 1, update: 50, thumbnail: 50, remove: 50 } as const;
/** Reads of a video that is processed, its thumbnail and the call that makes it public, about. */
const UNITS_OF_POST = 150;
const LOCK_MS = 10_000;

interface Day {
	readonly day: string;
	readonly uploads: number;
	readonly units: number;
}

/** `folder`: where it is kept, for all programs of this user. */
export function openQuota(
	folder: string,
	limits: Pick<YoutubeSettings, "uploadsPerDay" | "unitsPerDay">,
): YoutubeQuota {
	const path = join(folder, "youtube-quota.json");
	const turns = pLimit(1);
	const read = async (now: number): Promise<Day> => {
		const kept = jsonObject((await readIfThere(path)) ?? "") ?? {};
		const day = pacificDay(now);
		if (kept.day !== day) return { day, uploads: 0, units: 0 };
		return { day, uploads: Number(kept.uploads) || 0, units: Number(kept.units) || 0 };
	};
	const change = (now: number, how: (before: Day) => Day) =>
		turns(() =>
			locked(path, LOCK_MS, async () =>
				writePrivate(path, `${JSON.stringify({ format: 1, ...how(await read(now)) })}\n`),
			),
		);
	const limitOf = { uploads: limits.uploadsPerDay, units: limits.unitsPerDay };
	return {
		spend: (kind, cost, now) => change(now, (day) => ({ ...day, [kind]: day[kind] + cost })),
		mustAllowUpload: async (now) => {
			const { uploads, units } = await read(now);
			if (uploads >= limitOf.uploads) throw usedUp(`${limitOf.uploads} uploads`, now);
			if (units + UNITS_OF_POST > limitOf.units) throw usedUp(`${limitOf.units} units`, now);
		},
		left: async (now) => {
			const { uploads, units } = await read(now);
			const [byUploads, byUnits] = [limitOf.uploads - uploads, (limitOf.units - units) / UNITS_OF_POST];
			const left = Math.max(0, Math.floor(Math.min(byUploads, byUnits)));
			return { left, until: nextPacificMidnight(now) };
		},
		exhaust: (kind, now) => change(now, (day) => ({ ...day, [kind]: Math.max(day[kind], limitOf[kind]) })),
	};
}

function usedUp(what: string, now: number): PlatformRefusal {
	const until = nextPacificMidnight(now);
	const at = new Date(until).toISOString().slice(0, 16);
	const message = `The ${what} that YouTube allows the project of the app a day are used up: it goes on at ${at}Z, midnight Pacific time.`;
	return new PlatformRefusal({ cause: "quota", until, message });
}
