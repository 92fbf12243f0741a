import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, videoAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { SourceIdentity } from "../../src/model/task.ts";
import {
	at,
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
} from "../builders/rows.ts";
import { NOW, posted, request, SOURCE, settledVideo, TALK, video } from "../builders/world.ts";

const { clipping } = video();
const TRANSCRIBED: SourceIdentity = {
	kind: "file",
	sha256: "a".repeat(64),
	transcriptSha256: "c".repeat(64),
};
const other: AddressText = videoAddress("k", "other");
/** Without a line of posts where those that were handed over leave no place. */
const again = (reason: string, most = 2) => [
	`-/+ ${TALK}: ${reason}`,
	...(most === 0 ? [] : [bounded(most)]),
];

const rows: readonly Row[] = [
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
		there: ["another transcript", { state: done(), source: TRANSCRIBED }, again("source-changed", 0)],
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
			again("clipping-changed", 0),
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
			again("export-changed", 0),
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
			again("results-gone", 1),
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
			again("replaced", 0),
		],
		not: ["--replace of another video", { state: done(), options: { replace: [other] } }, []],
	},
];

function transcribed() {
	return { ...settledVideo(), request: request({ source: TRANSCRIBED }) };
}

function gone() {
	return [`! ${first}: results-expired`];
}

const table = suite("the plan table: what is submitted again");
for (const { there, not } of rows)
	for (const side of [there, not])
		table(`-/+  ${side === not ? "not " : ""}${side[0]}`, () => void check(side));

table("submitting again shows what it costs, and what changed", () => {
	const { changes } = check([
		"",
		{ state: found({ [TALK]: expired(1), [first]: posted() }) },
		again("results-gone", 1),
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
		again("export-changed", 0),
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
		check(["", given, again("export-changed", 0)]).changes.every(
			({ address }) => !Object.keys(posts).includes(address),
		),
	);
});
table.run();
