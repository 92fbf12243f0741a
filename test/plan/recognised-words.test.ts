import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadPatterns } from "../../src/compose/pattern.ts";
import type { Campaign, Post } from "../../src/model/campaign.ts";
import type { Clip } from "../../src/model/clip.ts";
import type { Observed } from "../../src/model/observed.ts";
import { bindOf, type ClipReview } from "../../src/model/review.ts";
import type { ResourceState, VideoState } from "../../src/model/snapshot.ts";
import { sourceKey } from "../../src/model/source-key.ts";
import type { TranscriptOrigin } from "../../src/model/task.ts";
import { pendingReviews } from "../../src/plan/pending.ts";
import { plan } from "../../src/plan/plan.ts";
import { findingDetail } from "../../src/views/sentences/findings.ts";
import { reasonSentence } from "../../src/views/sentences/reasons.ts";
import {
	addressOf,
	campaign,
	clip,
	post,
	posted,
	SOURCE,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

await loadPatterns();
const words = suite("words that a machine recognised");
const [first, second] = [clip(0), clip(1)];
const WITHOUT = "To post without approval, set `review: auto` in `posts.shorts` (k.campaign.yaml:1).";

interface Given {
	readonly origin?: TranscriptOrigin;
	readonly post?: Partial<Post>;
	readonly reviews?: readonly ClipReview[];
	readonly state?: Record<string, ResourceState>;
}

function settledFrom(origin: TranscriptOrigin | undefined): VideoState {
	const settled = settledVideo();
	const { result } = settled;
	return origin === undefined || !result
		? settled
		: { ...settled, result: { ...result, transcript: origin } };
}

function given({ origin = "recognised", post: of = {}, reviews, state = {} }: Given) {
	const campaigns: Campaign[] = [
		campaign({ posts: [post(of)], ...(reviews && { reviews: { talk: reviews } }) }),
	];
	return { campaigns, state: snapshot({ [TALK]: settledFrom(origin), ...state }) };
}

function planned(of: Given) {
	return plan(world(given(of)));
}

const linesOf = (of: Given) => planned(of).changes.map(({ action, reason }) => `${action}: ${reason}`);
const notesOf = (of: Given) =>
	(planned(of).notes ?? []).map(({ rule, finding }) => `${rule}: ${findingDetail(finding)}`);

function approved(of: Clip): ClipReview {
	const place = { file: "k.clips.yaml", line: 7, column: 5 };
	const bind = bindOf(sourceKey(SOURCE), of);
	return { moment: of.moment, place, bind, approve: true, words: {}, voided: false };
}

const POSTED = ["publish: clip-chosen", "publish: clip-chosen"];
const WAITING = ["wait: review-pending", "wait: review-pending"];
const CASES: Readonly<Record<string, readonly [Given, readonly string[]]>> = {
	"wait for a person where the post says nothing about a review": [{}, WAITING],
	"do not where the post says that none is needed": [{ post: { review: "auto" } }, POSTED],
	"do where it asks for one, as ever": [{ post: { review: "required" }, origin: "known" }, WAITING],
	"are posted once they are approved": [{ reviews: [approved(first), approved(second)] }, POSTED],
	"are no matter where people vouch for them": [{ origin: "known" }, POSTED],
	"move nothing that was handed over": [
		{ state: { [addressOf(first)]: posted(first), [addressOf(second)]: posted(second) } },
		[],
	],
};
for (const [title, [of, expected]] of Object.entries(CASES))
	words(title, () => assert.equal(linesOf(of), expected));

words("are no matter where the service does not tell, as in a state of a former version", () => {
	const state = snapshot({ [TALK]: settledFrom(undefined) });
	const { changes, notes } = plan(world({ state }));
	assert.equal([changes.map(({ action }) => action), notes], [["publish", "publish"], undefined]);
});

words("are named in the plan, with the line that opts out, and in the status", () => {
	assert.equal(notesOf({}), [
		"recognised-words: A machine recognised the words of its clips, so 2 posts wait for approval: " +
			`run \`showrun clips\`, or correct the words: showrun transcript edit k.video.talk. ${WITHOUT}`,
	]);
	assert.equal(
		planned({}).changes.map(reasonSentence)[0],
		"a person has to approve its clip first (a machine recognised its words; run showrun clips, which adds it to k.clips.yaml, then set approve: true there)",
	);
	const { campaigns, state } = given({});
	const linked = campaigns.map((each) => ({
		...each,
		videos: [video({ source: { kind: "url", url: "https://example.com/talk.mp4" } })],
	}));
	const [note] = plan(world({ campaigns: linked, state })).notes ?? [];
	assert.match(note ? findingDetail(note.finding) : "", "for approval: run `showrun clips`. To post without");
	assert.equal([notesOf({ post: { review: "auto" } }), notesOf({ post: { review: "required" } })], [[], []]);
	const waiting = ({ campaigns, state }: ReturnType<typeof given>) =>
		pendingReviews(campaigns, state).map(({ clips }) => clips);
	assert.equal(
		[waiting(given({})), waiting(given({ post: { review: "auto" } })), waiting(given({ origin: "known" }))],
		[[2], [], []],
	);
});

words("are foreseen before the video is submitted, where nobody gave a transcript", () => {
	const ahead = (
		source: Campaign["videos"][number]["source"],
		transcribes: boolean,
		of: Partial<Post> = {},
	) => {
		const made = world({ campaigns: [campaign({ videos: [video({ source })], posts: [post(of)] })] });
		const observed: Observed = { ...made.observed, engine: { transcribes } };
		return (plan({ ...made, observed }).notes ?? []).flatMap(({ rule, finding }) =>
			rule === "recognised-words" ? [findingDetail(finding)] : [],
		);
	};
	const file = { kind: "file", path: "/talk.mp4", shown: "talk.mp4" } as const;
	assert.equal(ahead(file, true), [
		"Unless subtitles are in the file, its words will be recognised by a machine, and its posts wait for " +
			`approval then. ${WITHOUT}`,
	]);
	assert.equal(ahead({ ...file, transcript: { path: "/t.srt", shown: "t.srt" } } as never, true), []);
	assert.equal([ahead(file, false), ahead(file, true, { review: "auto" })], [[], []]);
});
words.run();
