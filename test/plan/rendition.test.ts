import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renditionAddress } from "../../src/model/address.ts";
import type { Rendition } from "../../src/model/campaign.ts";
import type { RenditionState, ResourceState } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { reasonDetail } from "../../src/views/sentences/reasons.ts";
import {
	campaign,
	clip,
	NOW,
	operation,
	request,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const SMALL = renditionAddress("k", "talk", "small");
const place = { file: "k.campaign.yaml", line: 1, column: 1 };

function rendition(over: Partial<Rendition> = {}): Rendition {
	return { name: "small", place, export: { resolution: "480p" }, clips: {}, ...over };
}

function rendered(over: Partial<RenditionState> = {}): RenditionState {
	const made = { taskId: "task-1", clips: [0, 1, 2], export: { resolution: "480p" } } as const;
	return {
		kind: "rendition",
		taskId: "e-1",
		submittedAt: NOW,
		status: "SUCCEEDED",
		result: { complete: true, notes: [] },
		request: made,
		...over,
	};
}

function unread(over: Partial<RenditionState> = {}): RenditionState {
	const { result, ...state } = rendered(over);
	return state;
}

const cases: Record<
	string,
	[state: Record<string, ResourceState>, expected: string[], wanted?: Partial<Rendition>]
> = {
	"it waits for the clips": [{ [TALK]: submitted() }, ["wait clips-unknown"]],
	"it waits for ever when the task failed": [
		{ [TALK]: submitted({ status: "FAILED" }) },
		["wait video-failed"],
	],
	"the known clips are rendered": [{ [TALK]: settledVideo() }, ["render absent 0,1,2"]],
	"only the chosen clips are rendered": [
		{ [TALK]: settledVideo() },
		["render absent 0"],
		{ clips: { top: 1 } },
	],
	"nothing chosen needs nothing": [{ [TALK]: settledVideo() }, [], { clips: { minScore: 100 } }],
	"what is rendered needs nothing": [{ [TALK]: settledVideo(), [SMALL]: rendered() }, []],
	"other settings render again": [
		{ [TALK]: settledVideo(), [SMALL]: rendered() },
		["rerender rendering-changed 0,1,2"],
		{ export: { resolution: "720p" } },
	],
	"another language renders again": [
		{ [TALK]: settledVideo(), [SMALL]: rendered() },
		["rerender rendering-changed 0,1,2"],
		{ targetLanguage: "es" },
	],
	"other clips render again": [
		{ [TALK]: settledVideo([clip(0)]), [SMALL]: rendered() },
		["rerender clips-changed 0"],
	],
	"a new task renders again": [
		{ [TALK]: { ...settledVideo(), taskId: "task-2", request: request() }, [SMALL]: rendered() },
		["rerender clips-changed 0,1,2"],
	],
	"while it is rendered it waits": [
		{ [TALK]: settledVideo(), [SMALL]: unread({ status: "ONGOING" }) },
		["wait task-running"],
	],
	"it is read until it is complete": [{ [TALK]: settledVideo(), [SMALL]: unread() }, ["read results-unread"]],
	"a failed one needs a person": [
		{ [TALK]: settledVideo(), [SMALL]: unread({ status: "FAILED" }) },
		["attention task-failed"],
	],
};

const renditions = suite("renditions");
for (const [title, [resources, expected, wanted]] of Object.entries(cases))
	renditions(title, () => {
		const campaigns = [campaign({ videos: [video({ renditions: [rendition(wanted)] })], posts: [] })];
		const { changes } = plan(world({ campaigns, state: snapshot(resources) }));
		const about = changes.filter(({ address }) => address === SMALL);
		assert.equal(
			about.map((change) =>
				[
					change.action,
					change.reason,
					...("request" in change && "clips" in change.request ? [change.request.clips.join()] : []),
				].join(" "),
			),
			expected,
		);
	});

renditions("one that was removed is forgotten, one with an unknown outcome stays", () => {
	const campaigns = [campaign({ posts: [] })];
	const state = snapshot({ [TALK]: settledVideo(), [SMALL]: rendered() });
	const open = { ...state, operations: { "op-1": operation({ address: SMALL, kind: "export" }) } };
	const of = (given: typeof state) =>
		plan(world({ campaigns, state: given })).changes.map(({ action }) => action);
	assert.equal([of(state), of(open)], [["forget"], ["unknown", "forget"]]);
});

renditions("--replace renders it again", () => {
	const campaigns = [campaign({ videos: [video({ renditions: [rendition()] })], posts: [] })];
	const { changes } = plan(
		world({
			campaigns,
			state: snapshot({ [TALK]: settledVideo(), [SMALL]: rendered() }),
			options: { replace: [SMALL] },
		}),
	);
	assert.equal(
		changes.map(({ action, reason }) => `${action} ${reason}`),
		["rerender replaced"],
	);
});

renditions("what waits for its clips says that it is rendered without another apply", () => {
	const campaigns = [campaign({ videos: [video({ renditions: [rendition()] })], posts: [] })];
	const waiting = plan(world({ campaigns, state: snapshot({ [TALK]: submitted() }) })).changes.find(
		({ address }) => address === SMALL,
	);
	assert.is(waiting && reasonDetail(waiting), `${TALK}; the same apply renders it then`);
});
renditions.run();
