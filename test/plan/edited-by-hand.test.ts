import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign, Post } from "../../src/model/campaign.ts";
import type { PostBody } from "../../src/model/post.ts";
import type { PostState } from "../../src/model/snapshot.ts";
import { editedPost } from "../../src/plan/edited-by-hand.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	post,
	posted,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const POST = addressOf(clip(0));
const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const saying = (body: PostBody, over: Partial<Post> = {}): Partial<Campaign> => ({
	posts: [post({ clips: { top: 1 }, targets: [{ account: "tube", place, body, places: {} }], ...over })],
});

function given(over: Partial<Campaign>, state: PostState = posted()) {
	const known = snapshot({ [TALK]: settledVideo(), [POST]: state }, { ledger: [ledgerOf()] });
	return world({ campaigns: [campaign(over)], state: known });
}

const edited = suite("a post that was changed by hand");

edited("counts as saying what the campaign says, and nothing is left to do", () => {
	const before = given(saying({ title: "By hand", visibility: "unlisted" }));
	assert.equal(
		plan(before).changes.map(({ action, reason }) => `${action} ${reason}`),
		["attention posted-differs"],
	);
	const found = editedPost(POST, before);
	if (found.kind !== "edited") throw new Error(found.kind);
	assert.equal(found.fields, ["title", "visibility"]);
	assert.equal(found.state.request.body, { title: "By hand", visibility: "unlisted" });
	const { recipe: _, asked: __, body: ___, ...kept } = found.state.request;
	const { body: ____, ...was } = posted().request;
	assert.equal([kept, found.state.status], [was, "DONE"]);
	assert.equal(plan(given(saying({ title: "By hand", visibility: "unlisted" }), found.state)).changes, []);
	assert.equal(
		plan(given(saying({ title: "Again" }), found.state)).changes.map(({ reason }) => reason),
		["posted-differs"],
	);
});

edited("is none where nothing differs", () =>
	assert.equal(editedPost(POST, given(saying({ title: "{{ clip.title }}" }))), { kind: "same" }),
);

edited("is none that the campaign does not ask for, or that was never handed over", () => {
	assert.equal(editedPost(POST, given({ posts: [] })), { kind: "unknown" });
	assert.equal(editedPost(addressOf(clip(1)), given(saying({ title: "By hand" }))), { kind: "unknown" });
	assert.equal(editedPost(TALK, given(saying({ title: "By hand" }))), { kind: "unknown" });
});

edited("is none where its time differs, and the plan says what is possible instead", () => {
	const later = { wall: "2026-12-01T09:00", place };
	const asked = given(saying({ title: "By hand" }, { at: later }));
	assert.equal(editedPost(POST, asked), { kind: "other", field: "time" });
	const [change] = plan(asked).changes;
	assert.equal(change?.action === "attention" && change.remedy, { code: "restore-or-repeat", repeat: 2 });
});

edited("may be one that is still to come", () => {
	const scheduled = posted(clip(0), { status: "SCHEDULED" });
	const request = { ...scheduled.request, scheduledAt: epochMs(Date.UTC(2026, 11, 1, 8)) };
	const asked = saying({ title: "By hand" }, { at: { wall: "2026-12-01T09:00", place } });
	const found = editedPost(POST, given(asked, { ...scheduled, request }));
	assert.equal(found.kind === "edited" && [found.fields, (found.state.request.scheduledAt ?? 0) > NOW], [
		["title"],
		true,
	]);
});

edited.run();
