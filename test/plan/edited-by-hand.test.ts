import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign, Post } from "../../src/model/campaign.ts";
import type { PostBody } from "../../src/model/post.ts";
import type { PostState } from "../../src/model/snapshot.ts";
import { editedPosts } from "../../src/plan/edited-by-hand.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
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

/** What becomes of the one post. */
const editedIn = (asked: ReturnType<typeof given>, selector = POST as string) =>
	editedPosts(asked, [selector]).map(({ address: _, ...each }) => each);
const kindIn = (asked: ReturnType<typeof given>, selector?: string) =>
	editedIn(asked, selector).map(({ kind }) => kind);
const HAND = { title: "By hand", visibility: "unlisted" } as const;

const edited = suite("a post that was changed by hand");

edited("counts as saying what the campaign says, and nothing is left to do", () => {
	const before = given(saying(HAND));
	assert.equal(
		plan(before).changes.map(({ action, reason }) => `${action} ${reason}`),
		["attention posted-differs"],
	);
	const [found] = editedIn(before);
	if (found?.kind !== "edited") throw new Error(found?.kind);
	assert.equal(found.fields, ["title", "visibility"]);
	assert.equal(found.state.request.body, HAND);
	const { recipe: _, asked: __, body: ___, ...kept } = found.state.request;
	const { body: ____, ...was } = posted().request;
	assert.equal([kept, found.state.status], [was, "DONE"]);
	assert.equal(plan(given(saying(HAND), found.state)).changes, []);
	assert.equal(
		plan(given(saying({ title: "Again" }), found.state)).changes.map(({ reason }) => reason),
		["posted-differs"],
	);
});

edited("may be named by a glob, with others that differ too", () => {
	assert.equal(kindIn(given(saying(HAND)), "k.post.shorts"), ["edited"]);
	assert.equal(kindIn(given(saying(HAND)), "k.post.others"), []);
});

edited("has its account by another name where that was renamed", () => {
	const tube = { ...campaign().accounts.tube, username: "Acme TV" } as Campaign["accounts"][string];
	const renamed = { ...saying({ title: "By hand" }), accounts: { tube } };
	assert.equal(kindIn(given(renamed)), ["edited"]);
});

edited("still has its texts to be changed where its clip was away", () => {
	const asked = saying(HAND);
	const away = given(asked);
	const gone = { ...away.snapshot.resources, [TALK]: settledVideo([clip(1)]) };
	const [found] = editedIn({ ...away, snapshot: { ...away.snapshot, resources: gone } });
	if (found?.kind !== "edited") throw new Error(found?.kind);
	assert.equal(found.fields, ["visibility"]);
	assert.equal(
		plan(given(asked, found.state)).changes.map(({ reason }) => reason),
		["text-changed"],
	);
});

const scheduled = (over: Partial<PostState> = {}) => {
	const state = posted(clip(0), { status: "SCHEDULED", ...over });
	return { ...state, request: { ...state.request, scheduledAt: epochMs(Date.UTC(2026, 11, 1, 8)) } };
};
const AHEAD = saying({ title: "By hand" }, { at: { wall: "2026-12-01T09:00", place } });
const LATER = { at: { wall: "2026-12-01T09:00", place } };
const kinds: Readonly<Record<string, [ReturnType<typeof given>, readonly string[]]>> = {
	"is none where nothing differs": [given(saying({ title: "{{ clip.title }}" })), ["same"]],
	"is none that the campaign does not ask for": [given({ posts: [] }), []],
	"is none where its time differs": [given(saying({ title: "By hand" }, LATER)), ["other"]],
	"is none that failed": [given(saying(HAND), posted(clip(0), { status: "ERROR" })), ["not-out"]],
	"is none that was cancelled": [given(saying(HAND), posted(clip(0), { status: "CANCELLED" })), ["not-out"]],
	"may be one that is still to come": [given(AHEAD, scheduled()), ["edited"]],
	"is none that the next apply changes": [
		{ ...given(AHEAD, scheduled()), options: { ...world().options, publishUpdate: true } },
		["changeable"],
	],
};
for (const [title, [asked, expected]] of Object.entries(kinds))
	edited(title, () => assert.equal(kindIn(asked), expected));

edited("has to be named itself where the service still holds it", () => {
	const held = given(AHEAD, scheduled());
	assert.equal([kindIn(held), kindIn(held, "k.post.shorts")], [["edited"], []]);
});

edited("of another time has a plan that says what is possible instead", () => {
	const [change] = plan(given(saying({ title: "By hand" }, LATER))).changes;
	assert.equal(change?.action === "attention" && change.remedy, { code: "restore-or-repeat", repeat: 2 });
});

edited.run();
