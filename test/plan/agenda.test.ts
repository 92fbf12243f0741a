import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { agendaOf } from "../../src/plan/agenda.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	addressOf,
	campaign,
	clip,
	NOW,
	operation,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	world,
} from "../builders/world.ts";

const LATER = epochMs(NOW + 3_600_000);
const EARLIER = epochMs(NOW - 3_600_000);
const place = { file: "f", line: 1, column: 1 };
const ONE = [campaign({ posts: [post({ clips: { top: 1 } })] })];
const AT_TWO = [campaign({ posts: [post({ clips: { top: 1 }, at: { wall: "2026-11-21T14:00", place } })] })];
const APRIL = [campaign({ posts: [post({ clips: { top: 1 }, at: { wall: "2027-04-01T09:00", place } })] })];

/** `address standing at`, less what all addresses share. */
function standings(
	state: Snapshot,
	{ campaigns = ONE, publishStatus = true }: { campaigns?: typeof ONE; publishStatus?: boolean } = {},
): string[] {
	const { changes } = plan(world({ state, campaigns, options: { publishStatus } }));
	return agendaOf({ snapshot: state, plan: { changes }, now: NOW, publishStatus }).map(
		({ address, standing, at }) =>
			`${address.replace("k.post.shorts", "post").replace("k.video.", "")} ${standing}${at === undefined ? "" : ` ${(at - NOW) / 3_600_000} h`}`,
	);
}

const scheduled = (at: typeof LATER) =>
	posted(clip(0), { status: "SCHEDULED", request: postRequest(clip(0), { scheduledAt: at }) });
const cancelledByHand = (at: typeof LATER) =>
	posted(clip(0), {
		...{ status: "CANCELLED", request: postRequest(clip(0), { scheduledAt: at }) },
		withdrawn: { at: EARLIER, by: "ann" },
	});
const withPost = (state: ReturnType<typeof posted>) =>
	snapshot({ [TALK]: settledVideo(), [addressOf()]: state });
const POST = 'post["talk@0-40000"].tube';

const cases: Record<string, [string[], string[]]> = {
	"a new campaign is to do": [standings(snapshot()), ['post["talk@*"].tube todo', "talk todo"]],
	"a running task is waited for": [
		standings(snapshot({ [TALK]: submitted() })),
		['post["talk@*"].tube todo', "talk waiting"],
	],
	"a failed task failed": [
		standings(snapshot({ [TALK]: submitted({ status: "FAILED" }) })),
		['post["talk@*"].tube waiting', "talk failed"],
	],
	"a post that can go out now is to do": [
		standings(snapshot({ [TALK]: settledVideo() })),
		[`${POST} todo`, "talk done"],
	],
	"a post that is handed over later waits, and its time is known": [
		standings(snapshot({ [TALK]: settledVideo() }), { campaigns: APRIL }),
		[`${POST} waiting ${(Date.UTC(2027, 3, 1, 7) - NOW) / 3_600_000} h`, "talk done"],
	],
	"a scheduled post waits for its minute": [
		standings(withPost(scheduled(LATER)), { campaigns: AT_TWO }),
		[`${POST} waiting 1 h`, "talk done"],
	],
	"after its minute it waits for the service's word": [
		standings(withPost(scheduled(EARLIER))),
		[`${POST} waiting -1 h`, "talk done"],
	],
	"where the service never tells it is done after its minute": [
		standings(withPost(scheduled(EARLIER)), { publishStatus: false }),
		[`${POST} done -1 h`, "talk done"],
	],
	"a delivered post is done": [standings(withPost(posted())), [`${POST} done 0 h`, "talk done"]],
	"a refused post failed": [
		standings(withPost(posted(clip(0), { status: "ERROR" }))),
		[`${POST} failed 0 h`, "talk done"],
	],
	"a post that is due and waits for its account is not done": [
		standings(withPost(posted(clip(0), { status: "PROCESSING", needsAccount: true })), {
			campaigns: [],
			publishStatus: false,
		}),
		[`${POST} waiting 0 h`, "talk done"],
	],
	"a late post that was held needs attention": [
		standings(withPost(posted(clip(0), { status: "ERROR", tooLate: "held" }))),
		[`${POST} attention 0 h`, "talk done"],
	],
	"a late post that was skipped is cancelled": [
		standings(withPost(posted(clip(0), { status: "ERROR", tooLate: "skipped" }))),
		[`${POST} cancelled 0 h`, "talk done"],
	],
	"a half delivered post failed": [
		standings(withPost(posted(clip(0), { status: "PARTIAL_DONE" }))),
		[`${POST} failed 0 h`, "talk done"],
	],
	"a cancelled post is cancelled": [
		standings(withPost(posted(clip(0), { status: "CANCELLED" }))),
		[`${POST} cancelled 0 h`, "talk done"],
	],
	"a post that was cancelled by hand and is made anew is to do": [
		standings(withPost(cancelledByHand(epochMs(LATER + 1))), { campaigns: APRIL }),
		[`${POST} waiting ${(Date.UTC(2027, 3, 1, 7) - NOW) / 3_600_000} h`, "talk done"],
	],
	"one that was cancelled by hand and is asked for unchanged is cancelled": [
		standings(withPost(cancelledByHand(LATER)), { campaigns: AT_TWO }),
		[`${POST} cancelled 1 h`, "talk done"],
	],
	"a post whose text changed afterwards needs attention": [
		standings(
			withPost(
				posted(clip(0), {
					request: postRequest(clip(0), {
						body: { title: "other" },
						asked: { texts: { title: "before" }, clips: "" },
					}),
				}),
			),
		),
		[`${POST} attention 0 h`, "talk done"],
	],
	"an attempt without an outcome is unknown, whatever state says": [
		standings(snapshot({ [TALK]: settledVideo() }, { operations: { "op-1": operation() } })),
		[`${POST} todo`, "talk unknown"],
	],
	"what is no longer declared stays what it was": [
		standings(snapshot({ [TALK]: settledVideo() }), { campaigns: [campaign({ videos: [], posts: [] })] }),
		["talk done"],
	],
	"what nobody planned about is told from state alone": [
		standings(withPost(scheduled(LATER)), { campaigns: [] }),
		[`${POST} waiting 1 h`, "talk done"],
	],
};

const agenda = suite("how things stand");
for (const [title, [found, expected]] of Object.entries(cases))
	agenda(title, () => assert.equal(found, expected));

agenda("a post without a title of its own has the title of its clip", () => {
	const request = postRequest(clip(0), { body: { description: "Words" } });
	const snapshot = withPost(posted(clip(0), { request }));
	const items = agendaOf({ snapshot, plan: { changes: [] }, now: NOW, publishStatus: false });
	assert.equal(
		items.map(({ title }) => title),
		["Clip 0", undefined],
	);
});

agenda("an attempt without an outcome stands where it was sent", () => {
	const wanted = postRequest(clip(0));
	const attempt = operation({ kind: "publish", address: addressOf(), wanted, at: EARLIER, armedAt: LATER });
	const state = snapshot({}, { operations: { "op-1": attempt } });
	const items = agendaOf({ snapshot: state, plan: { changes: [] }, now: NOW, publishStatus: false });
	assert.equal(
		items.map(({ at }) => at),
		[LATER],
	);
});
agenda.run();
