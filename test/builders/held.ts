import { epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { PlanOptions } from "../../src/model/observed.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { memoryStore } from "../../src/state/memory.ts";
import type { StateStore } from "../../src/state/store.ts";
import { type HeldPosts, heldPosts } from "../fakes/held-posts.ts";
import { type FakeService, fakeService } from "../fakes/service.ts";
import { type Ran, run } from "./run.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	NOW,
	post,
	posted,
	settledVideo,
	snapshot,
	TALK,
} from "./world.ts";

const HOUR = 3_600_000;
/** When the post is held for, and a later time. */
export const [BEFORE, AFTER] = [epochMs(NOW + 24 * HOUR), epochMs(NOW + 30 * HOUR)];
export const HELD = addressOf();
const place = { file: "k.campaign.yaml", line: 9, column: 7 };

/** The campaign that asks for the post, at the earlier or the later time. */
export function asking(at: typeof BEFORE, over: Partial<Campaign> = {}): readonly Campaign[] {
	const wall = new Date(at).toISOString().slice(0, 16);
	return [
		campaign({ timezone: "UTC", posts: [post({ clips: { ranks: [0] }, at: { wall, place } })], ...over }),
	];
}

/** A state that knows the post as handed over for the earlier time. */
function handedOver(): Snapshot {
	const state = posted(clip(0));
	const request = { ...state.request, scheduledAt: BEFORE };
	const moment = { source: request.source, moment: request.moment, account: "youtube:acme" };
	return {
		...snapshot({ [TALK]: settledVideo(), [HELD]: { ...state, request, status: "SCHEDULED" } }),
		ledger: [{ ...moment, address: HELD, operation: "op-1", at: NOW, scheduledAt: BEFORE }],
	};
}

/** A state and a service that both know the post. */
export interface HeldWorld {
	readonly store: StateStore;
	readonly held: HeldPosts;
	readonly service: FakeService;
}

export function heldWorld(): HeldWorld {
	const held = heldPosts([
		["p-1", { version: 3, status: "SCHEDULED", scheduledAt: BEFORE, configs: { "acc-1": {} } }],
	]);
	const { publishTask, updatePost, cancelPost } = held;
	const accountList = [ACCOUNT, { ...ACCOUNT, id: "acc-2", username: "other" }];
	return {
		held,
		store: memoryStore(handedOver()),
		service: fakeService({ publishTask, updatePost, cancelPost, accountList }),
	};
}

/** One apply, with a service that changes and cancels what waits. */
export function applyHeld(
	{ store, service }: HeldWorld,
	campaigns: readonly Campaign[],
	over: Partial<PlanOptions> = {},
): Promise<Ran> {
	const able = { publishStatus: true, publishUpdate: true, publishCancel: true, publishLateRule: true };
	const options = { idempotency: false, ...able, replace: [], ...over };
	return run({ store, service, campaigns, over: { options } });
}
