import { type Moment, overlap, SAME_MOMENT } from "./clip.ts";
import type { Place } from "./place.ts";
import { momentKey } from "./review.ts";
import type { ClippingSettings } from "./task.ts";

/** Times that somebody asks for, and where they are written. */
export interface AskedTimes {
	readonly moment: Moment;
	readonly place: Place;
}

/** Times in the order of the source, each once. */
function inOrder(times: readonly AskedTimes[]): readonly AskedTimes[] {
	const first = new Map<string, AskedTimes>();
	for (const each of times) if (!first.has(momentKey(each.moment))) first.set(momentKey(each.moment), each);
	return [...first.values()].sort((a, b) => a.moment.from - b.moment.from || a.moment.to - b.moment.to);
}

/** What a video says of clips at given times, and where. */
interface Timed {
	readonly clipping: ClippingSettings;
	readonly addedAt?: readonly Place[];
}

/** A video with further clips at given times; those it has of the same moments give way. */
export function withTimes<Each extends Timed>(video: Each, times: readonly AskedTimes[]): Each {
	const isNew = (moment: Moment) => times.every((each) => overlap(each.moment, moment) < SAME_MOMENT);
	const all = inOrder([...timesOf(video).filter(({ moment }) => isNew(moment)), ...times]);
	if (all.length === 0) return video;
	const clipping = { ...video.clipping, added: all.map(({ moment }) => moment) };
	return { ...video, clipping, addedAt: all.map(({ place }) => place) };
}

function timesOf({ clipping: { added = [] }, addedAt = [] }: Timed): AskedTimes[] {
	return added.flatMap((moment, index) => {
		const place = addedAt[index];
		return place === undefined ? [] : [{ moment, place }];
	});
}
