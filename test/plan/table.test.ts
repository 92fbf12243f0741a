import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, videoAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { SourceIdentity } from "../../src/model/task.ts";
import {
	asking,
	at,
	both,
	bounded,
	check,
	DAY,
	done,
	expired,
	first,
	found,
	of,
	one,
	posts,
	type Row,
	rendered,
	rendering,
	SMALL,
	scheduled,
	second,
	to,
} from "../builders/rows.ts";
import {
	campaign,
	clip,
	NOW,
	posted,
	request,
	SOURCE,
	settledVideo,
	snapshot,
	submitted,
	TALK,
	video,
} from "../builders/world.ts";

const { clipping } = video();
const { limit: _, ...unlimited } = clipping;
const TRANSCRIBED: SourceIdentity = {
	kind: "file",
	sha256: "a".repeat(64),
	transcriptSha256: "c".repeat(64),
};
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
				{ state: done(), options: { replace: [TALK] } },
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
	"-/+": [
		{
			there: [
				"other content of the source",
				{ state: done(), source: { kind: "file", sha256: "b".repeat(64) } },
				again("source-changed"),
			],
			not: [
				"the same content in another file",
				{
					campaigns: of({ source: { kind: "file", path: "/b.mp4", shown: "b.mp4" } }),
					state: done(),
					source: SOURCE,
				},
				[],
			],
		},
		{
			there: ["another transcript", { state: done(), source: TRANSCRIBED }, again("source-changed")],
			not: [
				"the transcript it was submitted with",
				{ state: done({ [TALK]: transcribed() }), source: TRANSCRIBED },
				[],
			],
		},
		{
			there: [
				"other clipping settings",
				{ campaigns: of({ clipping: { ...clipping, duration: "0-30s" } }), state: done() },
				again("clipping-changed"),
			],
			not: [
				"the same settings in another order",
				{
					campaigns: of({ clipping: { express: false, moreResults: false, limit: 3, duration: "30-60s" } }),
					state: done(),
				},
				[],
			],
		},
		{
			there: [
				"another main export",
				{ campaigns: of({ export: { resolution: "1080p" } }), state: done() },
				again("export-changed"),
			],
			not: [
				"another name of the project",
				{ state: done({ [TALK]: { ...settledVideo(), request: request({ projectName: "old" }) } }) },
				[],
			],
		},
		{
			there: [
				"results that expired while posts remain",
				{ state: found({ [TALK]: expired(1), [first]: posted() }) },
				again("results-gone"),
			],
			not: ["results that expired when all is posted", { state: done({ [TALK]: expired(1) }) }, []],
		},
		{
			there: [
				"results that expired this very moment",
				{ campaigns: one(), state: found({ [TALK]: expired(0) }) },
				again("results-gone", 1),
			],
			not: [
				"results that last a little longer",
				{ campaigns: one(), state: found({ [TALK]: expired(-0.01) }) },
				[`+ ${first}: clip-chosen`],
			],
		},
		{
			there: [
				"expired results a post within 30 days needs",
				{ campaigns: one(at("2026-12-20T09:00")), state: found({ [TALK]: expired(1) }) },
				again("results-gone", 1),
			],
			not: [
				"new ones would expire before a later post",
				{ campaigns: one(at("2027-03-01T09:00")), state: found({ [TALK]: expired(1) }) },
				gone(),
			],
		},
		{
			there: [
				"results of a task that is a day old",
				{ campaigns: one(), state: found({ [TALK]: expired(0, { submittedAt: epochMs(NOW - DAY) }) }) },
				again("results-gone", 1),
			],
			not: [
				"those of a younger one would be gone again",
				{ campaigns: one(), state: found({ [TALK]: expired(0, { submittedAt: epochMs(NOW - DAY + 1) }) }) },
				gone(),
			],
		},
		{
			there: [
				"expired results of the posts a command is about",
				{ campaigns: one(), state: found({ [TALK]: expired(1) }), options: { selected: () => true } },
				again("results-gone", 1),
			],
			not: [
				"those of posts it leaves out",
				{
					campaigns: one(),
					state: found({ [TALK]: expired(1) }),
					options: { selected: (address) => address === TALK },
				},
				gone(),
			],
		},
		{
			there: [
				"a video named in --replace",
				{ state: done(), options: { replace: [TALK] } },
				again("replaced"),
			],
			not: ["--replace of another video", { state: done(), options: { replace: [other] } }, []],
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

function gone() {
	return [`! ${first}: results-expired`];
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

function transcribed() {
	return { ...settledVideo(), request: request({ source: TRANSCRIBED }) };
}

function processing() {
	return posted(clip(0), { status: "PROCESSING" });
}

const table = suite("the plan table: what is done, read and waited for");
for (const [mark, each] of Object.entries(rows))
	for (const { there, not } of each)
		for (const side of [there, not])
			table(`${mark}  ${side === not ? "not " : ""}${side[0]}`, () => void check(side));

table("submitting again shows what it costs, and what changed", () => {
	const { changes } = check([
		"",
		{ state: found({ [TALK]: expired(1), [first]: posted() }) },
		again("results-gone"),
	]);
	const [resubmit] = changes;
	assert.equal(resubmit?.action === "resubmit" && [resubmit.units, resubmit.unitsFrom, resubmit.reasonData], [
		3,
		"length",
		{ expiredAt: NOW - DAY, posts: 1 },
	]);
	const [changed] = check([
		"",
		{ campaigns: of({ export: { resolution: "1080p" } }), state: done() },
		again("export-changed"),
	]).changes;
	assert.equal(changed?.differences, [{ field: "export.resolution", before: "720p", after: "1080p" }]);
});

table("no mark ever stands before a post that would send it again", () => {
	const given = {
		campaigns: of({ export: { resolution: "1080p" } }),
		state: done(),
		options: { replace: [TALK, first] },
	};
	assert.ok(
		check(["", given, again("export-changed")]).changes.every(
			({ address }) => !Object.keys(posts).includes(address),
		),
	);
});
table.run();
