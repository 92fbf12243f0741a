import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STATUS_METRICS } from "../../src/metrics/catalogue.ts";
import { expositionOf } from "../../src/metrics/exposition.ts";
import { type StatusFacts, statusSamples } from "../../src/metrics/status.ts";
import { openWatchCounters } from "../../src/metrics/watch-counters.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Change } from "../../src/model/plan.ts";
import type { PostState, Snapshot } from "../../src/model/snapshot.ts";
import { agendaOf } from "../../src/plan/agenda.ts";
import {
	ACCOUNT,
	addressOf,
	clip,
	NOW,
	operation,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	submitted,
	TALK,
} from "../builders/world.ts";

const MINUTE = 60_000;
const [first, second] = [addressOf(clip(0)), addressOf(clip(1))];

/** The values that are not 0, as a scraper reads them, less the metrics of every case. */
function measured(
	state: Snapshot,
	changes: readonly Change[] = [],
	over: Partial<StatusFacts> = {},
): readonly string[] {
	const items = agendaOf({ snapshot: state, plan: { changes }, now: NOW, publishStatus: true });
	const facts = { now: NOW, build: { version: "1.2.3", stateFormat: 2 }, items, ...over };
	return expositionOf(STATUS_METRICS, statusSamples(facts))
		.split("\n")
		.filter((line) => /^showrun(?!_build_info).* (?!0$)/.test(line));
}

const due = (minutes: number, over: Partial<PostState> = {}) =>
	posted(clip(0), {
		status: "SCHEDULED",
		request: postRequest(clip(0), { scheduledAt: epochMs(NOW - minutes * MINUTE) }),
		...over,
	});
const review = (address: typeof first): Change => ({
	...{ action: "wait", reason: "review-pending", address },
	reasonData: { file: "k.clips.yaml", line: 3 },
});
const cases: Record<string, [lines: readonly string[], expected: readonly string[]]> = {
	"an unknown outcome is counted by campaign": [
		measured(snapshot({}, { operations: { "op-1": operation() } })),
		['showrun_videos{campaign="k",status="unknown"} 1', 'showrun_unknown_outcomes{campaign="k"} 1'],
	],
	"a failed task is a failed video": [
		measured(snapshot({ [TALK]: submitted({ status: "FAILED" }) })),
		['showrun_videos{campaign="k",status="failed"} 1'],
	],
	"a post is due at its time, and late ten minutes after it": [
		measured(snapshot({ [first]: due(9) })),
		['showrun_posts{campaign="k",status="waiting"} 1', 'showrun_posts_due{campaign="k"} 1'],
	],
	"a late post is due as well": [
		measured(snapshot({ [first]: due(11) })),
		[
			'showrun_posts{campaign="k",status="waiting"} 1',
			'showrun_posts_due{campaign="k"} 1',
			'showrun_posts_late{campaign="k"} 1',
		],
	],
	"what is out is not late": [
		measured(snapshot({ [first]: due(60, { status: "DONE" }) })),
		['showrun_posts{campaign="k",status="done"} 1'],
	],
	"what was put off on purpose is neither": [
		measured(snapshot({}), [
			{
				...{ action: "wait", address: first, reason: "daily-cap", reasonData: { perDay: 1 } },
				...{ at: epochMs(NOW - 60 * MINUTE), until: epochMs(NOW + 60 * MINUTE) },
			} as Change,
		]),
		['showrun_posts{campaign="k",status="waiting"} 1'],
	],
	"clips that wait for approval are counted, not their posts": [
		measured(snapshot({ [TALK]: settledVideo() }), [review(first), review(second)]),
		[
			'showrun_posts{campaign="k",status="waiting"} 2',
			'showrun_videos{campaign="k",status="done"} 1',
			'showrun_clips_waiting_for_review{campaign="k"} 2',
		],
	],
	"accounts are named as they are, whatever they are called": [
		measured(snapshot({}), [], {
			accounts: [
				{ ...ACCOUNT, username: '@A"c\\me\n', tokenExpiringSoon: true, quota: { left: 3, until: NOW } },
			],
		}),
		[
			'showrun_account_token_valid{platform="youtube",account="a\\"c\\\\me\\n"} 1',
			'showrun_account_token_expiring_soon{platform="youtube",account="a\\"c\\\\me\\n"} 1',
			'showrun_account_posts_left{platform="youtube",account="a\\"c\\\\me\\n"} 3',
		],
	],
	"the last pass and the disk are in seconds and bytes": [
		measured(snapshot({}), [], { lastGoodPass: NOW, diskFreeBytes: 5e9 }),
		[`showrun_last_successful_pass_timestamp_seconds ${NOW / 1000}`, "showrun_disk_free_bytes 5000000000"],
	],
};

const status = suite("metrics of how things stand");
for (const [title, [lines, expected]] of Object.entries(cases))
	status(title, () => assert.equal(lines, expected));
status("a campaign has a series for each status from the start, so that one that begins is seen", () => {
	const items = agendaOf({
		...{ snapshot: snapshot({ [TALK]: submitted() }), plan: { changes: [] } },
		...{ now: NOW, publishStatus: true },
	});
	const samples = statusSamples({ now: NOW, build: { version: "1", stateFormat: 2 }, items });
	assert.equal([samples.showrun_posts.length, samples.showrun_unknown_outcomes[0]?.value], [7, 0]);
});
status.run();

const counting = suite("metrics of what happened");
counting("actions, lateness and tasks come from events, and from the state after the pass", () => {
	const counters = openWatchCounters();
	counters.event({ type: "sent", address: first, action: "publish", outcome: "done", message: "" });
	counters.event({ type: "sent", address: second, action: "publish", outcome: "refused", message: "" });
	counters.event({ type: "delivered", address: first, late: false });
	counters.event({ type: "settled", address: TALK, clips: 3, notes: [] });
	counters.took(2);
	counters.pass("succeeded");
	const after = snapshot({
		[first]: due(3, { status: "DONE" }),
		[TALK]: { ...settledVideo(), submittedAt: epochMs(NOW - 90_000) },
	});
	counters.settle(after, NOW);
	// An event counts once.
	counters.settle(after, NOW);
	const samples = Object.entries(counters.samples()).flatMap(([name, each]) =>
		each
			.filter(({ value, part }) => value !== 0 && part !== "_bucket")
			.map(({ part = "", labels, value }) => [name + part, ...Object.values(labels), value].join(" ")),
	);
	assert.equal(samples, [
		"showrun_passes_total succeeded 1",
		"showrun_actions_total publish done 1",
		"showrun_actions_total publish refused 1",
		"showrun_pass_duration_seconds_sum 2",
		"showrun_pass_duration_seconds_count 1",
		"showrun_post_lateness_seconds_sum 180",
		"showrun_post_lateness_seconds_count 1",
		"showrun_task_duration_seconds_sum video 90",
		"showrun_task_duration_seconds_count video 1",
	]);
});
counting.run();
