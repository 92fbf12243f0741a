import { suite } from "uvu";
import * as assert from "uvu/assert";
import { pathPart } from "../../src/service/delivery/path-part.ts";
import { readRange } from "../../src/service/http/range.ts";
import {
	isFinal,
	isPublished,
	mayBecome,
	publishMayBecome,
	publishOutcome,
} from "../../src/service/lifecycle.ts";
import { WIRE_PUBLISH_STATUSES, WIRE_TASK_STATUSES } from "../../src/wire/names.ts";

const lifecycle = suite("life cycles");

lifecycle("a clipping task goes CREATED, QUEUED, ONGOING and then one way or the other", () => {
	const steps = WIRE_TASK_STATUSES.flatMap((from) =>
		WIRE_TASK_STATUSES.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
	);
	assert.equal(steps, ["CREATED QUEUED", "QUEUED ONGOING", "ONGOING SUCCEEDED", "ONGOING FAILED"]);
	assert.equal(WIRE_TASK_STATUSES.filter(isFinal), ["SUCCEEDED", "FAILED"]);
});

lifecycle("a publishing task is final once it was tried or cancelled", () => {
	assert.equal(WIRE_PUBLISH_STATUSES.filter(isPublished), ["DONE", "PARTIAL_DONE", "ERROR", "CANCELLED"]);
	assert.equal(
		WIRE_PUBLISH_STATUSES.filter((from) => publishMayBecome(from, "PROCESSING")),
		["PENDING", "SCHEDULED"],
	);
});

lifecycle("PARTIAL_DONE needs one account that succeeded and one that failed", () => {
	assert.equal(
		[publishOutcome(["DONE", "DONE"]), publishOutcome(["DONE", "ERROR"]), publishOutcome(["ERROR"])],
		["DONE", "PARTIAL_DONE", "ERROR"],
	);
});

lifecycle.run();

const names = suite("names as parts of a path");
const parts: Record<string, string> = {
	Acme: "Acme",
	"acme.shots_1-2": "acme.shots_1-2",
	Müller: "Müller",
	"..": "%2E.",
	".hidden": "%2Ehidden",
	"a/b": "a%2Fb",
	"a\\b": "a%5Cb",
	"a b": "a%20b",
	"a%2Fb": "a%252Fb",
	"\u202e": "%E2%80%AE",
	"@acme": "%40acme",
};
for (const [name, part] of Object.entries(parts))
	names(`${JSON.stringify(name)} becomes ${part}`, () => assert.is(pathPart(name), part));

names("an empty or a very long name has a short part of its own", () => {
	assert.match(pathPart(""), /^~[0-9a-f]{24}$/);
	const [one, other] = [pathPart("x".repeat(500)), pathPart(`${"x".repeat(499)}y`)];
	assert.ok(one.length < 100 && one !== other);
});

names("the two ways to compose one name are one name", () =>
	assert.is(pathPart("Mu\u0308ller"), pathPart("M\u00fcller")),
);
names.run();

const ranges = suite("parts of a file of ten bytes");
const asked: [string | undefined, ReturnType<typeof readRange>][] = [
	[undefined, "whole"],
	["bytes=0-0", { from: 0, to: 0 }],
	["bytes=9-", { from: 9, to: 9 }],
	["bytes=-3", { from: 7, to: 9 }],
	["bytes=-30", { from: 0, to: 9 }],
	["bytes=10-", "unsatisfiable"],
	["bytes=-0", "unsatisfiable"],
	["bytes=5-2", "whole"],
	["bytes=-", "whole"],
	["bytes=a-b", "whole"],
];
for (const [header, part] of asked)
	ranges(`${header ?? "no header"} is ${JSON.stringify(part)}`, () =>
		assert.equal(readRange(header, 10), part),
	);
ranges.run();
