import type { EpochMs } from "../../../src/model/brand.ts";
import type { PostState, Snapshot } from "../../../src/model/snapshot.ts";
import { approvalOf } from "../../../src/reconcile/approval.ts";
import { firstPass, loopUntilDone } from "../../../src/reconcile/loop.ts";
import { memoryStore } from "../../../src/state/memory.ts";
import { recordingWith } from "../../builders/run.ts";
import { NOW, TALK } from "../../builders/world.ts";
import { fakeClock } from "../../fakes/clock.ts";
import { type HeldPost, heldPosts } from "../../fakes/held-posts.ts";
import { fakeService } from "../../fakes/service.ts";
import { ACCOUNTS, before, campaignsIn, type Edited, planText, SOURCE } from "./handed-over.ts";

/**
 * What the plan says of an edit where the service changes what it holds, what the service then did, and what
 * is left to do.
 */
export async function toldWhereChanged(edit: Edited, base: Snapshot): Promise<string> {
	const { now = NOW, accounts = ACCOUNTS, source = SOURCE } = edit;
	const state = await before(edit, base);
	const held = heldPosts(postsOf(state, now));
	const { publishTask, updatePost, cancelPost } = held;
	const service = fakeService({ accountList: accounts, publishTask, updatePost, cancelPost });
	const campaigns = await campaignsIn(edit);
	const sources = { sources: { [TALK]: source }, durations: {} };
	const options = {
		idempotency: false,
		publishStatus: false,
		publishUpdate: true,
		publishCancel: true,
		replace: [],
	};
	const over = { clock: fakeClock(now), options };
	const given = { store: memoryStore(state), service, campaigns, sources, over };
	return recordingWith(given, async ({ recording, known }) => {
		const inputs = { ...known, accounts };
		const first = await firstPass(recording, inputs);
		const { rest } = await loopUntilDone(recording, inputs, { first, approval: approvalOf(first.plan) });
		const sent = service.commits.map(({ payload }) => `publish ${payload}`);
		const log = [...held.log, ...sent].map((line) => `  ${line}\n`).join("");
		const left = rest.changes.map(({ action, address }) => `  still ${action} ${address}\n`).join("");
		return `${planText(first.plan)}, the service:\n${log || "  nothing\n"}${left}`;
	});
}

function postsOf(state: Snapshot, now: EpochMs): readonly (readonly [string, HeldPost])[] {
	return Object.values(state.resources).flatMap((each) =>
		each.kind === "post" && each.taskId !== undefined ? [[each.taskId, heldOf(each, now)] as const] : [],
	);
}

function heldOf({ request, status, withdrawn }: PostState, now: EpochMs): HeldPost {
	const { scheduledAt, body, account } = request;
	const isOut = status === "DONE" || (scheduledAt ?? 0) <= now;
	const id = ACCOUNTS.find(({ platform }) => platform === account.platform)?.id ?? "";
	return {
		version: 1,
		status: withdrawn ? "CANCELLED" : isOut ? "DONE" : "SCHEDULED",
		configs: { [id]: body },
		...(scheduledAt !== undefined && { scheduledAt }),
	};
}
