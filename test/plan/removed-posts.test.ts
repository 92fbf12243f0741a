/** What a person took out of a campaign is cancelled; what may only have another name now is left alone. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { writtenClips, writtenTexts } from "../../src/compose/written.ts";
import { type AddressText, addressOfOccurrence } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign, CampaignAccount } from "../../src/model/campaign.ts";
import type { FeedItem } from "../../src/model/feed.ts";
import type { KnownItem } from "../../src/model/feed-state.ts";
import { entriesOf } from "../../src/model/keys.ts";
import type { PostRequest } from "../../src/model/post.ts";
import type { PostState, ResourceState } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { unasked } from "../../src/plan/unasked.ts";
import type { World } from "../../src/plan/world.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const tube: CampaignAccount = {
	...{ platform: "youtube", username: "Acme" },
	...{ place, timezone: "UTC", premium: false },
};
const TARGET = { account: "tube", place, body: { title: "{{ clip.title }}" }, places: {} };
const EPISODE: FeedItem = {
	id: "ep-1",
	source: { kind: "url", url: "https://example.com/1.mp4" },
	fields: {},
};
const ASKED = { clips: { top: 2 }, targets: [TARGET], at: { wall: "2026-11-22T12:00", place } };
const accounts = { tube };
/** What the addresses of the two posts begin with. */
const FIRST = addressOf();
const SECOND = addressOf(clip(1));

/** In a day, as a state of this version records it. */
function held(index: number, over: Partial<PostRequest> = {}): PostState {
	const texts = writtenTexts(TARGET, campaign({ accounts }));
	const asked = { texts, clips: writtenClips(ASKED.clips) };
	const request = postRequest(clip(index), { asked, scheduledAt: epochMs(NOW + 86_400_000), ...over });
	return posted(clip(index), { request, status: "SCHEDULED" });
}

const BOTH = { [TALK]: settledVideo(), [FIRST]: held(0), [SECOND]: held(1) };

function given(over: Partial<Campaign>, resources: Readonly<Record<string, ResourceState>> = BOTH): World {
	const posts = entriesOf(resources as Record<AddressText, ResourceState>).filter(
		([, { kind }]) => kind === "post",
	);
	const ledger = posts.map(([address, state], index) => {
		const { moment } = state.kind === "post" ? state.request : clip(0);
		return ledgerOf(clip(0), { address, moment, operation: `op-${index}` });
	});
	return world({
		campaigns: [campaign({ timezone: "UTC", accounts, posts: [post(ASKED)], ...over })],
		state: snapshot(resources, { ledger }),
		accounts: [ACCOUNT, { ...ACCOUNT, id: "acc-2", username: "other" }],
		options: { publishUpdate: true, publishCancel: true },
	});
}

function told(...of: Parameters<typeof given>): readonly string[] {
	return plan(given(...of)).changes.map(({ action, reason, address }) => `${action} ${address} ${reason}`);
}

const removed = suite("a post that a campaign no longer asks for");

removed("is cancelled where its entry is gone", () => {
	assert.equal(told({ posts: [] }), [`cancel ${FIRST} no-longer-asked`, `cancel ${SECOND} no-longer-asked`]);
});

removed("is left alone where its video is gone too: both may have other names", () => {
	assert.equal(told({ posts: [], videos: [video({ name: "speech" })] }).slice(0, 2), [
		`attention ${FIRST} no-longer-asked`,
		`attention ${SECOND} no-longer-asked`,
	]);
});

for (const [status, action] of [
	["skipped", "cancel"],
	["waiting", "attention"],
] as const)
	removed(`of an item of a feed that is ${status}: ${action}`, () => {
		const address = FIRST.replace("talk@", "episodes/ep-1@") as AddressText;
		const {
			campaigns,
			snapshot: state,
			...rest
		} = given(
			{
				videos: [],
				posts: [],
				ofItems: { videos: [{ ...video({ name: "episodes" }), each: "podcast" }], posts: [] },
			},
			{ [address]: held(0) },
		);
		const item: KnownItem = { status, seenAt: NOW, item: EPISODE };
		const feeds = { "k.feed.podcast": { begunAt: NOW, newestAt: NOW, items: { "ep-1": item }, left: {} } };
		const { changes } = plan({ ...rest, campaigns, snapshot: { ...state, feeds } });
		assert.equal(
			changes.filter((each) => each.address === address).map((each) => `${each.action} ${each.reason}`),
			[`${action} no-longer-asked`],
		);
	});

removed("is left alone where its account has another name and the entry takes fewer clips", () => {
	const targets = [{ ...TARGET, account: "main" }];
	const lines = told({ accounts: { main: tube }, posts: [post({ ...ASKED, clips: { top: 1 }, targets })] });
	assert.equal([...lines].sort(), [
		`attention ${addressOf(clip(0), "main")} moment-posted`,
		`attention ${FIRST} no-longer-asked`,
		`attention ${SECOND} no-longer-asked`,
	]);
});

removed("is cancelled for another account only", () => {
	const other: CampaignAccount = { ...tube, username: "Other" };
	const targets = [{ ...TARGET, account: "other" }];
	const lines = told({ accounts: { tube, other }, posts: [post({ ...ASKED, targets })] });
	assert.equal(lines.filter((each) => each.startsWith("cancel")).sort(), [
		`cancel ${FIRST} no-longer-asked`,
		`cancel ${SECOND} no-longer-asked`,
	]);
});

removed("is not one that its entry still asks for", () => {
	assert.equal(unasked([], given({})), { changes: [], notes: [] });
});

removed("is moved with its further posts although its entry takes fewer clips", () => {
	const again = addressOfOccurrence(SECOND, 2);
	const of = { ...BOTH, [SECOND]: held(1, { repeat: 3 }), [again]: held(1, { repeat: 3 }) };
	const later = { ...ASKED, clips: { top: 1 }, repeat: 3, at: { wall: "2026-11-22T15:00", place } };
	const lines = told({ posts: [post(later)] }, of);
	assert.equal(
		lines.filter((each) => each.startsWith("update")),
		[FIRST, SECOND, again].map((address) => `update ${address} handed-over-differs`),
	);
});

removed("leaves no place for clips to come where others have them all", () => {
	const lines = told({}, { ...BOTH, [TALK]: submitted() });
	assert.equal(
		lines.filter((each) => each.startsWith("publish")),
		[],
	);
});

removed.run();
