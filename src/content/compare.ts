import type { Moment } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import { picturesAgree, picturesFound } from "./picture-match.ts";
import type { Print } from "./print.ts";
import { type SoundMatch, soundMatch } from "./sound-match.ts";

/** How sure it is that two sources hold the same moment, and where the second begins in the first. */
export interface Likeness {
	readonly as: "same" | "probable" | "other";
	/** Where `b` begins in `a`, in milliseconds. Absent: with `other`. */
	readonly offsetMs?: number;
	/** What it was found by: `streams`, `sound and picture`, `sound`, `picture`. */
	readonly by: string;
}

const OTHER: Likeness = { as: "other", by: "sound" };

/**
 * Compares two sources over a moment of `a`. Sound decides: another speech under the same picture is
 * another moment. `others` are further sources: what is heard in one of them too for a part of the moment
 * (a jingle, music) is no evidence.
 */
export function compare(
	a: Print,
	b: Print,
	{ moment, others = [] }: { readonly moment: Moment; readonly others?: readonly Print[] },
): Likeness {
	if (a.streams !== undefined && a.streams === b.streams) return { as: "same", offsetMs: 0, by: "streams" };
	const heard = soundMatch(a.sound, b.sound, { moment, others: others.map(({ sound }) => sound) });
	return heard.as === "nothing" ? seenOnly(a, b, moment) : heardAndSeen(a, b, { moment, heard });
}

function heardAndSeen(
	a: Print,
	b: Print,
	{ moment, heard }: { readonly moment: Moment; readonly heard: SoundMatch },
): Likeness {
	if (heard.as !== "same") return OTHER;
	const { offsetMs } = heard;
	const isSeen = picturesAgree(a.pictures, b.pictures, { moment, offsetMs });
	return isSeen
		? { as: "same", offsetMs, by: "sound and picture" }
		: { as: "probable", offsetMs, by: "sound" };
}

/** Where nothing is said a picture that moves makes it likely, and never sure. */
function seenOnly(a: Print, b: Print, moment: Moment): Likeness {
	const offsetMs = picturesFound(a.pictures, b.pictures, moment);
	return offsetMs === undefined ? OTHER : defined({ as: "probable", offsetMs, by: "picture" } as const);
}
