import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cancelled, retried, updated } from "../../src/service/delivery/client-changes.ts";
import { allTakenBack, begun, versionOf } from "../../src/service/delivery/transitions.ts";
import { Refusal } from "../../src/service/refusal.ts";
import type { PublishRecord, PublishTarget } from "../../src/service/store/shapes.ts";
import { WIRE_PUBLISH_STATUSES, type WirePublishStatus } from "../../src/wire/names.ts";

const transitions = suite("changes of a publishing task");
const DUE = 1_000;
const LATER = 2_000;

/** A record as a former version wrote it: without a version. */
function post(status: WirePublishStatus, targets: readonly WirePublishStatus[] = [status]): PublishRecord {
	return {
		format: 1,
		id: "01",
		createdAt: 0,
		scheduledAt: DUE,
		scheduleId: "s",
		status,
		projectId: "p",
		idx: 0,
		source: { sha256: "a", extension: "mp4", title: "talk" },
		clip: { beginMs: 0, endMs: 1, title: "", description: "", tags: [], score: 1, parts: {} },
		render: { resolution: "480p" },
		targets: targets.map((each, at) => target(each, `acc${at}`)),
	};
}

function target(status: WirePublishStatus, accountId: string): PublishTarget {
	return { accountId, platform: "youtube", username: "Acme", config: { title: "T" }, status };
}

/** Status, version and the statuses of the targets; a refusal is its status and message. */
function told(change: () => PublishRecord): readonly unknown[] {
	try {
		const task = change();
		return [task.status, versionOf(task), ...task.targets.map(({ status }) => status)];
	} catch (error) {
		if (error instanceof Refusal) return [error.status, error.message];
		throw error;
	}
}

const UPDATE = { scheduledAt: LATER, scheduleId: "other", configs: new Map(), images: new Map() };

transitions("a delivery begins with what is due and waits, and with nothing else", () => {
	const beginning = WIRE_PUBLISH_STATUSES.filter((status) => {
		const before = post(status);
		return begun(before, DUE) !== before;
	});
	assert.equal(beginning, ["PENDING", "SCHEDULED"]);
	const ahead = post("SCHEDULED");
	assert.is(begun(ahead, DUE - 1), ahead);
	assert.equal(
		told(() => begun(ahead, DUE)),
		["PROCESSING", 2, "SCHEDULED"],
	);
});

transitions("what its platform was given is changed once it was taken back there", () => {
	const { targets, ...task } = post("SCHEDULED");
	const given: PublishRecord = {
		...task,
		targets: targets.map((each) => ({ ...each, phase: "settling", isNative: true, armedAt: 1 })),
	};
	const refused = [409, "Its platform has just been given this post: try again."];
	assert.equal([told(() => cancelled(given)), told(() => updated(given, UPDATE))], [refused, refused]);
	const back = allTakenBack(given);
	assert.equal(
		[back.targets[0]?.phase, back.targets[0]?.attempt, back.targets[0]?.armedAt],
		["queued", 2, undefined],
	);
	assert.is(told(() => cancelled(back))[0], "CANCELLED");
});

transitions("only what waits is cancelled or updated, and cancelling twice is cancelling once", () => {
	const results = WIRE_PUBLISH_STATUSES.map((status) => [
		status,
		told(() => cancelled(post(status)))[0],
		told(() => updated(post(status), UPDATE))[0],
	]);
	assert.equal(results, [
		["PENDING", "CANCELLED", "SCHEDULED"],
		["SCHEDULED", "CANCELLED", "SCHEDULED"],
		["PROCESSING", 409, 409],
		["DONE", 409, 409],
		["PARTIAL_DONE", 409, 409],
		["ERROR", 409, 409],
		["CANCELLED", "CANCELLED", 409],
	]);
	const once = cancelled(post("SCHEDULED", ["SCHEDULED", "SCHEDULED"]));
	assert.equal(
		told(() => once),
		["CANCELLED", 2, "CANCELLED", "CANCELLED"],
	);
	assert.is(cancelled(once), once);
	assert.equal(
		told(() => cancelled(post("DONE"))),
		[409, "This publishing task is DONE: it can no longer be cancelled."],
	);
});

transitions("an update replaces the whole config of the accounts it names, and keeps the rest", () => {
	const configs = new Map([["acc1", { description: "D" }]]);
	const after = updated(post("SCHEDULED", ["SCHEDULED", "SCHEDULED"]), {
		scheduleId: "other",
		configs,
		images: new Map(),
	});
	assert.equal(
		[versionOf(after), after.scheduledAt, after.scheduleId, after.targets.map(({ config }) => config)],
		[2, DUE, "s", [{ title: "T" }, { description: "D" }]],
	);
});

transitions("an update gives an immediate post a time, and with it an id of its schedule", () => {
	const after = updated({ ...post("PENDING"), scheduledAt: null, scheduleId: null }, UPDATE);
	assert.equal(
		[after.status, after.targets[0]?.status, after.scheduledAt, after.scheduleId],
		["SCHEDULED", "SCHEDULED", LATER, "other"],
	);
});

transitions("only what failed is tried again; what is delivered in part is under way at once", () => {
	assert.equal(
		told(() => retried(post("ERROR", ["ERROR", "ERROR"]))),
		["PENDING", 2, "PENDING", "PENDING"],
	);
	assert.equal(
		told(() => retried(post("PARTIAL_DONE", ["DONE", "ERROR"]))),
		["PROCESSING", 2, "DONE", "PENDING"],
	);
	for (const status of ["PENDING", "SCHEDULED", "PROCESSING", "DONE", "CANCELLED"] as const)
		assert.equal(
			told(() => retried(post(status))),
			[409, `Nothing of this publishing task has failed: it is ${status}.`],
		);
});

transitions.run();
