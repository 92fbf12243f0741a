import { suite } from "uvu";
import { type AddressText, videoAddress } from "../../src/model/address.ts";
import {
	asking,
	at,
	both,
	bounded,
	check,
	DAY,
	done,
	first,
	found,
	one,
	type Row,
	rendered,
	rendering,
	SMALL,
	scheduled,
	second,
	to,
} from "../builders/rows.ts";
import { campaign, clip, posted, snapshot, submitted, TALK, video } from "../builders/world.ts";

const { clipping } = video();
const { limit: _, ...unlimited } = clipping;
const other: AddressText = videoAddress("k", "other");
const again = (reason: string, most = 2) => [`-/+ ${TALK}: ${reason}`, bounded(most)];

const rows: Record<string, readonly Row[]> = {
	"+": [
		{
			there: ["a video that state does not know is submitted", {}, [`+ ${TALK}: absent`, bounded()]],
			not: ["a video that was submitted needs nothing", { state: done() }, []],
		},
		{
			there: [
				"a rendition that state does not know is rendered",
				{ campaigns: rendering(), state: done() },
				[`+ ${SMALL}: absent`],
			],
			not: [
				"a rendition that was rendered needs nothing",
				{ campaigns: rendering(), state: done({ [SMALL]: rendered() }) },
				[],
			],
		},
		{
			there: ["a chosen clip is published", { state: found() }, both],
			not: [
				"a chosen clip that was posted needs nothing",
				{ state: found({ [first]: posted() }) },
				[`+ ${second}: clip-chosen`],
			],
		},
	],
	"+ 0..n": [
		{
			there: [
				"posts of unknown clips are bounded",
				{ state: snapshot({ [TALK]: submitted() }) },
				[bounded(), `> ${TALK}: task-running`],
			],
			not: ["posts of known clips are exact", { state: found() }, both],
		},
		{
			there: [
				"what nothing bounds says so",
				{ campaigns: [unbounded()] },
				[`+ ${TALK}: absent`, bounded("n")],
			],
			not: [
				"the limit of a video bounds its posts",
				{ campaigns: asking({ clips: {} }) },
				[`+ ${TALK}: absent`, bounded(3)],
			],
		},
		{
			there: [
				"clips to be found again are unknown",
				{ state: found(), options: { replace: [TALK] } },
				again("replaced"),
			],
			not: [
				"the clips of a failed task are none",
				{ state: snapshot({ [TALK]: submitted({ status: "FAILED" }) }) },
				failed(),
			],
		},
	],
	"~": [
		{
			there: [
				"other settings of a rendition",
				{ campaigns: rendering({ export: { resolution: "1080p" } }), state: rerenderable() },
				[`~ ${SMALL}: rendering-changed`],
			],
			not: [
				"another place of it in the file",
				{ campaigns: rendering({ place: { file: "k", line: 99, column: 1 } }), state: rerenderable() },
				[],
			],
		},
		{
			there: [
				"other clips in a rendition",
				{ campaigns: rendering({ clips: { top: 2 } }), state: rerenderable() },
				[`~ ${SMALL}: clips-changed`],
			],
			not: [
				"the same clips, chosen in other words",
				{ campaigns: rendering({ clips: { ranks: [0] } }), state: rerenderable() },
				[],
			],
		},
		{
			there: [
				"a rendition of an older task",
				{ campaigns: rendering(), state: done({ [SMALL]: ofTask("task-0") }) },
				[`~ ${SMALL}: clips-changed`],
			],
			not: [
				"a rendition of this task",
				{ campaigns: rendering(), state: done({ [SMALL]: ofTask("task-1") }) },
				[],
			],
		},
		{
			there: [
				"a rendition named in --replace",
				{ campaigns: rendering(), state: rerenderable(), options: { replace: [SMALL] } },
				[`~ ${SMALL}: replaced`],
			],
			not: [
				"--replace of another address",
				{ campaigns: rendering(), state: rerenderable(), options: { replace: [other] } },
				[],
			],
		},
	],
	"<=": [
		{
			there: [
				"results of a task that succeeded",
				{ state: snapshot({ [TALK]: submitted({ status: "SUCCEEDED" }) }) },
				[`<= ${TALK}: results-unread`, bounded()],
			],
			not: ["results that were read", { state: done() }, []],
		},
		{
			there: [
				"a rendition that succeeded",
				{ campaigns: rendering(), state: done({ [SMALL]: unread() }) },
				[`<= ${SMALL}: results-unread`],
			],
			not: ["a rendition that was read", { campaigns: rendering(), state: rerenderable() }, []],
		},
		{
			there: [
				"a post underway, where the service tells its end",
				{ state: done({ [first]: processing() }), options: { publishStatus: true } },
				[`<= ${first}: post-underway`],
			],
			not: ["where the service does not tell", { state: done({ [first]: processing() }) }, []],
		},
		{
			there: [
				"a due post of which the service says why it is not out",
				{ state: done({ [first]: { ...processing(), error: "no disk" } }), options: { publishStatus: true } },
				[`<= ${first}: post-waits`],
			],
			not: [
				"one that waits for its account",
				{
					state: done({ [first]: { ...processing(), error: "no account", needsAccount: true } }),
					options: { publishStatus: true },
				},
				[`! ${first}: post-needs-account`],
			],
		},
	],
	">": [
		{
			there: [
				"a running task",
				{ state: snapshot({ [TALK]: submitted() }) },
				[bounded(), `> ${TALK}: task-running`],
			],
			not: ["a task that ended", { state: done() }, []],
		},
		{
			there: [
				"a time more than 30 days ahead",
				{ campaigns: one(at("2026-12-22T09:00")), state: found() },
				[`> ${first}: too-early`],
			],
			not: [
				"a time within 30 days",
				{ campaigns: one(at("2026-12-20T09:00")), state: found() },
				[`+ ${first}: clip-chosen`],
			],
		},
		{
			there: [
				"a slot more than 30 days ahead",
				{ campaigns: scheduled({}, { from: "2027-02-01" }), state: found() },
				[`> ${first}: too-early`],
			],
			not: ["a slot within 30 days", { campaigns: scheduled(), state: found() }, [`+ ${first}: clip-chosen`]],
		},
		{
			there: [
				"a slot before its hand-over",
				{ campaigns: scheduled({ handoverMs: 3_600_000 }), state: found() },
				[`> ${first}: handover-later`],
			],
			not: [
				"a slot whose hand-over has come",
				{ campaigns: scheduled({ handoverMs: 2 * DAY }), state: found() },
				[`+ ${first}: clip-chosen`],
			],
		},
		{
			there: [
				"a clip nobody approved yet",
				{ campaigns: one({ review: "required" }), state: found() },
				[`> ${first}: review-pending`],
			],
			not: [
				"a clip that needs no approval",
				{ campaigns: one({ review: "auto" }), state: found() },
				[`+ ${first}: clip-chosen`],
			],
		},
		{
			there: [
				"posts past the daily cap",
				{ campaigns: to({ maxPerDay: 1 }), state: found() },
				[`+ ${first}: clip-chosen`, `> ${second}: daily-cap`],
			],
			not: ["posts within it", { campaigns: to({ maxPerDay: 2 }), state: found() }, both],
		},
		{
			there: [
				"posts too close to each other",
				{ campaigns: to({ minGapMs: 3_600_000 }), state: found() },
				[`+ ${first}: clip-chosen`, `> ${second}: min-gap`],
			],
			not: ["posts of an account without a gap", { campaigns: to({}), state: found() }, both],
		},
	],
};

function unbounded() {
	return campaign({ videos: [video({ clipping: unlimited })], posts: asking({ clips: {} })[0]?.posts ?? [] });
}

function failed() {
	return [`! ${TALK}: task-failed`, '> k.post.shorts["talk@*"].tube: video-failed'];
}

function rerenderable() {
	return done({ [SMALL]: rendered() });
}

function ofTask(taskId: string) {
	return rendered({ request: { ...rendered().request, taskId } });
}

function unread() {
	const { result: _result, ...state } = rendered();
	return state;
}

function processing() {
	return posted(clip(0), { status: "PROCESSING" });
}

const table = suite("the plan table: what is done, read and waited for");
for (const [mark, each] of Object.entries(rows))
	for (const { there, not } of each)
		for (const side of [there, not])
			table(`${mark}  ${side === not ? "not " : ""}${side[0]}`, () => void check(side));

table.run();
