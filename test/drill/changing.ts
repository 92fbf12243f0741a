import { publishBody } from "../../src/api/convert.ts";
import type { PostChanged, Service } from "../../src/api/port.ts";
import { defined } from "../../src/model/defined.ts";
import {
	type Asked,
	changeByHand,
	changePost,
	deliver,
	lostFault,
	mustBeAllowed,
	readingOf,
} from "./calendar.ts";
import type { ChangeFate } from "./change-fates.ts";
import { die } from "./crashing.ts";
import type { Apply } from "./history.ts";
import type { Play } from "./play.ts";
import type { SeenPost } from "./verdict.ts";
import { personAt, type Wish, wantedIn } from "./wish.ts";

const HANDS: Readonly<Partial<Record<ChangeFate, "cancelled" | "moved" | "posted">>> = {
	"cancelled by hand": "cancelled",
	"moved by hand": "moved",
	"posted by hand": "posted",
};

/** A service's side of changes: each suffers what is fated, and the service notes what it made. */
export function changing(
	play: Play,
	reading: <Result>(result: Result) => Promise<Result>,
): Pick<Service, "publishTask" | "updatePost" | "cancelPost"> {
	const { log, now } = play;
	const fates = [...(play.apply.changes ?? [])];
	const change = async (asked: Asked) => {
		await play.meanwhile();
		deliver(log.calendar, now());
		mustBeAllowed(log.calendar, asked, now());
		const fate = fates.shift() ?? "make";
		play.happened(`change: ${fate}`);
		return suffer(play, asked, fate);
	};
	return {
		publishTask(taskId) {
			deliver(log.calendar, now());
			return reading(readingOf(log.calendar, taskId));
		},
		updatePost: (post, { request, accountId }) => {
			const configs = publishBody(request, accountId).publish_configs;
			return change({ ...post, to: { ...defined({ at: request.scheduledAt }), configs } });
		},
		cancelPost(post) {
			noteCancel(play, post.taskId);
			return change({ ...post, to: { cancel: true } });
		},
	};
}

function suffer({ log, life }: Play, asked: Asked, fate: ChangeFate): PostChanged {
	if (fate === "die before") die(life);
	if (fate === "lose request") throw lostFault();
	if (fate === "make late") {
		log.late.push(() => void changePost(log.calendar, asked));
		throw lostFault();
	}
	const hand = HANDS[fate];
	if (hand !== undefined) changeByHand(log.calendar, asked.taskId, hand);
	const made = changePost(log.calendar, asked);
	if (fate === "die after") die(life);
	if (fate === "lose answer") throw lostFault();
	return made;
}

/** Nothing is cancelled but by an edit of what is asked for, and by no more than were allowed. */
function noteCancel(play: Play, taskId: string): void {
	const { log, wish, apply } = play;
	const seen = log.calendar.posts.get(taskId)?.seen;
	if (seen === undefined) return;
	play.cancels.count++;
	const maxCancels = cancelsIn(apply);
	if (play.cancels.count > maxCancels)
		log.calendar.wrong.push(`cancel beyond the ${maxCancels} that were allowed`);
	const { moment, person, resolution, source } = seen;
	// Under a name of its own, what nobody can tell from another video is another post.
	if (source !== wish.source) return;
	// What was handed over keeps its place, however few are asked for now.
	if (isKept(wish, seen)) log.calendar.wrong.push(`cancel of ${moment} ${person}, which is to stay`);
	const isAskedFor = wantedIn({ ...wish, top: 3 }).includes(`${moment} ${person}`);
	if (isAskedFor && resolution === wish.resolution)
		log.calendar.wrong.push(`cancel of ${moment} ${person}, which is asked for as it is`);
}

/** How many posts a run may cancel. */
export function cancelsIn({ by, maxCancels = Number.POSITIVE_INFINITY }: Apply): number {
	return by === "watch" ? 0 : maxCancels;
}

/** Whether a post is to stay: its entry is still there, and names its account no longer. */
export function isKept(wish: Wish, { name, person }: SeenPost): boolean {
	const isThere =
		wish.keep && wish.posting && wish.declared && name.startsWith(`${wish.video} ${wish.post} `);
	return isThere && !wish.accounts.some((key) => personAt(wish, key) === person);
}
