import type { Campaign } from "../../src/model/campaign.ts";
import { bindOf } from "../../src/model/review.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { sourceKey } from "../../src/model/source-key.ts";
import { EMPTY } from "../../src/state/snapshot/fold.ts";
import { HOSTILE, overviewOf } from "./fake-source.ts";

const SOURCE = { kind: "url", url: "https://example.com/talk.mp4" } as const;
const clip = (idx: number, title: string) => ({
	idx,
	moment: { from: idx * 10_000, to: idx * 10_000 + 9_000 },
	title,
	description: "What it is about",
	tags: ["launch"],
	score: 80 - idx,
});
const CLIPS = [clip(0, "Open"), clip(1, "Approved"), clip(2, HOSTILE)];
/** What a decision about one of them is bound to. */
export const bind = (idx: number) => bindOf(sourceKey(SOURCE as never), CLIPS[idx] ?? clip(9, ""));
const review = (idx: number, approve: boolean, of = bind(idx)) => ({
	moment: clip(idx, "").moment,
	place: { file: "talk.clips.yaml", line: 1, column: 1 },
	bind: of,
	approve,
	words: {},
	voided: false,
});
/** Three clips: one is open, one approved, and one was refused with another text. */
export const overview = overviewOf([], {
	campaigns: [
		{
			name: "talk",
			file: "talk.campaign.yaml",
			timezone: "UTC",
			videos: [{ name: "keynote" }],
			posts: [],
			schedules: {},
			reviews: { keynote: [review(1, true), review(2, false, "of another text")] },
		} as unknown as Campaign,
	],
	snapshot: {
		...EMPTY,
		resources: {
			"talk.video.keynote": {
				kind: "video",
				taskId: "t",
				request: { source: SOURCE },
				status: "SUCCEEDED",
				result: { clips: CLIPS, complete: true, notes: [] },
			},
		},
	} as unknown as Snapshot,
});
