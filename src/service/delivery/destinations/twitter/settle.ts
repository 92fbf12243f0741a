import { type Fields, fieldsOf } from "../../../store/json.ts";
import type { Progress, Settled, Work } from "../../destination.ts";
import { postponed } from "../postponed.ts";
import { callX, type Twitter } from "./api.ts";
import { mediaId, stateIn, type TwitterState } from "./progress.ts";
import { postedAs } from "./publish.ts";

/** Posts appear in the list with a lag, and reading costs: when it is read, in times of the first pause. */
const LOOKS = [1, 4, 20] as const;
/** So often that pause after it, what two lists do not hold counts as not posted where settings say so. */
const TRUSTED = 40;
/** Between these two, in times of that pause. */
const APART = 4;
/** Posts of one list. */
const MOST = 10;
const LOOK = "at the posts of the account on X";
/** Clocks differ. */
const BEFORE_MS = 300_000;

/**
 * Looks for a post of the uploaded video: one that is there was posted, and of one that is not nobody knows.
 */
export async function settleVideo(
	twitter: Twitter,
	work: Work,
	progress: Progress | undefined,
): Promise<Settled> {
	const state = stateIn(progress, work.account.id);
	if (state?.at === undefined) return { kind: "cannot_tell", look: LOOK };
	// It was refused for its video, which no other post has.
	if (state.over) return { kind: "not_posted", again: "prepare" };
	const age = work.tools.clock.now() - state.at;
	const { trustAbsence, lookMs } = twitter.settings;
	const looks = [...LOOKS, ...(trustAbsence ? [TRUSTED] : [])].map((times) => times * lookMs);
	if (age < lookMs) return { kind: "wait", ms: lookMs - age };
	let list: List;
	try {
		list = await read(twitter, work, { ...state, at: state.at });
	} catch (error) {
		return postponed(error, work, LOOK);
	}
	if (list.id !== undefined) return { kind: "posted", ...postedAs(work, list.id) };
	const apart = list.isWhole ? absentFor(twitter, work, `${state.media} ${state.at}`) : undefined;
	const next = looks.find((at) => at > age);
	if (next !== undefined) return { kind: "wait", ms: next - age };
	if (!trustAbsence || apart === undefined)
		return { kind: "cannot_tell", look: `${LOOK}: it is not among the newest` };
	const left = APART * lookMs - apart;
	return left > 0 ? { kind: "wait", ms: left } : { kind: "not_posted", again: "same" };
}

/** How long ago a whole list did not hold it for the first time, in milliseconds. A restart forgets that. */
function absentFor({ absent }: Twitter, { tools }: Work, call: string): number {
	const now = tools.clock.now();
	const since = absent.get(call) ?? now;
	absent.set(call, since);
	return now - since;
}

interface List {
	/** Of the post of this video. */
	readonly id: string | undefined;
	/** It holds every post since the call: what is not in it is not listed. */
	readonly isWhole: boolean;
}

async function read(
	twitter: Twitter,
	work: Work,
	state: TwitterState & { readonly at: number },
): Promise<List> {
	const start = new Date((state.first ?? state.at) - BEFORE_MS).toISOString();
	const path =
		`users/${work.account.id}/tweets?max_results=${MOST}&exclude=replies%2Cretweets&start_time=${start}` +
		"&tweet.fields=created_at%2Cattachments&expansions=attachments.media_keys";
	const { data, errors, meta } = await callX(twitter, { path, name: "posts of the account" }, work);
	const posts: readonly unknown[] = Array.isArray(data) ? data : [];
	const mine = posts.map(fieldsOf).find((post) => keysOf(post).some((key) => isKeyOf(state, key)));
	const { result_count: count, next_token: more } = fieldsOf(meta);
	// Without its count it may be part of an answer; a full one may have older posts behind it.
	const isWhole = errors === undefined && more === undefined && count === posts.length && count < MOST;
	return { id: mediaId(mine?.id), isWhole };
}

function keysOf(post: Fields): readonly unknown[] {
	const keys = fieldsOf(post.attachments).media_keys;
	return Array.isArray(keys) ? keys : [];
}

/** What stands before the number may change. */
function isKeyOf({ media, mediaKey }: TwitterState, key: unknown): boolean {
	return typeof key === "string" && (key === mediaKey || key.replace(/^\d+_/, "") === media);
}
