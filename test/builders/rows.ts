import * as assert from "uvu/assert";
import { type AddressText, renditionAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type {
	Campaign,
	CampaignAccount,
	Post,
	Rendition,
	Schedule,
	Video,
} from "../../src/model/campaign.ts";
import type { Clip } from "../../src/model/clip.ts";
import type { Plan } from "../../src/model/plan.ts";
import type { RenditionState, ResourceState, Snapshot, VideoState } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { markOf } from "../../src/views/marks.ts";
import { schedule } from "./schedule.ts";
import {
	addressOf,
	campaign,
	clip,
	type Given,
	NOW,
	post,
	posted,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
	world,
} from "./world.ts";

/** What is true, the world it is true of, and every line of its plan. */
export type Side = readonly [says: string, given: Given, lines: readonly string[]];

/** A row of the plan table: where its change is, and the nearest case where it must not be. */
export interface Row {
	readonly there: Side;
	readonly not: Side;
}

/** Fails unless the plan is exactly these lines, and all that is declared says where. */
export function check([, given, lines]: Side): Plan {
	const made = plan(world(given));
	assert.equal(linesOf(made), lines);
	assert.ok(
		made.changes.every(
			({ place: where, action, reason }) =>
				where !== undefined || action === "forget" || reason === "outcome-unknown",
		),
	);
	return made;
}

/** `+ k.video.talk: absent`. */
function linesOf({ changes }: Pick<Plan, "changes">): string[] {
	return changes.map((change) => `${markOf(change)} ${change.address}: ${change.reason}`);
}

export const DAY = 86_400_000;
export const place = { file: "k.campaign.yaml", line: 4, column: 3 };

export const first = addressOf(clip(0));
export const second = addressOf(clip(1));
export const both = [`+ ${first}: clip-chosen`, `+ ${second}: clip-chosen`];

/** The line of posts whose clips are unknown. */
export function bounded(most: number | "n" = 2): string {
	return `+ 0..${most} k.post.shorts["talk@*"].tube: clips-unknown`;
}

/** A state that knows the clips, and what else is given. */
export function found(
	resources: Readonly<Record<string, ResourceState>> = {},
	over: Partial<Snapshot> = {},
): Snapshot {
	return snapshot({ [TALK]: settledVideo(), ...resources }, over);
}

export const posts = { [first]: posted(clip(0)), [second]: posted(clip(1)) };

/** The state in which nothing is left to do, and what is otherwise. */
export function done(resources: Readonly<Record<string, ResourceState>> = {}): Snapshot {
	return found({ ...posts, ...resources });
}

/** A video whose results expired some days ago, a week after it was submitted. */
export function expired(daysAgo: number, over: Partial<VideoState> = {}): VideoState {
	const expireAt = epochMs(NOW - daysAgo * DAY);
	const result = { clips: [clip(0), clip(1)], complete: true, notes: [], costUnits: 4, expireAt };
	return submitted({ submittedAt: epochMs(expireAt - 7 * DAY), status: "SUCCEEDED", result, ...over });
}

/** The first clip, as a later cut found it so many milliseconds later. */
export function shifted(ms: number): Clip {
	return clip(0, { moment: { from: ms, to: 40_000 + ms } });
}

export function asking(over: Partial<Post>): readonly Campaign[] {
	return [campaign({ posts: [post(over)] })];
}

/** A campaign that posts the best clip. */
export function one(over: Partial<Post> = {}): readonly Campaign[] {
	return asking({ clips: { top: 1 }, ...over });
}

export function of(over: Partial<Video>): readonly Campaign[] {
	return [campaign({ videos: [video(over)] })];
}

export function at(wall: string): Pick<Post, "at"> {
	return { at: { wall, place } };
}

export function titled(title: string): Pick<Post, "targets"> {
	return { targets: [{ account: "tube", place, body: { title }, places: {} }] };
}

export function scheduled(over: Partial<Post> = {}, slots: Partial<Schedule> = {}): readonly Campaign[] {
	return [
		campaign({
			schedules: { mornings: schedule(slots) },
			posts: [post({ clips: { top: 1 }, schedule: "mornings", ...over })],
		}),
	];
}

/** A campaign to an account that is otherwise. */
export function to(over: Partial<CampaignAccount>): readonly Campaign[] {
	return [
		campaign({
			accounts: {
				tube: {
					platform: "youtube",
					username: "Acme",
					place,
					timezone: "Europe/Berlin",
					premium: false,
					...over,
				},
			},
		}),
	];
}

export const SMALL: AddressText = renditionAddress("k", "talk", "small");

/** A campaign with a rendition of the best clip in 480p. */
export function rendering(over: Partial<Rendition> = {}): readonly Campaign[] {
	return of({
		renditions: [{ name: "small", place, export: { resolution: "480p" }, clips: { top: 1 }, ...over }],
	});
}

/** That rendition, made. */
export function rendered(over: Partial<RenditionState> = {}): RenditionState {
	const request = { taskId: "task-1", clips: [0], export: { resolution: "480p" } } as const;
	return {
		kind: "rendition",
		taskId: "e-1",
		submittedAt: NOW,
		status: "SUCCEEDED",
		result: { complete: true, notes: [] },
		request,
		...over,
	};
}
