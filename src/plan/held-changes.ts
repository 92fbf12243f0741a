import type { EpochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import type { LateRule } from "../model/late-rule.ts";
import type { PlanOptions } from "../model/observed.ts";
import type { AttentionChange, Change, UpdateChange } from "../model/plan.ts";
import type { PostState } from "../model/snapshot.ts";
import { type Decision, isTimed } from "./decision.ts";
import type { WantedPost } from "./desired/wanted.ts";
import { askedOf, bodyWith, type PostDifference } from "./handed-over.ts";
import { badText, decideTimed } from "./timed-post.ts";
import type { Timing } from "./times.ts";
import { windowOf } from "./window.ts";

/** A post that the service holds and that is asked for otherwise. */
export interface DifferingPost {
	readonly wanted: WantedPost;
	readonly state: PostState;
	readonly differences: readonly PostDifference[];
	/** When it goes out as it is held. */
	readonly at: EpochMs;
}

/** What may become of it. */
interface Means {
	readonly now: EpochMs;
	readonly options: Pick<PlanOptions, "publishUpdate" | "publishCancel">;
	/** What it would need if the service did not hold it. */
	readonly anew: () => Decision;
}

/**
 * A post that the service holds gets what is asked for now where the service can do that; else a person must.
 */
export function decideHeld(post: DifferingPost, means: Means): Decision {
	if (canReplace(post, means)) return replace(post, means);
	if (!canUpdate(post, means)) return { change: differing(post, means) };
	const { wanted, differences, at } = post;
	const refused = differences.some(({ code }) => code === "text") ? badText(wanted) : undefined;
	if (refused !== undefined) return { change: refused };
	if (!differences.some(isOfTime)) return { change: update(post, at) };
	return { atTime: (timing) => reschedule(post, timing, means), isHeld: true };
}

function canUpdate(
	{ state, differences, at }: DifferingPost,
	{ now, options: { publishUpdate } }: Means,
): boolean {
	if (!publishUpdate || state.taskId === undefined || windowOf(at, now).kind === "too-late") return false;
	// A post that was given a time cannot be told to go out at once.
	return differences.every(
		({ code, after }) => IN_PLACE.has(code) && (code !== "time" || after !== undefined),
	);
}

const IN_PLACE: ReadonlySet<PostDifference["code"]> = new Set(["time", "slot", "text", "setting", "late"]);

/** Only what cannot be changed in place is worth the gap between a cancel and a new post. */
function canReplace({ wanted, state, differences, at }: DifferingPost, { now, options }: Means): boolean {
	if (!options.publishCancel || state.taskId === undefined) return false;
	// Without its clip there is nothing to post in its place, and beyond the places asked for nothing is.
	if (wanted.isClipGone || wanted.outranked === "fewer-clips") return false;
	if (keptAt(wanted, differences) !== undefined) return false;
	return windowOf(at, now).kind !== "too-late" && isOfOther(differences);
}

/** Whether what is asked for is another post, and no other form of the one there is. */
export function isOfOther(differences: readonly PostDifference[]): boolean {
	return differences.some(({ code }) => ANEW.has(code));
}

const ANEW: ReadonlySet<PostDifference["code"]> = new Set(["account", "resolution"]);

/** Nothing is cancelled for a post that could not be made then. */
function replace(post: DifferingPost, means: Means): Decision {
	const decision = means.anew();
	const then = (change: Change) => replacing(post, change, means);
	return isTimed(decision)
		? { ...decision, isHeld: true, then }
		: { change: then(decision.change ?? differing(post, means)) };
}

function replacing(post: DifferingPost, change: Change, means: Means): Change {
	if (change.action === "attention") return { ...differing(post, means), remedy: change.remedy };
	if (change.action !== "publish") return differing(post, means);
	const { address, place, request, title, account } = change;
	const { differences, at, state } = post;
	const about = defined({ address, place, request, title, account });
	const taskId = state.taskId ?? "";
	return { ...about, action: "replace", reason: "handed-over-differs", differences, taskId, at };
}

function isOfTime({ code }: PostDifference): boolean {
	return code === "time" || code === "slot";
}

function reschedule(post: DifferingPost, timing: Timing, means: Means): Change {
	const { now } = means;
	if (timing.kind === "stuck") {
		const stuck = decideTimed(post.wanted, timing, { now });
		return stuck.action === "attention" ? { ...differing(post, means), remedy: stuck.remedy } : stuck;
	}
	if (timing.kind !== "at") return differing(post, means);
	const { kind } = windowOf(timing.at, now);
	if (kind === "open") return update(post, timing.at);
	const change = differing(post, means);
	return kind === "too-late" ? { ...change, remedy: { code: "later-time" } } : change;
}

function update({ wanted, state, differences, at }: DifferingPost, to: EpochMs): UpdateChange {
	const { address, place, recipe, text, clip } = wanted;
	const { request, taskId = "" } = state;
	const body = bodyWith(request.body, differences);
	// The texts of a clip that is gone were not compared: what was asked for them is still to be done.
	const compared = wanted.isClipGone ? {} : { recipe, asked: askedOf(wanted, request.asked?.accountId) };
	const repeat = wanted.repeat > 1 ? wanted.repeat : undefined;
	return {
		...{ address, place, action: "update", reason: "handed-over-differs", taskId, at },
		differences: differences.map((each) => (each.code === "slot" ? { ...each, after: to } : each)),
		request: defined({
			...request,
			...compared,
			body,
			repeat,
			late: lateOf(wanted, request),
			scheduledAt: to,
		}),
		title: body.title || (text.target.body.title ?? clip.title),
	};
}

/** A rule that is gone is one that delivers: a service keeps what a change leaves out. */
function lateOf({ late }: WantedPost, { late: before }: PostState["request"]): LateRule | undefined {
	return late ?? (before && { ...before, action: "deliver" });
}

/** The account that a post stays at because its entry says `keep: true`. */
function keptAt({ keep }: WantedPost, differences: readonly PostDifference[]): string | undefined {
	const account = differences.find(({ code }) => code === "account");
	return keep && account && String(account.before);
}

/** What the service holds can be cancelled by a person. */
function differing({ wanted, differences, at }: DifferingPost, { options }: Means): AttentionChange {
	const { address, place } = wanted;
	const isCancellable = options.publishCancel || undefined;
	const account = keptAt(wanted, differences);
	return {
		...{ address, place, action: "attention", differences, at },
		reason: "handed-over-differs",
		remedy:
			account === undefined
				? defined({ code: "cancel-in-calendar", address, isAsked: true, isCancellable })
				: { code: "name-other-account", account },
	};
}
